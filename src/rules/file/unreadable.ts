import { type ClientState, obstacleOf } from '../../clients/client.ts';
import type { FileFact } from '../../model.ts';
import { eachClient, type Rule, type RuleText } from '../rule.ts';
import { readLayers } from '../shape/read-layers.ts';

const why = {
  en: 'The client finds something at the place of its configuration and cannot read it; mostly it goes on as if nothing were there.',
  zh: '客户端在配置文件的位置找到了东西却读不了，多数情况下会当作没有配置继续运行。',
};

const VARIANTS = {
  directory: {
    title: { en: '{file} is a folder, not a file', zh: '{file} 是一个文件夹，而不是文件' },
    why,
    advice: { en: 'Move the folder away and put the configuration file in its place.', zh: '把这个文件夹移走，在原处放上配置文件。' },
  },
  dangling: {
    title: { en: '{file} is a link to something that is not there', zh: '{file} 是一个指向不存在目标的链接' },
    why,
    advice: {
      en: 'Restore the target of the link, or replace the link by a file.',
      zh: '恢复链接指向的文件，或者用真正的文件替换这个链接。',
    },
  },
  loop: {
    title: { en: '{file} is a link that leads back to itself', zh: '{file} 是一个指回自身的循环链接' },
    why,
    advice: { en: 'Remove the link and put the configuration file in its place.', zh: '删除这个链接，在原处放上配置文件。' },
  },
  'no-folder': {
    title: { en: '{file} is a file where {client} needs a folder', zh: '{file} 是一个文件，而 {client} 在这里需要文件夹' },
    why: {
      en: 'The configuration of {client} belongs into this folder. With a file in its place nothing can be read from there and nothing be saved.',
      zh: '{client} 的配置放在这个文件夹里。被一个文件占了位置，里面的内容就既读不到，也存不进去。',
    },
    advice: {
      en: 'Move the file away: `mv {file} {file}.old`. To set a channel up then: channel-doctor init',
      zh: '把这个文件移走：`mv {file} {file}.old`。之后要设置渠道，请运行：channel-doctor init',
    },
  },
  special: {
    title: { en: '{file} is no ordinary file', zh: '{file} 不是普通文件' },
    why,
    advice: {
      en: 'Remove the device or pipe and put the configuration file in its place.',
      zh: '删除这个设备或管道，在原处放上配置文件。',
    },
  },
  'too-large': {
    title: { en: '{file} is too large to be looked into', zh: '{file} 太大，没有检查它的内容' },
    why: {
      en: 'A configuration is a few kilobytes; this file has more than 16 MB. The client may still read it: what stands in it is not known here.',
      zh: '配置文件通常只有几 KB，而这个文件超过 16 MB。客户端可能仍会读取它，但其中的内容这里无从得知。',
    },
    advice: { en: 'See what fills the file, and move it elsewhere.', zh: '看看是什么撑大了这个文件，把多余的内容移走。' },
  },
} as const satisfies Record<string, RuleText>;

/** A `CODEX_HOME` that is no folder is env/home-missing. */
const blockedBy = (state: ClientState): string | null =>
  state.id === 'codex' && state.stops.some(({ kind }) => kind === 'home-missing') ? null : obstacleOf(state);

function variantOf({ state, code }: FileFact): keyof typeof VARIANTS | null {
  if (state === 'directory' || state === 'dangling') return state;
  if (code === 'ELOOP') return 'loop';
  if (state !== 'other') return null;
  return code === 'EFBIG' ? 'too-large' : 'special';
}

export const rule: Rule = {
  id: 'file/unreadable',
  severity: 'error',
  text: {
    title: { en: '{file} cannot be read ({code})', zh: '{file} 无法读取（{code}）' },
    why,
    advice: {
      en: 'Give your user the right to read it (owner and mode of the file and of the folders above it).',
      zh: '检查该文件及其上级目录的属主和权限，让当前用户可以读取。',
    },
  },
  variants: VARIANTS,
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      const obstacle = blockedBy(state);
      if (obstacle !== null)
        yield { origin: { scope: 'user', file: obstacle }, variant: 'no-folder', args: { file: obstacle, client: state.client.name } };
      for (const { fact, scope, file } of readLayers(state)) {
        if (fact.state === 'file') continue;
        const variant = variantOf(fact);
        yield {
          // What a client does with it is its own affair: too large for us is no fault of the file.
          ...(variant === 'too-large' ? { severity: 'info' as const } : {}),
          origin: { scope, file },
          args: { file, code: fact.code ?? fact.state },
          ...(variant ? { variant } : {}),
        };
      }
    }),
};
