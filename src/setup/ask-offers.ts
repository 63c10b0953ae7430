// Asks the gateway what it offers each client, says it in plain words, and leaves out the clients that can't use it.

import { timeoutMs } from '../context.ts';
import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import { signsOf } from '../prompts/layout.ts';
import { wrap } from '../report/paint.ts';
import { sentencesOf } from '../texts.ts';
import { addressesOf } from './ask-key.ts';
import { type Draft, isNamed, type Move, type Step } from './draft.ts';
import { type Offer, offerFor, offerWords } from './offer.ts';
import type { ProposeOptions } from './trial.ts';

const ASKING: Text = { en: 'Asking {host} what it offers…', zh: '正在查询 {host} 提供哪些接口…' };
const KEY_AGAIN: Text = {
  en: 'The gateway refuses this key; nothing was written. Paste another one.',
  zh: '网关拒绝了这个密钥，没有写入任何内容。请换一个密钥。',
};
const ADDRESS_AGAIN: Text = {
  en: 'Nothing can be set up with this address. Choose another one, or the same to try again.',
  zh: '这个地址无法用于设置。请换一个地址，或选同一个再试一次。',
};
const MODELS: Text = { en: 'It lists {n} models', zh: '它列出了 {n} 个模型' };
const ONE_MODEL: Text = { en: 'It lists {n} model', zh: '它列出了 {n} 个模型' };

export async function proposeOptions(draft: Draft): Promise<ProposeOptions> {
  const { context, wanted, key, facts, options, templates } = draft;
  if (!key) throw new Error('the key is asked for first');
  const send = options.offline ? null : (await import('../net/request.ts')).send;
  return { wanted, key, facts, send, timeoutMs: timeoutMs(context), templates };
}

/** The same sentence about both clients is said once. */
function tell(draft: Draft): void {
  const { lang, paint, columns } = draft.conversation.look;
  const { done, failed, warned } = signsOf(paint);
  const told = new Map(draft.offers.map((offer) => [offerWords(offer, draft.wanted.template?.name ?? '', lang), offer.verdict]));
  for (const [words, verdict] of told) {
    const sign =
      verdict === 'answers' ? paint.green(done) : verdict === 'unknown' || verdict === 'unclear' ? paint.yellow(warned) : paint.red(failed);
    const [first = '', ...rest] = wrap(words, columns - 2);
    draft.conversation.say([`${sign} ${first}`, ...rest.map((line) => `  ${line}`)].join('\n'));
  }
}

function tellModels(draft: Draft): void {
  const { lang, paint } = draft.conversation.look;
  const n = new Set(draft.offers.flatMap(({ found }) => found.models ?? [])).size;
  if (n > 0)
    draft.conversation.say(paint.dim(`  ${say(new Intl.PluralRules(lang).select(n) === 'one' ? ONE_MODEL : MODELS, lang, { n })}`));
}

/** What to do about an address that leads nowhere. */
function adviceOf(draft: Draft): string[] {
  const failure = draft.offers.map(({ found }) => found.probed?.outcome.failure).find((found) => found);
  return failure ? [sentencesOf(failure, draft.context.lang).advice] : [];
}

function again(draft: Draft, to: 'key' | 'address', text: Text, more: readonly string[] = []): Move {
  const { lang, paint, columns } = draft.conversation.look;
  const lines = [...more, say(text, lang)].flatMap((line) => wrap(line, columns - 2)).map((line) => `  ${paint.yellow(line)}`);
  draft.conversation.say(lines.join('\n'));
  draft.asksAgain.add(to);
  return { to };
}

export const askOffers: Step = async (draft) => {
  const { context, conversation, clients } = draft;
  const options = await proposeOptions(draft);
  const [address = ''] = addressesOf(draft);
  const host = URL.canParse(address) ? new URL(address).host : address;
  const asked = Promise.all(clients.map((client) => offerFor(client, options)));
  draft.offers = options.send ? await conversation.busy(say(ASKING, context.lang, { host }), asked) : await asked;
  tell(draft);
  tellModels(draft);
  const every = (...verdicts: readonly Offer['verdict'][]): boolean => draft.offers.every(({ verdict }) => verdicts.includes(verdict));
  if (every('refuses-key', 'absent', 'no-address') && draft.offers.some(({ verdict }) => verdict === 'refuses-key'))
    return again(draft, 'key', KEY_AGAIN);
  if (every('unreachable', 'absent', 'no-address')) return again(draft, 'address', ADDRESS_AGAIN, adviceOf(draft));
  draft.asksAgain.clear();
  if (!isNamed(draft)) draft.offers = draft.offers.filter(({ verdict }) => ['answers', 'unclear', 'unknown'].includes(verdict));
  return 'skip';
};
