import { posix, win32 } from 'node:path';
import type { ClientState } from '../../clients/client.ts';
import type { Facts, FileFact } from '../../model.ts';
import { eachClient, type Rule } from '../rule.ts';
import { wrongPlaces } from './wrong-places.ts';

/** A file elsewhere is only worth a word if it is about the channel. */
const ABOUT_CHANNEL = {
  codex: /model_providers?\b|base_url|env_key|^\s*model\s*=/m,
  'claude-code': /ANTHROPIC_|apiKeyHelper|CLAUDE_CODE_USE_|API_TIMEOUT_MS|HTTPS?_PROXY|"model"\s*:/i,
} as const;

const MAX_BYTES = 1_000_000;

const textOf = ({ bytes }: FileFact): string => new TextDecoder().decode(bytes?.subarray(0, MAX_BYTES) ?? new Uint8Array());

interface Found {
  readonly fact: FileFact;
  readonly right: string;
  readonly isAbove: boolean;
}

function* misplaced(state: ClientState, facts: Facts): Generator<Found> {
  const path = facts.platform === 'win32' ? win32 : posix;
  const read = new Set(state.layers.flatMap(({ file, fact }) => [file, fact.realPath]));
  const folder = state.id === 'codex' ? state.home : state.configFolder;
  const right = path.join(folder, state.id === 'codex' ? 'config.toml' : 'settings.json');
  const project = path.join(facts.cwd, state.id === 'codex' ? '.codex' : '.claude');
  const standard = path.join(facts.home, state.id === 'codex' ? '.codex' : '.claude', path.basename(right));
  for (const place of wrongPlaces(facts, state.id)) {
    const fact = facts.files.get(place);
    if (fact?.state !== 'file' || read.has(place) || read.has(fact.realPath) || (fact.bytes?.length ?? 0) === 0) continue;
    // Two homes side by side are no mistake while the one that counts has a file of its own.
    if (place === standard && facts.files.get(right)?.state === 'file') continue;
    const parent = path.dirname(place);
    const isMisnamed =
      (parent === folder || parent === project) && !['settings.local.json', 'settings.json', 'config.toml'].includes(path.basename(place));
    if (!isMisnamed && !ABOUT_CHANNEL[state.id].test(textOf(fact))) continue;
    const isAbove =
      path.basename(parent) === '.claude' &&
      path.dirname(parent) !== facts.home &&
      facts.cwd.startsWith(`${path.dirname(parent)}${path.sep}`);
    yield { fact, right: isAbove || parent === project ? path.join(project, path.basename(right)) : right, isAbove };
  }
}

export const rule: Rule = {
  id: 'file/wrong-place',
  severity: 'warning',
  text: {
    title: { en: '{client} does not read {file}', zh: '{client} 不会读取 {file}' },
    why: {
      en: 'The name or the folder is not one that this version looks at, so nothing in the file has any effect.',
      zh: '文件名或所在目录不是这个版本会查找的，所以里面的内容都不起作用。',
    },
    advice: { en: 'Move what you need to {right}, or remove the file.', zh: '把需要的内容移到 {right}，或者删掉这个文件。' },
  },
  variants: {
    above: {
      title: { en: '{client} does not read {file} from the current folder', zh: '在当前目录下，{client} 不会读取 {file}' },
      why: {
        en: 'Project settings count in the folder where the client is started alone; folders above it are not searched, not even within a repository.',
        zh: '项目设置只在启动客户端的那个目录里生效，不会向上级目录查找，即使在同一个仓库里也不会。',
      },
      advice: {
        en: 'Start the client in the folder of that file, or put the settings into {right}.',
        zh: '到该文件所在的项目目录启动客户端，或者把设置放到 {right}。',
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const { fact, right, isAbove } of misplaced(state, snapshot.facts)) {
        yield {
          origin: { scope: isAbove ? 'project' : 'user', file: fact.path },
          args: { client: state.client.name, file: fact.path, right },
          ...(isAbove ? { variant: 'above' } : {}),
        };
      }
    }),
};
