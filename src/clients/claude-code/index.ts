// Claude Code: what it is and where its files are.

import type { Facts } from '../../model.ts';
import type { ClaudeCodeState, Client, ClientState } from '../client.ts';
import { requestUrlFor } from './base-url.ts';
import { configFolder, fragmentFolders, places } from './places.ts';
import { readState, versionOf } from './read.ts';
import { buildRequest } from './request.ts';
import { routeFor } from './route.ts';
import { NEWEST_KNOWN_VERSION } from './versions.ts';
import { writeChannel } from './write.ts';

function own(state: ClientState): ClaudeCodeState {
  if (state.id !== 'claude-code') throw new TypeError(`the state of ${state.id} is none of Claude Code`);
  return state;
}

/** Facts never change, and the same ones are read again with every round of gathering. */
const states = new WeakMap<Facts, ClaudeCodeState>();

function read(facts: Facts): ClaudeCodeState {
  const state = states.get(facts) ?? readState(facts, claudeCode);
  states.set(facts, state);
  return state;
}

function wants(facts: Facts): ReturnType<Client['wants']> {
  const { version } = versionOf(facts);
  // Before anything was read nothing names another file.
  const { caFile } = facts.files.size === 0 ? { caFile: null } : read(facts);
  return {
    files: [...places(facts, version).map(({ path }) => path), ...(caFile ? [caFile.value.path] : [])],
    folders: [configFolder(facts, version), ...fragmentFolders(facts, version)],
  };
}

export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  command: 'claude',
  npmPackage: '@anthropic-ai/claude-code',
  newestKnownVersion: NEWEST_KNOWN_VERSION,
  wants,
  read,
  requestUrl: (baseUrl, state, wireApi) => requestUrlFor(state.version, baseUrl, wireApi),
  request: (state, options) => buildRequest(own(state), options),
  route: (state, url) => routeFor(own(state), url),
  write: (intent, state, facts) => writeChannel(intent, own(state), facts),
};
