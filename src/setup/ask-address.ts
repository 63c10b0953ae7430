// Where the gateway is: a present address, a pasted one, or a provider by its name.

import { addressIn, meantBase, sameOrigin, withoutEndpoint, withoutQuery, withoutV1 } from '../base-url.ts';
import { say } from '../i18n/index.ts';
import type { Lang, Text } from '../model.ts';
import { type Choice, choice } from '../prompts/choice.ts';
import { BACK, type Look } from '../prompts/prompt.ts';
import { text } from '../prompts/text.ts';
import { looksLikeKey } from '../rules/shape/key-shape.ts';
import { hasHole, searchTemplates, type Template } from '../templates.ts';
import type { Draft, Move, Step } from './draft.ts';

type Answer =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'paste' }
  | { readonly kind: 'provider'; readonly template: Template };

const WHICH: Text = { en: 'Which gateway or provider?', zh: '接入哪个网关或服务商？' };
const GATEWAY: Text = { en: 'Gateway', zh: '网关' };
const PASTE: Text = { en: 'Paste a base URL', zh: '粘贴 Base URL' };
const PASTE_HINT: Text = { en: 'any shape, right here', zh: '任何写法，直接粘贴即可' };
const USE: Text = { en: 'Use {url}', zh: '使用 {url}' };
const LIST: Text = { en: ', ', zh: '、' };
const IN_USE: Text = { en: 'in use: {clients}', zh: '当前使用：{clients}' };
const ADDRESS: Text = { en: 'Base URL of the gateway, in any shape', zh: '网关的 Base URL，任何写法都可以' };
const OWN_PART: Text = {
  en: 'The address of {name} has a part of your own ({pattern}). Paste yours',
  zh: '{name} 的地址里有你自己的部分（{pattern}）。请粘贴你的地址',
};
const NO_ADDRESS: Text = {
  en: 'That is no address. Write it like https://gateway.example/v1',
  zh: '这不是地址。可以写成 https://gateway.example/v1 这样的形式',
};
const IS_KEY: Text = {
  en: 'That looks like a key. The address comes first; the key is asked next, hidden',
  zh: '这看起来是密钥。先填地址，下一步再填密钥（不显示）',
};

const isAddress = (typed: string): boolean => /[.:]/.test(typed) && !looksLikeKey(typed.trim()) && meantBase(typed) !== null;
const nameOf = ({ name, nameZh }: Template, lang: Lang): string => (lang === 'zh' ? (nameZh ?? name) : name);
const rootsOf = (template: Template): readonly string[] => Object.values(template.roots).flatMap((roots) => roots.map(({ url }) => url));
const hostOf = (url: string): string => /^https?:\/\/([^/]+)/.exec(url)?.[1] ?? '';

/** Its name in the other language stands beside it, where the terminal can show that. */
function providerChoice(template: Template, { lang, paint }: Look): Choice<Answer> {
  const chinese = paint.unicode ? (template.nameZh ?? '') : '';
  const other = lang === 'zh' ? template.name : chinese;
  const label = nameOf(template, lang);
  const detail = [other === label ? '' : other, hostOf(rootsOf(template)[0] ?? '')].filter(Boolean).join('  ');
  return { value: { kind: 'provider', template }, label, detail };
}

/** Addresses that are configured now, each gateway once: what one client writes with /v1 another writes without. */
function presentChoices({ clients, facts, context }: Draft): readonly Choice<Answer>[] {
  const users = new Map<string, string[]>();
  for (const client of clients) {
    const url = client.read(facts).channel?.baseUrl?.value;
    const meant = url ? meantBase(url) : null;
    const base = meant === null ? null : withoutV1(withoutEndpoint(withoutQuery(meant)));
    if (base) users.set(base, [...(users.get(base) ?? []), client.name]);
  }
  return [...users].map(([url, names]) => ({
    value: { kind: 'url', url },
    label: url,
    detail: say(IN_USE, context.lang, { clients: names.join(LIST[context.lang]) }),
  }));
}

function finder(draft: Draft): (typed: string) => readonly Choice<Answer>[] {
  const { context, templates, conversation } = draft;
  const { look } = conversation;
  const { lang } = look;
  const present = presentChoices(draft);
  const paste: Choice<Answer> = { value: { kind: 'paste' }, label: say(PASTE, lang), detail: say(PASTE_HINT, lang) };
  return (pasted) => {
    const typed = addressIn(pasted);
    if (typed.trim() === '') return [paste, ...present, ...templates.map((template) => providerChoice(template, look))];
    // Pasted in the wrong place: nothing finds it, and nothing shows it.
    if (looksLikeKey(typed.trim())) context.masker.learn(typed.trim());
    const url = isAddress(typed) ? meantBase(typed) : null;
    const own: readonly Choice<Answer>[] = url === null ? [] : [{ value: { kind: 'url', url }, label: say(USE, lang, { url }), kept: url }];
    const matching = present.filter(({ label }) => label !== url && label.includes(typed.trim().toLowerCase()));
    return [...own, ...matching, ...searchTemplates(templates, typed).map((template) => providerChoice(template, look))];
  };
}

/** An address typed by itself, perhaps over one that did not work. */
async function typedAddress(draft: Draft, message: string, start: string): Promise<string | null> {
  const { lang, masker } = draft.context;
  const refuse = (pasted: string): string | null => {
    const typed = addressIn(pasted);
    if (looksLikeKey(typed)) {
      masker.learn(typed);
      return say(IS_KEY, lang);
    }
    return meantBase(typed) !== null && /[.:]/.test(typed) && !hasHole(typed) ? null : say(NO_ADDRESS, lang);
  };
  const typed = await draft.conversation.ask(text({ message, short: say(GATEWAY, lang), start, hasBack: true, refuse }));
  return typed === BACK ? null : meantBase(addressIn(typed));
}

async function take(draft: Draft, answer: Answer): Promise<Move | null> {
  const { lang } = draft.context;
  if (answer.kind === 'url') {
    draft.wanted = { ...draft.wanted, baseUrl: answer.url, template: null };
    return 'next';
  }
  if (answer.kind === 'paste') {
    const baseUrl = await typedAddress(draft, say(ADDRESS, lang), draft.wanted.baseUrl ?? '');
    if (baseUrl === null) return null;
    draft.wanted = { ...draft.wanted, baseUrl, template: null };
    return 'next';
  }
  const { template } = answer;
  const roots = rootsOf(template);
  const [pattern = ''] = roots;
  if (!roots.every(hasHole)) {
    draft.wanted = { ...draft.wanted, baseUrl: null, template };
    return 'next';
  }
  const baseUrl = await typedAddress(draft, say(OWN_PART, lang, { name: nameOf(template, lang), pattern }), pattern);
  if (baseUrl === null) return null;
  draft.wanted = { ...draft.wanted, baseUrl, template };
  return 'next';
}

export const askAddress: Step = async (draft) => {
  const { conversation, context, flags, asksAgain } = draft;
  const isGiven = flags.baseUrl !== null || flags.template !== null;
  if (isGiven && !asksAgain.has('address')) return 'skip';
  const find = finder(draft);
  const all = find('');
  const isPresent = ({ value }: Choice<Answer>): boolean => value.kind === 'url';
  const isChosen = ({ value }: Choice<Answer>): boolean =>
    (value.kind === 'provider' && value.template.id === draft.wanted.template?.id) ||
    (value.kind === 'url' && draft.wanted.baseUrl !== null && sameOrigin(value.url, draft.wanted.baseUrl));
  const isTyped = draft.wanted.baseUrl !== null && !all.some(isChosen);
  const start = Math.max(0, isTyped ? 0 : all.findIndex(all.some(isChosen) ? isChosen : isPresent));
  for (;;) {
    const { mark } = conversation;
    const chosen = await conversation.ask(
      choice<Answer>({
        message: say(WHICH, context.lang),
        short: say(GATEWAY, context.lang),
        find,
        start,
        isSearch: true,
        hasBack: draft.answers > 0,
      }),
    );
    if (chosen === BACK) return 'back';
    const move = await take(draft, chosen);
    if (move !== null) return move;
    conversation.takeBack(mark);
  }
};
