// The key: kept where the address is the present one, else asked for without showing it.

import { sameOrigin } from '../base-url.ts';
import { BACK } from '../prompts/prompt.ts';
import { hasHole } from '../templates.ts';
import type { Draft, Step } from './draft.ts';
import { checked, type GivenKey } from './key.ts';
import { keyQuestion } from './key-question.ts';

/** Where the key would be sent. */
export function addressesOf({ wanted }: Draft): readonly string[] {
  if (wanted.baseUrl !== null) return [wanted.baseUrl];
  const roots = Object.values(wanted.template?.roots ?? {}).flat();
  return roots.map(({ url }) => url).filter((url) => !hasHole(url));
}

/** The key that is in use at the same address; one of another gateway is never offered. */
function presentKey(draft: Draft): GivenKey | null {
  const addresses = addressesOf(draft);
  for (const client of draft.clients) {
    const channel = client.read(draft.facts).channel;
    const base = channel?.baseUrl?.value;
    const credential = channel?.credentials.find(({ isLogin }) => !isLogin);
    if (!credential || !base || !addresses.some((address) => sameOrigin(address, base))) continue;
    const { origin, value } = credential.setting;
    const isByName = client.id === 'codex' && origin.scope === 'env' && origin.env !== undefined;
    return { secret: value, env: isByName ? (origin.env ?? null) : null };
  }
  return null;
}

export const askKey: Step = async (draft) => {
  const { context, conversation, flagKey, asksAgain, wanted, templates } = draft;
  if (flagKey && !asksAgain.has('key')) {
    draft.key = flagKey;
    return 'skip';
  }
  // A key that was just refused is no default; one that was typed for this set-up is, also after a step back.
  const present = asksAgain.has('key') ? null : (draft.key ?? presentKey(draft));
  const question = keyQuestion(context, {
    addresses: addressesOf(draft),
    templates,
    template: wanted.template,
    present: present?.secret ?? null,
    hasBack: draft.answers > 0,
  });
  const typed = await conversation.ask(question);
  if (typed === BACK) return 'back';
  if (typed === '' && present) {
    draft.key = present;
    return 'next';
  }
  context.masker.learn(typed.trim());
  draft.key = { secret: checked(context, typed), env: null };
  context.masker.learn(draft.key.secret);
  return 'next';
};
