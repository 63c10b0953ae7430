// Literal Codex homes for the tests of this folder.

import type { CodexState } from '../../../src/clients/client.ts';
import { codex } from '../../../src/clients/codex/index.ts';
import { factsOf, type Home } from '../../helpers/facts.ts';

export const GATEWAY = 'https://gw.example/v1';
export const KEY = 'sk-test-0123456789abcdef';

/** A config.toml that selects a provider `gw`, with more lines for its table and before it. */
export const config = (table = 'env_key = "GW_API_KEY"', root = '', base = GATEWAY): string =>
  `model = "m-main"\nmodel_provider = "gw"\n${root}\n[model_providers.gw]\nname = "gw"\nbase_url = "${base}"\nwire_api = "responses"\n${table}\n`;

export const read = (version: string | null, home: Home): CodexState => {
  const state = codex.read(factsOf({ ...home, ...(version === null ? {} : { installed: { codex: version } }) }));
  if (state.id !== 'codex') throw new Error('not codex');
  return state;
};

/** With one config.toml. */
export const readConfig = (version: string, text: string, rest: Home = {}): CodexState =>
  read(version, { ...rest, files: { '~/.codex/config.toml': text, ...rest.files } });

export const login = (more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    OPENAI_API_KEY: null,
    tokens: { id_token: 'x.y.z', access_token: 'chatgpt-access-token-0001', refresh_token: 'r', account_id: 'a' },
    ...more,
  });

/** `scope: value` of the first credential, with what it beats. */
export function credentialOf({ channel }: CodexState): string {
  const credential = channel?.credentials[0];
  if (!credential) return '-';
  const { setting, isLogin } = credential;
  const where = ({ origin }: { origin: { env?: string; key?: string } }): string => origin.env ?? origin.key?.split('.').at(-1) ?? '?';
  const beaten = setting.shadows.map(where);
  return `${isLogin ? 'login ' : ''}${where(setting)}${beaten.length ? ` > ${beaten.join(' > ')}` : ''}`;
}
