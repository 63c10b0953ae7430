// Addresses of templates: what a root may look like, and how a written base URL is compared with one.
// Roots may hold holes such as {host} or {account_id}, so they are taken apart by hand rather than by URL.

/** An address as the comparison sees it: no endpoint, no query, no slash at the end. */
export interface Address {
  readonly scheme: 'http' | 'https';
  /** Lower case, IPv6 in brackets. */
  readonly host: string;
  /** Always there: the scheme's own where none is written. */
  readonly port: number;
  readonly segments: readonly string[];
}

const PARTS = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/?#:@\s]+)(?::(\d{1,5}))?(\/[^?#]*)?(?:[?#].*)?$/i;
/** What clients append by themselves, longest first. */
const ENDPOINTS = ['chat/completions', 'messages/count_tokens', 'responses', 'messages', 'completions', 'models'];
const VERSION = /^v\d+(?:beta\d*|alpha\d*)?$/i;
const HOLE = /^\{\w+\}$/;
const MAX_LENGTH = 2048;

export const hasHole = (value: string): boolean => /\{\w+\}/.test(value);
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/** Loopback, RFC 1918, link-local, a bare name, or a suffix that never leaves a site. */
export function isPrivate(host: string): boolean {
  if (isLoopback(host) || /^\[(?:fc|fd|fe80)/.test(host)) return true;
  if (/^(?:10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(host)) return true;
  return !host.includes('.') || /\.(?:local|internal|intranet|lan|home|corp|localhost)$/.test(host);
}

/** The endpoint that an address ends in, null where it ends in none. */
export function endpointOf(url: string): string | null {
  const path = url
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  return ENDPOINTS.find((endpoint) => path.endsWith(`/${endpoint}`)) ?? null;
}

export function parseAddress(url: string): Address | null {
  const written = url.trim();
  const parts = written.length > MAX_LENGTH ? null : PARTS.exec(written);
  if (parts === null) return null;
  const scheme = parts[1]?.toLowerCase() === 'http' ? 'http' : 'https';
  const endpoint = endpointOf(written);
  const segments = (parts[4] ?? '').split('/').filter((segment) => segment !== '');
  return {
    scheme,
    host: (parts[2] ?? '').toLowerCase().replace(/\.$/, ''),
    port: parts[3] === undefined ? (scheme === 'http' ? 80 : 443) : Number(parts[3]),
    segments: endpoint === null ? segments : segments.slice(0, segments.length - endpoint.split('/').length),
  };
}

const sameSegment = (root: string, written: string | undefined): boolean =>
  written !== undefined && (HOLE.test(root) || root.toLowerCase() === written.toLowerCase());

/** Does the path begin with all of the root's? Holes stand for any one segment. */
export const beginsWith = (written: readonly string[], root: readonly string[]): boolean =>
  root.every((segment, index) => sameSegment(segment, written[index]));

export const sameSegments = (root: readonly string[], written: readonly string[]): boolean =>
  root.length === written.length && beginsWith(written, root);

export function withoutVersion(segments: readonly string[]): readonly string[] {
  const last = segments.findLastIndex((segment) => !VERSION.test(segment));
  return segments.slice(0, last + 1);
}

/** `{resource}.vendor.com` stands for one label; a host that is one hole, `{host}`, is nobody's. */
export function sameHost(root: Address, written: Address): boolean {
  if (isLoopback(root.host)) return isLoopback(written.host) && root.port === written.port;
  if (HOLE.test(root.host)) return false;
  const labels = root.host.split('.');
  const others = written.host.split('.');
  if (labels.length !== others.length) return false;
  if (!labels.every((label, index) => HOLE.test(label) || label === others[index])) return false;
  return root.port === written.port || (isDefaultPort(root) && isDefaultPort(written));
}

const isDefaultPort = (address: Address): boolean => address.port === (address.scheme === 'http' ? 80 : 443);

/** `root` with its holes filled by what stands at their places in `written`, which `matched` is the pattern of; null where one stays open. */
export function fillHoles(root: string, matched: string, written: string): string | null {
  const [pattern, values] = [parseAddress(matched), parseAddress(written)];
  if (pattern === null || values === null) return null;
  const known = new Map<string, string>();
  const learn = (holes: readonly string[], parts: readonly string[]) =>
    holes.forEach((hole, index) => {
      if (HOLE.test(hole)) known.set(hole, parts[index] ?? hole);
    });
  learn(pattern.host.split('.'), values.host.split('.'));
  learn(pattern.segments, values.segments);
  const filled = root.replace(/\{\w+\}/g, (hole) => known.get(hole) ?? hole);
  return hasHole(filled) ? null : filled;
}
