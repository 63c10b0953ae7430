// Back to the vendor's own login: what a channel set in the user's settings goes, everything else stays (claude-code.md, section 9).

import type { Edit, Facts } from '../../model.ts';
import type { Template } from '../../templates.ts';
import type { ClientState } from '../client.ts';
import { isTable } from '../field-type.ts';
import { targetFile } from './places.ts';
import { cloudSwitches } from './read.ts';

const CHANNEL_VARIABLES: ReadonlySet<string> = new Set([
  'ANTHROPIC_BASE_URL',
  'ANTHROPIC_AUTH_TOKEN',
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_MODEL',
  'ANTHROPIC_SMALL_FAST_MODEL',
  'ANTHROPIC_DEFAULT_MODEL',
  'ANTHROPIC_DEFAULT_OPUS_MODEL',
  'ANTHROPIC_DEFAULT_SONNET_MODEL',
  'ANTHROPIC_DEFAULT_HAIKU_MODEL',
  'ANTHROPIC_DEFAULT_FABLE_MODEL',
  'CLAUDE_CODE_SUBAGENT_MODEL',
]);

/** `templates` are those of the provider that is left: what its quirks wrote goes too, where it still has that value. */
export function leaveClaudeCode(state: ClientState, facts: Facts, templates: readonly Template[]): readonly Edit[] {
  const file = targetFile(facts, state.version, 'user');
  const document = state.layers.find((layer) => layer.file === file)?.document ?? null;
  const root = document?.root ?? null;
  if (!isTable(root)) return [];
  const env = isTable(root.env) ? root.env : {};
  const quirks = templates.flatMap(({ claudeEnv }) => Object.entries(claudeEnv));
  const isOurs = (name: string): boolean =>
    CHANNEL_VARIABLES.has(name) ||
    (cloudSwitches(state.version).includes(name) && env[name] === '') ||
    quirks.some(([key, value]) => key === name && value === env[name]);
  // An address or a key makes a channel; models and quirks alone may be the user's choice for the vendor's own API.
  const isChannel = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'].some((name) => env[name] !== undefined);
  const helper: Edit[] = typeof root.apiKeyHelper === 'string' ? [{ op: 'remove', file, path: ['apiKeyHelper'] }] : [];
  if (!isChannel && helper.length === 0) return [];
  const names = Object.keys(env).filter(isOurs);
  const isEmptied = names.length > 0 && names.length === Object.keys(env).length;
  const variables: Edit[] = isEmptied
    ? [{ op: 'remove', file, path: ['env'] }]
    : names.map((name): Edit => ({ op: 'remove', file, path: ['env', name] }));
  return [...variables, ...helper];
}
