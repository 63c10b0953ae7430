// The edits that make Claude Code use a channel (section 9). Nothing that already holds gets an edit.

import type { Document } from '../../documents/document.ts';
import type { Edit, Facts, JsonValue, Valued } from '../../model.ts';
import { Secret } from '../../secret.ts';
import type { ChannelIntent, ClaudeCodeState } from '../client.ts';
import { askedModel, modelVariables } from './models.ts';
import { targetFile } from './places.ts';
import { cloudSwitches, switchesOn } from './read.ts';
import { unknownKeys } from './schema.ts';
import { has } from './versions.ts';

/** As many characters of an approved key as the client compares. */
const APPROVED_CHARACTERS = 20;
const OWN_VARIABLES: ReadonlySet<string> = new Set(['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL']);

interface Target {
  readonly file: string;
  readonly document: Document | null;
  /** Values that other layers give a variable, by whether they beat this file. */
  others(name: string): { readonly stronger: readonly Valued<string>[]; readonly weaker: readonly Valued<string>[] };
}

function targetOf(intent: ChannelIntent, state: ClaudeCodeState, facts: Facts): Target {
  const file = targetFile(facts, state.version, intent.scope);
  const rank = state.layers.findIndex((layer) => layer.file === file);
  const rankOf = (origin: Valued<string>['origin']): number => {
    const found = state.layers.findIndex((layer) => layer.file === origin.file);
    return found === -1 ? state.layers.length : found;
  };
  return {
    file,
    document: state.layers[rank]?.document ?? null,
    others(name) {
      const setting = state.variable(name);
      const filled = (setting ? [setting, ...setting.shadows] : []).filter(({ value, origin }) => value !== '' && origin.file !== file);
      return {
        stronger: filled.filter(({ origin }) => rankOf(origin) < rank),
        weaker: filled.filter(({ origin }) => rankOf(origin) > rank),
      };
    },
  };
}

function written(target: Target, name: string): string | null {
  const value = target.document?.at(['env', name])?.value;
  return value === undefined ? null : String(value);
}

function setVariable(target: Target, name: string, value: string | Secret): readonly Edit[] {
  const present = target.document?.at(['env', name])?.value;
  const holds = typeof present === 'string' && (value instanceof Secret ? value.equals(present) : value === present);
  return holds ? [] : [{ op: 'set', file: target.file, path: ['env', name], value }];
}

/** Empties a variable that this file or a weaker layer fills. */
function emptied(target: Target, name: string): readonly Edit[] {
  const own = written(target, name);
  return (own !== null && own !== '') || (own === null && target.others(name).weaker.length > 0) ? setVariable(target, name, '') : [];
}

/** What keeps this version from reading the file at all, and can be mended without losing anything. */
function readable(file: string, document: Document | null, version: string, isSettings: boolean): readonly Edit[] {
  if (document === null) return [];
  if (document.encoding.startsWith('utf-16')) return has(version, 'dropsUtf16') || !document.hasBom ? [{ op: 'recode', file }] : [];
  const bom: Edit[] = document.hasBom && has(version, 'dropsBom') ? [{ op: 'remove-bom', file }] : [];
  const schema: Edit[] =
    isSettings && unknownKeys(document.root, version).includes('$schema') ? [{ op: 'remove', file, path: ['$schema'] }] : [];
  return [...bom, ...schema];
}

/** A helper that stays behind would send its key beside the new one, to the new gateway. */
function helperEdits(target: Target, helper: string | null): readonly Edit[] {
  const { file } = target;
  const path = ['apiKeyHelper'];
  const present = target.document?.at(path)?.value;
  if (helper === null) return present === undefined ? [] : [{ op: 'remove', file, path }];
  return present === helper ? [] : [{ op: 'set', file, path, value: helper }];
}

function keyEdits(intent: ChannelIntent, target: Target): readonly Edit[] {
  const { key } = intent;
  if (intent.scope === 'project') return [];
  const [used, other] =
    intent.header === 'x-api-key' ? ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'] : ['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY'];
  if ('helper' in key) return [...helperEdits(target, key.helper), ...emptied(target, used as string), ...emptied(target, other as string)];
  return [...setVariable(target, used as string, key.secret), ...emptied(target, other as string), ...helperEdits(target, null)];
}

function cloudEdits(target: Target, version: string): readonly Edit[] {
  return cloudSwitches(version).flatMap((name) => {
    const own = written(target, name);
    const isOff = own !== null && !switchesOn(version, own);
    return isOff ? [] : emptied(target, name);
  });
}

/** Small/fast, family and sub-agent models that the gateway does not serve become ones that it does. */
function modelEdits(intent: ChannelIntent, state: ClaudeCodeState, target: Target): readonly Edit[] {
  const { version } = state;
  const { models } = intent;
  const isServed = (model: string): boolean => models === null || models.includes(askedModel(version, model, () => null).id);
  return modelVariables(version).flatMap(({ name, role, standard }) => {
    const { stronger, weaker } = target.others(name);
    if (stronger.length > 0) return [];
    const isSmall = role === 'small' || role === 'haiku';
    const wouldBe = (written(target, name) ?? weaker[0]?.value) || standard;
    const wanted = isSmall && intent.smallModel ? intent.smallModel : null;
    if (wanted === null && (wouldBe === null || isServed(wouldBe))) return [];
    return setVariable(target, name, wanted ?? intent.model);
  });
}

/** What the provider needs beyond that; a value of the user's own stays, and so does what nobody has filled in (`{region}`). */
function templateEdits(intent: ChannelIntent, target: Target): readonly Edit[] {
  const unusedKey = intent.header === 'x-api-key' ? 'ANTHROPIC_AUTH_TOKEN' : 'ANTHROPIC_API_KEY';
  return Object.entries(intent.template?.claudeEnv ?? {})
    .filter(([name, value]) => !OWN_VARIABLES.has(name) || (name === unusedKey && value === '' && intent.scope !== 'project'))
    .filter(([name, value]) => written(target, name) === null && !/\{\w+\}/.test(value))
    .flatMap(([name, value]) => setVariable(target, name, value));
}

/** The first edit of a place counts. */
function oncePerPlace(edits: readonly Edit[]): readonly Edit[] {
  const seen = new Set<string>();
  return edits.filter((edit) => {
    const place = JSON.stringify([edit.op, edit.file, 'path' in edit ? edit.path : null]);
    return !seen.has(place) && seen.add(place);
  });
}

const texts = (value: JsonValue | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** A start without login and without the question whether the key may be used (section 6). */
function firstStartEdits(intent: ChannelIntent, { version, globalConfig }: ClaudeCodeState): readonly Edit[] {
  const { file, document } = globalConfig;
  const set = (path: readonly string[], value: JsonValue): Edit => ({ op: 'set', file, path, value });
  const edits: Edit[] = [...readable(file, document, version, false)];
  if (document?.at(['hasCompletedOnboarding'])?.value !== true) edits.push(set(['hasCompletedOnboarding'], true));
  if (intent.header !== 'x-api-key' || intent.scope === 'project' || 'helper' in intent.key) return edits;
  const tail = intent.key.secret.reveal().trim().slice(-APPROVED_CHARACTERS);
  const listed = (name: string): readonly string[] => texts(document?.at(['customApiKeyResponses', name])?.value);
  if (!listed('approved').includes(tail)) edits.push(set(['customApiKeyResponses', 'approved'], [...listed('approved'), tail]));
  const rejected = listed('rejected');
  if (rejected.includes(tail))
    edits.push(
      set(
        ['customApiKeyResponses', 'rejected'],
        rejected.filter((item) => item !== tail),
      ),
    );
  return edits;
}

export function writeChannel(intent: ChannelIntent, state: ClaudeCodeState, facts: Facts): readonly Edit[] {
  const target = targetOf(intent, state, facts);
  return oncePerPlace([
    ...readable(target.file, target.document, state.version, true),
    ...setVariable(target, 'ANTHROPIC_BASE_URL', intent.baseUrl),
    ...keyEdits(intent, target),
    ...setVariable(target, 'ANTHROPIC_MODEL', intent.model),
    ...modelEdits(intent, state, target),
    ...templateEdits(intent, target),
    ...cloudEdits(target, state.version),
    ...firstStartEdits(intent, state),
  ]);
}
