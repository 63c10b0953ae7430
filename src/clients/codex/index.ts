// Codex CLI: https://github.com/openai/codex

import type { Facts, WireApi } from '../../model.ts';
import type { ChannelIntent, Client, ClientState, CodexState } from '../client.ts';
import { homeOf, pathOf, placesOf } from './places.ts';
import { queryOf, readState } from './read.ts';
import { requestOf } from './request.ts';
import { routeOf } from './route.ts';
import { endpoint } from './url.ts';
import { NEWEST_KNOWN } from './versions.ts';
import { writeChannel } from './write.ts';

/** Project folders above the current one are only looked at to say that their file is not read. */
const MAX_PARENTS = 32;

function parentsOf(facts: Facts): string[] {
  const path = pathOf(facts);
  const parents: string[] = [];
  for (let folder = path.dirname(facts.cwd); parents.length < MAX_PARENTS; folder = path.dirname(folder)) {
    if (folder === facts.home) break;
    parents.push(folder);
    if (folder === path.dirname(folder)) break;
  }
  return parents;
}

/** Facts never change, and the same ones are read again with every round of gathering. */
const states = new WeakMap<Facts, CodexState>();

function read(facts: Facts): CodexState {
  const state = states.get(facts) ?? readState(facts, codex);
  states.set(facts, state);
  return state;
}

function wants(facts: Facts): { files: readonly string[]; folders: readonly string[] } {
  const path = pathOf(facts);
  const home = homeOf(facts);
  // Before anything was read nothing names another file.
  const { profile, caFile } = facts.files.size === 0 ? { profile: null, caFile: null } : read(facts);
  return {
    files: [
      home,
      ...placesOf(facts).map(({ file }) => file),
      path.join(facts.home, '.codex', 'config.toml'),
      ...parentsOf(facts).map((folder) => path.join(folder, '.codex', 'config.toml')),
      ...(profile ? [path.join(home, `${path.basename(profile.value)}.config.toml`)] : []),
      ...(caFile ? [caFile.value.path] : []),
    ],
    folders: [home],
  };
}

function own(state: ClientState): CodexState {
  if (state.id !== 'codex') throw new TypeError(`the state of ${state.id} was given to codex`);
  return state;
}

export const codex: Client = {
  id: 'codex',
  name: 'Codex CLI',
  command: 'codex',
  npmPackage: '@openai/codex',
  newestKnownVersion: NEWEST_KNOWN,
  wants,
  read,
  requestUrl(baseUrl: string, state: ClientState, wireApi?: WireApi): string | null {
    const { channel, provider, version } = own(state);
    return endpoint(baseUrl, wireApi ?? channel?.wireApi ?? 'openai-responses', queryOf(provider), version);
  },
  request: (state, options) => requestOf(own(state), options),
  route: (state, url) => routeOf(own(state), url),
  write: (intent: ChannelIntent, state, facts) => writeChannel(intent, own(state), facts),
};
