import type { ClientState } from '../../clients/client.ts';
import { type Draft, eachClient, type Rule } from '../rule.ts';
import { keyShapeDrafts, writtenCredentials } from '../shape/credential-problems.ts';
import { looksLikeKey } from '../shape/key-shape.ts';

/** Not an address without its scheme, which may hold letters and digits like a key. */
const isKey = (text: string): boolean => looksLikeKey(text) && !/[/:]|\.[a-z]{2,}$/.test(text);

/** Does a key stand where the address belongs? */
function isSwapped(state: ClientState, { origin }: Omit<Draft, 'client'>): boolean {
  const base = state.channel?.baseUrl;
  return (
    base !== undefined &&
    base !== null &&
    isKey(base.value.trim()) &&
    writtenCredentials(state).some(({ setting }) => setting.origin === origin)
  );
}

export const rule: Rule = {
  id: 'key/is-url',
  severity: 'error',
  text: {
    title: { en: 'An address stands where the key belongs', zh: '该填密钥的地方填成了网址' },
    why: {
      en: 'It was pasted into the wrong field, so the gateway gets an address for a key.',
      zh: '贴错了位置，网关收到的密钥其实是一个网址。',
    },
    advice: { en: 'Put the key here and the address into the base URL.', zh: '这里填密钥，网址填到 Base URL 里。' },
  },
  variants: {
    swapped: {
      title: { en: 'Key and base URL have changed places', zh: '密钥和 Base URL 填反了' },
      why: {
        en: 'An address stands where the key belongs, and a key where the address belongs.',
        zh: '该填密钥的地方是网址，该填网址的地方是密钥。',
      },
      advice: { en: 'Swap the two values.', zh: '把两个值对调。' },
    },
  },
  check: (snapshot, evidence) => {
    const drafts = [...keyShapeDrafts('key/is-url', snapshot, evidence)];
    return eachClient(snapshot, evidence, function* (state) {
      for (const draft of drafts.filter(({ client }) => client === state.id))
        yield isSwapped(state, draft) ? { ...draft, variant: 'swapped' } : draft;
    });
  },
};
