// The hidden question for the key: its shape is judged while it is pasted.

import type { Context } from '../context.ts';
import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import type { Prompt } from '../prompts/prompt.ts';
import { type Judgement, secret } from '../prompts/secret.ts';
import { keyProblems } from '../rules/shape/key-shape.ts';
import { Secret } from '../secret.ts';
import { foreignKeyOwner, type Template } from '../templates.ts';
import { textOf } from '../texts.ts';

const QUESTION: Text = { en: 'API key', zh: 'API 密钥' };
const KEEP: Text = { en: 'API key (Enter keeps {key})', zh: 'API 密钥（直接回车沿用 {key}）' };
const WHERE: Text = { en: 'Get one: {url}', zh: '获取密钥：{url}' };
const EMPTY: Text = { en: 'Paste the key here; nothing of it will be shown', zh: '请在此粘贴密钥，内容不会显示' };
const MENDED: Text = { en: '{what}; it will be tidied up', zh: '{what}，会自动整理' };
const SHORT: Text = {
  en: 'Only {n} characters: keys of gateways are longer. Enter takes it all the same',
  zh: '只有 {n} 个字符，网关的密钥一般更长。仍要使用请按回车',
};
const TOLD: Text = { en: '{key} ({n} characters)', zh: '{key}（{n} 个字符）' };
/** Shorter keys exist on gateways of one's own; they are worth a second look. */
const USUAL_LENGTH = 12;

export interface KeyQuestion {
  /** Where the key will be sent. */
  readonly addresses: readonly string[];
  readonly templates: readonly Template[];
  readonly template?: Template | null;
  /** The key that is in use at the same address: Enter keeps it. */
  readonly present?: Secret | null;
  readonly hasBack: boolean;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function judgeKey(context: Context, typed: string, { addresses, templates, present }: KeyQuestion): Judgement {
  const { lang } = context;
  if (typed.trim() === '') return present ? {} : { refused: say(EMPTY, lang) };
  const [problem] = keyProblems(typed);
  const title = (id: string, args: Parameters<typeof say>[2]): string => say(textOf(id)?.title ?? EMPTY, lang, { client: '', ...args });
  if (problem && problem.fixed === undefined) return { refused: title(problem.id, problem.args) };
  const key = new Secret(problem?.fixed ?? typed);
  for (const url of addresses) {
    const owner = foreignKeyOwner(templates, url, key);
    if (owner) return { refused: title('key/wrong-vendor', { owner: owner.template.name, host: hostOf(url), prefix: owner.prefix }) };
  }
  if (problem) return { warning: say(MENDED, lang, { what: title(problem.id, problem.args) }) };
  const { length } = typed;
  return length < USUAL_LENGTH ? { warning: say(SHORT, lang, { n: length }) } : {};
}

/** Answers with what was typed, empty for the present key. */
export function keyQuestion(context: Context, question: KeyQuestion): Prompt<string> {
  const { lang } = context;
  const { present, template, hasBack } = question;
  const console = template?.key.console ?? null;
  return secret({
    message: present ? say(KEEP, lang, { key: present.masked }) : say(QUESTION, lang),
    short: say(QUESTION, lang),
    hasBack,
    notes: console === null ? [] : [say(WHERE, lang, { url: console })],
    judge: (typed) => judgeKey(context, typed, question),
    told: (typed) => {
      const key = new Secret(keyProblems(typed)[0]?.fixed ?? typed);
      return typed === '' && present ? present.masked : say(TOLD, lang, { key: key.masked, n: [...typed].length });
    },
  });
}
