import type { Rule } from '../rule.ts';
import { keyShapeDrafts } from '../shape/credential-problems.ts';

export const rule: Rule = {
  id: 'key/whitespace',
  severity: 'error',
  text: {
    title: { en: 'The key has a blank or a line break at one end', zh: '密钥首尾有空格或换行' },
    why: {
      en: 'Keys hold no blanks; what was copied along is sent as a part of it, or keeps it from being sent.',
      zh: '密钥里不会有空白；一起复制进来的空白会当作密钥的一部分发出去，或者让密钥根本发不出去。',
    },
    advice: {
      en: 'Remove what stands before and behind the key. In a shell: read it with $(cat file), which cuts the line break.',
      zh: '去掉密钥前后的空白。在 shell 里可以用 $(cat 文件) 读取，它会去掉末尾换行。',
    },
    ofClient: {
      'claude-code': {
        why: {
          en: 'Claude Code fails for most blanks at the beginning and for invisible characters.',
          zh: 'Claude Code 在开头有空格或混入不可见字符时会失败。',
        },
      },
      codex: {
        why: {
          en: 'For a line break Codex drops the whole header and gets a plain 401.',
          zh: '遇到换行，Codex 会丢弃整个请求头，只得到一个 401。',
        },
      },
    },
  },
  variants: {
    tolerated: {
      title: {
        en: 'The key has a blank or a line break at one end, which this version cuts off',
        zh: '密钥首尾有空格或换行，当前版本会自动去掉',
      },
      why: {
        en: 'It works now; other versions and other programs send it along and are refused.',
        zh: '现在能用，但其他版本和其他程序会原样发送，从而被拒绝。',
      },
      advice: { en: 'Remove what stands before and behind the key.', zh: '去掉密钥前后的空白。' },
    },
    inside: {
      title: { en: 'The key has a blank or a line break inside (position {position})', zh: '密钥中间有空格或换行（第 {position} 位）' },
      why: {
        en: 'Probably two lines or two values were pasted. The request is not sent, or goes out without the key.',
        zh: '可能粘贴了两行，或者两个值。请求发不出去，或者不带密钥。',
      },
      advice: { en: 'Copy the key again, in one piece.', zh: '重新完整地复制一遍密钥。' },
      ofClient: {
        'claude-code': {
          why: {
            en: 'Claude Code up to 2.1.200 even prints the key in its error message.',
            zh: 'Claude Code 2.1.200 及更早还会在报错里打印整个密钥。',
          },
        },
      },
    },
  },
  check: (snapshot, evidence) => keyShapeDrafts('key/whitespace', snapshot, evidence),
};
