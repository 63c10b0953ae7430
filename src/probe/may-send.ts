// Whether a request may be sent at all: where the key may go is decided before the first packet.

import { parseBase } from '../base-url.ts';
import type { ClientState, Snapshot } from '../clients/client.ts';
import { projectRedirects } from '../rules/security/project-redirects-key.ts';
import { judgedCredentials } from '../rules/shape/credential-problems.ts';
import { foreignKeyOwner, vendorOfKey } from '../templates.ts';
import type { ClientEvidence } from './types.ts';

/** A value with one of these was never a key for this gateway: sending it proves nothing and may hand somebody a secret. */
const NEVER_SENT: readonly string[] = ['key/is-url', 'key/is-variable-name', 'key/is-model', 'key/placeholder', 'key/masked'];
const VENDOR: Readonly<Record<ClientState['id'], { readonly id: string; readonly api: string }>> = {
  codex: { id: 'openai', api: 'https://api.openai.com/v1' },
  'claude-code': { id: 'anthropic', api: 'https://api.anthropic.com' },
};

const isThisMachine = (hostname: string): boolean => /^(?:localhost|127\.0\.0\.1)$/i.test(hostname);

/** Another address that the key of a written one may go to: the same origin, its https twin, or localhost for 127.0.0.1 and the reverse (cli.md). */
export function mayGetKeyOf(written: string, other: string): boolean {
  const [from, to] = [parseBase(written), parseBase(other)];
  if (!from || !to || from.port !== to.port) return false;
  const isSameHost = from.hostname === to.hostname || (isThisMachine(from.hostname) && isThisMachine(to.hostname));
  return isSameHost && (from.protocol === to.protocol || to.protocol === 'https:');
}

export function whyNotSent(state: ClientState, snapshot: Snapshot): ClientEvidence['notSent'] {
  const { channel } = state;
  if (snapshot.options.offline) return 'offline';
  const isStopped = state.id === 'codex' && state.stops.length > 0;
  if (channel === null) return isStopped ? 'broken-config' : 'no-channel';
  if (state.id === 'claude-code' && state.cloudSwitch) return 'cloud';
  const redirected = [...projectRedirects(snapshot, state)].some(({ severity = 'error' }) => severity === 'error');
  if (redirected && !snapshot.options.trustProject) return 'untrusted-project';
  const keys = judgedCredentials(state, null, snapshot);
  const { id, api } = VENDOR[state.id];
  if (keys.some(({ problems }) => problems.some((problem) => NEVER_SENT.includes(problem.id)))) return 'bad-key';
  const base = channel.baseUrl?.value ?? api;
  if (keys.some(({ credential }) => foreignKeyOwner(snapshot.templates, base, credential.setting.value) !== null)) return 'wrong-vendor';
  const isOwnVendors = keys.some(({ credential }) => vendorOfKey(snapshot.templates, credential.setting.value).includes(id));
  if (channel.baseUrl === null && !isOwnVendors) return 'official';
  if (isStopped) return 'broken-config';
  if (state.client.request(state) !== null) return null;
  if (channel.requestUrl === null) return 'bad-url';
  if (keys.length > 0) return 'bad-key';
  if (state.keyHelper) return 'helper-not-run';
  return state.logins.length > 0 || channel.credentials.length > 0 ? 'login-only' : 'no-key';
}
