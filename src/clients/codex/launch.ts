// One session of Codex on a channel: by `-c` for everything but the key, which goes by the environment (codex.md, section 1: a whole channel by
// `-c` alone was measured in 0.23 to 0.171; section 4: the variable that `env_key` names beats every login).

import { refusal } from '../../errors.ts';
import type { Text } from '../../model.ts';
import type { ChannelIntent, ClientState, CodexState } from '../client.ts';
import type { Launcher, SessionStart } from '../launch.ts';
import { does, NEVER_WRITTEN_IDS } from './versions.ts';

/** `$CODEX_HOME/.env` overrides the environment, but not names that begin with `CODEX_`. */
const KEY_VARIABLE = 'CODEX_CHANNEL_DOCTOR_KEY';
const STANDARD_ID = 'gw';

const MANAGED: Text = {
  en: '{file} sets {name}, and nothing beats it: this session would not be on the channel. Ask whoever manages this machine',
  zh: '{file} 指定了 {name}，无法覆盖：本次会话不会走这个渠道。请联系这台机器的管理员',
};

function own(state: ClientState): CodexState {
  if (state.id !== 'codex') throw new TypeError(`the state of ${state.id} was given to codex`);
  return state;
}

/** A free id: `-c` would mix its table with one of that name. Dots would split the key. */
function idFor(intent: ChannelIntent, state: CodexState): string {
  const named = (intent.name ?? intent.template?.id ?? STANDARD_ID).replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || STANDARD_ID;
  const taken = new Set([...NEVER_WRITTEN_IDS, ...state.providers.map(({ id }) => id)]);
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? named : count === 2 ? `${named}-run` : `${named}-run-${count - 1}`;
    if (!taken.has(id)) return id;
  }
}

/** A basic string; JSON's escapes are TOML's, but for the delete character. */
const text = (value: string): string => JSON.stringify(value).replaceAll('\u007f', '\\u007f');

function tableFor(intent: ChannelIntent, id: string, version: string): string {
  const wire = intent.wireApi === 'openai-chat' && !does(version, 'responsesOnly') ? 'chat' : 'responses';
  const key =
    intent.header === 'x-api-key' ? `env_http_headers={${text('x-api-key')}=${text(KEY_VARIABLE)}}` : `env_key=${text(KEY_VARIABLE)}`;
  return `{name=${text(id)},base_url=${text(intent.baseUrl)},wire_api=${text(wire)},${key}}`;
}

/** A legacy profile in effect beats the root keys, also those of `-c`. */
function keyPath(key: string, state: CodexState): string {
  const name = state.profile?.value;
  return state.setting([key])?.origin.scope === 'profile' && name !== undefined ? `profiles.${name}.${key}` : key;
}

export const launchCodex: Launcher = (intent, clientState): SessionStart => {
  const state = own(clientState);
  for (const name of ['model_provider', 'model']) {
    const origin = state.setting([name])?.origin;
    if (origin?.scope === 'managed') throw refusal(MANAGED, { name, file: origin.file ?? '' });
  }
  const id = idFor(intent, state);
  const overrides = [
    `${keyPath('model', state)}=${text(intent.model)}`,
    `${keyPath('model_provider', state)}=${text(id)}`,
    `model_providers.${id}=${tableFor(intent, id, state.version)}`,
  ];
  return { args: overrides.flatMap((override) => ['-c', override]), env: { [KEY_VARIABLE]: intent.key.secret }, settings: null, notes: [] };
};
