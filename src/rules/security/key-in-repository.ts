import type { ClientState } from '../../clients/client.ts';
import type { Edit, GitFacts, Layer, Severity } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { valueAt } from '../key-path.ts';
import { eachClient, type Rule } from '../rule.ts';
import { unsafe, userFile } from '../setting-edits.ts';
import { credentialFiles } from './credential-files.ts';

const KEYS = ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'];
const isIn = (root: string, file: string): boolean =>
  file.startsWith(/[\\/]$/.test(root) ? root : `${root}${root.includes('\\') ? '\\' : '/'}`);

const inWorkTree = (git: GitFacts, file: string): boolean => (git.roots ?? [git.root]).some((root) => isIn(root, file));

type Place = 'tracked' | 'untracked' | 'ignored';

function placeIn(git: GitFacts, { fact, file }: Layer): Place | null {
  const names = [file, fact.realPath];
  if (names.some((name) => git.tracked.has(name))) return 'tracked';
  if (names.some((name) => git.ignored.has(name))) return 'ignored';
  return names.some((name) => inWorkTree(git, name)) ? 'untracked' : null;
}

/** Into the user's own settings, where that changes nothing but the place: not where the project has its own address. */
function moved(state: ClientState, layer: Layer, git: GitFacts): readonly Edit[] {
  const target = userFile(state);
  const own = state.layers.find(({ file }) => file === target)?.document?.root;
  const isProjects = layer.scope === 'project' || layer.scope === 'local';
  const baseScope = state.channel?.baseUrl?.origin.scope;
  if (state.id !== 'claude-code' || !isProjects || target === null || inWorkTree(git, target)) return [];
  if (baseScope === 'project' || baseScope === 'local') return [];
  return KEYS.flatMap((name): Edit[] => {
    const path = ['env', name];
    const value = valueAt(layer.document?.root, path);
    if (typeof value !== 'string' || value.trim() === '') return [];
    const removal: Edit = { op: 'remove', file: layer.file, path };
    return valueAt(own, path) === undefined ? [{ op: 'set', file: target, path, value: new Secret(value) }, removal] : [removal];
  });
}

const SEVERITY: Readonly<Record<Place, Severity>> = { tracked: 'error', untracked: 'error', ignored: 'info' };

export const rule: Rule = {
  id: 'security/key-in-repository',
  severity: 'error',
  text: {
    title: { en: '{file} holds a credential and is tracked by git', zh: '{file} 里有密钥，而且已被 git 跟踪' },
    why: {
      en: 'Whoever gets the repository gets the key, from its history too, even after the line is deleted.',
      zh: '拿到仓库的人就拿到了密钥；即使删掉这一行，历史里也还有。',
    },
    advice: {
      en: 'Move the key into your own settings or an environment variable. If it was ever committed or pushed, revoke it and make a new one.',
      zh: '把密钥移到你自己的用户设置或环境变量里。如果曾经提交或推送过，请作废它并重新生成。',
    },
  },
  variants: {
    untracked: {
      title: { en: '{file} holds a credential and git does not ignore it', zh: '{file} 里有密钥，而 git 没有忽略它' },
      why: { en: 'The next `git add .` takes the key into the repository.', zh: '下一次 `git add .` 就会把密钥加入仓库。' },
      advice: {
        en: 'Move the key into your own settings or an environment variable, or add the file to .gitignore.',
        zh: '把密钥移到你自己的用户设置或环境变量里，或把这个文件加入 .gitignore。',
      },
    },
    ignored: {
      title: {
        en: '{file} holds a credential inside a git work tree (it is ignored)',
        zh: '{file} 位于 git 工作区内并含有密钥（已被忽略）',
      },
      why: { en: 'It stays out of commits as long as the ignore rule stays.', zh: '只要忽略规则还在，它就不会被提交。' },
      advice: { en: 'Nothing to do. Mind archives and images made of this folder.', zh: '无需处理。打包或制作镜像时请留意这个目录。' },
    },
  },
  *check(snapshot, evidence) {
    const { git } = snapshot.facts;
    if (!git) return;
    yield* eachClient(snapshot, evidence, function* (state) {
      for (const { layer, origin } of credentialFiles(state)) {
        const place = placeIn(git, layer);
        if (place === null) continue;
        yield {
          origin,
          severity: SEVERITY[place],
          ...(place === 'tracked' ? {} : { variant: place }),
          args: { file: layer.file },
          fix: place === 'ignored' ? null : unsafe(moved(state, layer, git)),
        };
      }
    });
  },
};
