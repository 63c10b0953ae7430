// Forms in settings.json that no version of Claude Code reads.

import type { ClaudeCodeState } from '../../clients/client.ts';
import { isTable } from '../../clients/field-type.ts';
import type { Edit, JsonValue, KeyPath, Layer } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { isEditable } from '../setting-edits.ts';
import { type Held, heldIn, holdsOf, type IgnoredForm, mainOf, textOf } from './ignored-form.ts';
import { readerOf, readLayers } from './read-layers.ts';

const OBJECTS = ['anthropic', 'openai', 'api', 'claude'] as const;
/** Moved along with the variables of the channel; alone they are no reason for a finding. */
const VARIABLE = /^(?:ANTHROPIC|CLAUDE_CODE|DISABLE|ENABLE)_[A-Z0-9_]+$|^API_TIMEOUT_MS$|^(?:HTTPS?|NO|ALL)_PROXY$/;
const CHANNEL_VARIABLE = /^ANTHROPIC_[A-Z0-9_]+$/;
const TARGETS = { address: 'ANTHROPIC_BASE_URL', key: 'ANTHROPIC_AUTH_TOKEN', model: 'ANTHROPIC_MODEL' } as const;

const isSet = (state: ClaudeCodeState, name: string): boolean => (state.variable(name)?.value.trim() ?? '') !== '';
const hasKey = (state: ClaudeCodeState): boolean =>
  (state.channel?.credentials.some(({ isLogin }) => !isLogin) ?? false) || state.keyHelper !== null;

const isNeeded = (state: ClaudeCodeState, holds: IgnoredForm['holds']): boolean =>
  (holds.address && !isSet(state, 'ANTHROPIC_BASE_URL')) || (holds.key && !hasKey(state));

const removal = (file: string, path: KeyPath): Edit => ({ op: 'remove', file, path });

/** `ANTHROPIC_…` beside `env` instead of inside. */
function topLevelVariables(state: ClaudeCodeState, layer: Layer, root: { readonly [key: string]: JsonValue }): IgnoredForm[] {
  const plain = (name: string): boolean => VARIABLE.test(name) && !isTable(root[name]) && !Array.isArray(root[name]);
  const names = Object.keys(root).filter(plain);
  const telling = names.filter((name) => CHANNEL_VARIABLE.test(name));
  const first = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'].find((name) => telling.includes(name)) ?? telling[0];
  if (first === undefined) return [];
  const { file, document } = layer;
  const holds = { address: telling.includes('ANTHROPIC_BASE_URL'), key: telling.some((name) => /(?:TOKEN|API_KEY)$/.test(name)) };
  const edits = names.map((name): Edit => {
    const to = ['env', name];
    return document?.at(to) ? removal(file, [name]) : { op: 'move', file, path: [name], to };
  });
  return [{ layer, path: [first], names: telling, holds, isNeeded: isNeeded(state, holds), edits: isEditable(layer.scope) ? edits : null }];
}

function carriedOver(layer: Layer, held: readonly Held[]): Edit[] {
  return (['address', 'key', 'model'] as const).flatMap((purpose): Edit[] => {
    const text = textOf(held, purpose);
    const path = ['env', TARGETS[purpose]];
    if (text === null || layer.document?.at(path)) return [];
    return [{ op: 'set', file: layer.file, path, value: purpose === 'key' ? new Secret(text) : text }];
  });
}

/** `{ "anthropic": { "base_url": … } }` and the same keys at the top. */
function inventedKeys(state: ClaudeCodeState, layer: Layer, root: { readonly [key: string]: JsonValue }): IgnoredForm[] {
  const groups = [
    { name: null, held: heldIn(root, []).filter(({ name }) => !VARIABLE.test(name)) },
    ...OBJECTS.map((name) => ({ name, held: heldIn(root[name], [name]) })),
  ];
  return groups.flatMap(({ name, held }): IgnoredForm[] => {
    const holds = holdsOf(held);
    const main = mainOf(held);
    if (!main || !(holds.address || holds.key)) return [];
    const removed =
      name === null ? held.filter(({ purpose }) => purpose === 'address' || purpose === 'key').map(({ path }) => path) : [[name]];
    const isOther = name === 'openai';
    const edits = [
      ...removed.map((path) => removal(layer.file, path)),
      ...carriedOver(
        layer,
        held.filter(({ purpose }) => name !== null || purpose !== 'model'),
      ),
    ];
    return [
      {
        layer,
        path: name === null ? main.path : [name],
        names: name === null ? removed.map((path) => path.join('.')) : [name],
        holds,
        isNeeded: isNeeded(state, holds),
        edits: isOther || !isEditable(layer.scope) ? null : edits,
      },
    ];
  });
}

export function ignoredInClaudeCode(state: ClaudeCodeState): IgnoredForm[] {
  return readLayers(state).flatMap((layer) => {
    const root = layer.document?.root ?? undefined;
    if (readerOf(state, layer) !== 'settings' || !isTable(root)) return [];
    return [...topLevelVariables(state, layer, root), ...inventedKeys(state, layer, root)];
  });
}
