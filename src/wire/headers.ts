// Header values that carry a credential.

import { mask, Secret } from '../secret.ts';
import type { HeaderValue } from './types.ts';

const SCHEME = /^(bearer|basic|token)(\s+)/i;

/** `Bearer <key>`; the key exactly as the client would put it there, even where that is wrong. */
export const bearer = (key: Secret): Secret => new Secret(`Bearer ${key.reveal()}`);

/** For people: the scheme stays, the credential is masked. */
export function shownValue(value: HeaderValue): string {
  if (typeof value === 'string') return value;
  const text = value.reveal();
  const scheme = SCHEME.exec(text)?.[0] ?? '';
  return `${scheme}${mask(text.slice(scheme.length))}`;
}
