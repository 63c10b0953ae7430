// Model ids that a user may have meant: the same name in other dress first, then similar spellings.

const MAX_IDS = 3000;
const MAX_LENGTH = 80;
/** Share of characters that may differ. */
const TOLERANCE = 0.45;
const SAME_FAMILY = 0.15;

/** An id without what gateways add or leave out: case, vendor prefix, date, label, `[1m]`, `-latest`; dots, blanks and underscores count as hyphens. */
export function plainModel(id: string): string {
  const bare = id
    .trim()
    .slice(0, 200)
    .toLowerCase()
    .replace(/\s*[([{（【][^)\]}）】]*[)\]}）】]\s*$/, '')
    .replace(/:[a-z]+$/, '');
  const last = bare.slice(bare.lastIndexOf('/') + 1).replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|meta|deepseek)\./, '');
  return last
    .replace(/[.\s_]+/g, '-')
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)(?:-v\d+(?::\d+)?)?$/, '')
    .replace(/-latest$/, '');
}

/** Two ids that name the same model, given how freely gateways spell them. */
export const sameModel = (a: string, b: string): boolean => plainModel(a) === plainModel(b);

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** 0: the same; 1: nothing in common. */
function farness(wanted: string, id: string): number {
  if (wanted === id) return 0;
  const [a, b] = [wanted.replaceAll('-', ''), id.replaceAll('-', '')];
  if (a === b) return 0.01;
  if (id.startsWith(`${wanted}-`) || wanted.startsWith(`${id}-`)) return 0.1;
  const longest = Math.max(wanted.length, id.length, 1);
  const family = wanted.split('-')[0] === id.split('-')[0] ? SAME_FAMILY : 0;
  return Math.max(0.05, distance(wanted.slice(0, MAX_LENGTH), id.slice(0, MAX_LENGTH)) / Math.min(longest, MAX_LENGTH) - family);
}

/** Of the ids that a gateway lists, those nearest to the one wanted, best first; empty where none is near. */
export function nearest(wanted: string, ids: readonly string[], max: number): readonly string[] {
  const plain = plainModel(wanted);
  const caseOnly = wanted.trim().toLowerCase();
  return [...new Set(ids.slice(0, MAX_IDS))]
    .filter((id) => id !== wanted && id !== '')
    .map((id) => ({ id, far: id.toLowerCase() === caseOnly ? -1 : farness(plain, plainModel(id)) }))
    .filter(({ far }) => far <= TOLERANCE)
    .sort((a, b) => a.far - b.far || (a.id < b.id ? -1 : 1))
    .slice(0, max)
    .map(({ id }) => id);
}
