import { httpsTwin, isPrivate, parseBase } from '../base-url.ts';
import type { ClientState } from './client.ts';

/** The same base over TLS, where a key of this channel goes to a public host without; else null. */
export function encryptedInstead({ channel }: ClientState): string | null {
  const written = channel?.baseUrl?.value ?? '';
  const url = parseBase(written.trim());
  const hasKey = channel?.credentials.some(({ isLogin }) => !isLogin) === true;
  return url?.protocol === 'http:' && !isPrivate(url.hostname) && hasKey ? httpsTwin(written) : null;
}
