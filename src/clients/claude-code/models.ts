// Which models this version asks for, and under which id (section 3.2).

import type { JsonValue, ModelUse, Setting } from '../../model.ts';
import { type Family, has, modelDefaults } from './versions.ts';

type Variable = (name: string) => Setting | null;

const CONTEXT_1M = /\[1m\]$/i;

const FAMILY_VARIABLE: Readonly<Record<Family, string>> = {
  opus: 'ANTHROPIC_DEFAULT_OPUS_MODEL',
  sonnet: 'ANTHROPIC_DEFAULT_SONNET_MODEL',
  haiku: 'ANTHROPIC_DEFAULT_HAIKU_MODEL',
};
const ALIASES: Readonly<Record<string, Family>> = { opus: 'opus', sonnet: 'sonnet', haiku: 'haiku', opusplan: 'sonnet' };

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string' && value.trim() !== '';
/** An empty variable counts as unset. */
const filled = (setting: Setting | null): Setting | null => (setting && isText(setting.value) ? setting : null);

const readsFamily = (version: string, family: Family): boolean =>
  has(version, family === 'haiku' ? 'readsDefaultHaiku' : 'readsDefaultModels');

function familyModel(version: string, family: Family, variable: Variable): string | null {
  const set = readsFamily(version, family) ? filled(variable(FAMILY_VARIABLE[family])) : null;
  return set?.value ?? modelDefaults(version).families[family] ?? null;
}

export interface AskedModel {
  /** As it stands in the request. */
  readonly id: string;
  /** `[1m]` was cut off; the request asks for the long context by a beta instead. */
  readonly longContext: boolean;
}

/** What this version sends for a model as it is written: blanks cut, aliases resolved, `[1m]` turned into a beta, lower case where it does so. */
export function askedModel(version: string, written: string, variable: Variable): AskedModel {
  const cutsSuffix = !has(version, 'sendsContextSuffix');
  const cut = (name: string): string => (cutsSuffix ? name.trim().replace(CONTEXT_1M, '') : name.trim());
  const name = cut(written);
  const alias = name.toLowerCase();
  const family = alias === 'default' ? modelDefaults(version).standard : Object.hasOwn(ALIASES, alias) ? ALIASES[alias] : undefined;
  const meant = family ? (familyModel(version, family, variable) ?? name) : (fableModel(version, alias, variable) ?? name);
  const id = cut(meant);
  return {
    id: has(version, 'lowerCasesModel') ? id.toLowerCase() : id,
    longContext: cutsSuffix && (CONTEXT_1M.test(written.trim()) || CONTEXT_1M.test(meant.trim())),
  };
}

const fableModel = (version: string, alias: string, variable: Variable): string | null =>
  alias === 'fable' && has(version, 'readsDefaultFable') ? (filled(variable('ANTHROPIC_DEFAULT_FABLE_MODEL'))?.value ?? null) : null;

/** The model of a session that nobody chose one for. */
function standardModel(version: string, variable: Variable): Setting {
  const chosen = has(version, 'readsDefaultModel') ? filled(variable('ANTHROPIC_DEFAULT_MODEL')) : null;
  const { standard, main } = modelDefaults(version);
  const ofFamily = readsFamily(version, standard) ? filled(variable(FAMILY_VARIABLE[standard])) : null;
  return chosen ?? ofFamily ?? { value: main, origin: { scope: 'default' }, shadows: [] };
}

export interface ModelSources {
  readonly variable: Variable;
  /** `model` of the settings files. */
  readonly setting: Setting<JsonValue> | null;
  /** The first start of this version deletes the user's own `model`. */
  readonly losesUserModel: boolean;
}

/** As written. `ANTHROPIC_MODEL` from anywhere beats `model` of the settings. */
export function mainModel(version: string, { variable, setting, losesUserModel }: ModelSources): Setting {
  const written = setting ? [{ value: setting.value, origin: setting.origin }, ...setting.shadows] : [];
  const kept = written.flatMap(({ value, origin }) =>
    isText(value) && !(losesUserModel && origin.scope === 'user') ? [{ value, origin }] : [],
  );
  const chosen = filled(variable('ANTHROPIC_MODEL'));
  if (chosen) return { ...chosen, shadows: [...chosen.shadows, ...kept] };
  const [first, ...shadows] = kept;
  return first ? { ...first, shadows } : standardModel(version, variable);
}

/** `ANTHROPIC_SMALL_FAST_MODEL`, else the haiku of this version: asked for by itself up to 2.1.0 only. */
export function smallModel(version: string, variable: Variable): Setting | null {
  if (!has(version, 'asksSmallModel')) return null;
  const haiku = has(version, 'readsDefaultHaiku') ? filled(variable(FAMILY_VARIABLE.haiku)) : null;
  return (
    filled(variable('ANTHROPIC_SMALL_FAST_MODEL')) ??
    haiku ?? { value: modelDefaults(version).small, origin: { scope: 'default' }, shadows: [] }
  );
}

/** All distinct models, main first; the families and the sub-agent only where a variable that this version reads names one. */
export function modelsAsked(version: string, main: Setting, variable: Variable): readonly ModelUse[] {
  const uses: ModelUse[] = [{ role: 'main', setting: main }];
  const small = smallModel(version, variable);
  if (small) uses.push({ role: 'small', setting: small });
  for (const role of ['haiku', 'sonnet', 'opus'] as const) {
    const set = readsFamily(version, role) ? filled(variable(FAMILY_VARIABLE[role])) : null;
    if (set) uses.push({ role, setting: set });
  }
  const subAgent = has(version, 'readsSubAgentModel') ? filled(variable('CLAUDE_CODE_SUBAGENT_MODEL')) : null;
  if (subAgent && subAgent.value.trim() !== 'inherit') uses.push({ role: 'sub-agent', setting: subAgent });
  const seen = new Set<string>();
  return uses.filter(({ setting }) => {
    const { id } = askedModel(version, setting.value, variable);
    return !seen.has(id) && seen.add(id);
  });
}

export interface ModelVariable {
  readonly name: string;
  readonly role: Exclude<ModelUse['role'], 'main'>;
  /** What is asked for where the variable is unset; null where nothing is. */
  readonly standard: string | null;
}

/** The variables for further models that this version reads. */
export function modelVariables(version: string): readonly ModelVariable[] {
  const { families, small } = modelDefaults(version);
  const ofFamilies = (['opus', 'sonnet', 'haiku'] as const)
    .filter((role) => readsFamily(version, role))
    .map((role) => ({ name: FAMILY_VARIABLE[role], role, standard: families[role] ?? null }));
  return [
    ...(has(version, 'asksSmallModel') ? [{ name: 'ANTHROPIC_SMALL_FAST_MODEL', role: 'small', standard: small } as const] : []),
    ...ofFamilies,
    ...(has(version, 'readsSubAgentModel') ? [{ name: 'CLAUDE_CODE_SUBAGENT_MODEL', role: 'sub-agent', standard: null } as const] : []),
  ];
}
