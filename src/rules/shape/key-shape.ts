// What a pasted key looks like when it is no key, or not only the key. Text alone decides: no network, no vendor is asked.

import type { Args } from '../../model.ts';
import { variableIn } from './variable-reference.ts';

export interface KeyProblem {
  /** The rule that reports it: `key/…`, or `file/unexpanded-variable`. */
  readonly id: string;
  /** The key as it was meant, with every mendable problem mended; absent where it can't be known. */
  readonly fixed?: string;
  /** Never any part of the key. */
  readonly args: Args;
}

/** What the text alone can't tell. */
export interface KeySurroundings {
  /** Names of variables that are set. */
  readonly variables?: ReadonlySet<string>;
  /** Ids of models that the channel uses or serves. */
  readonly models?: ReadonlySet<string>;
}

const BLANK = String.raw`[\s\u00AD\u180E\u200B-\u200F\u2028-\u202F\u2060-\u2064\uFEFF]`;
const BLANK_ENDS = new RegExp(`^${BLANK}+|${BLANK}+$`, 'gu');
const BLANK_INSIDE = new RegExp(BLANK, 'u');
const QUOTES = '["\'`“”„‟‘’‚‛«»「」『』＂＇]';
const OPENING_QUOTES = new RegExp(`^${QUOTES}+`, 'u');
// A comma or semicolon comes along when a line of JSON or code is copied.
const CLOSING_QUOTES = new RegExp(`${QUOTES}+[,;，；]?$`, 'u');
const BEARER = /^(?:authorization\s*[:：]\s*)?bearer[\s:：]+/i;
const NOT_VISIBLE_ASCII = /[^\x21-\x7E]/u;
const MASKED = /\.{3}|…|\*{3}|[•●·∙]{2}/u;
const URL_SHAPE =
  /^[a-z][a-z0-9+.-]*:\/\/|^www\.|^(?:[a-z0-9-]+\.)+(?:ai|app|cloud|club|cn|co|com|dev|example|fun|host|io|net|online|org|pro|site|store|tech|top|vip|xyz)(?=[:/]|$)|^localhost(?=[:/])|^\d{1,3}(?:\.\d{1,3}){3}(?=[:/]|$)/i;
const VARIABLE_NAME = /^(?=.*(?:KEY|TOKEN|SECRET|PASSWORD|AUTH|API)\b)[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const MODEL_SHAPE =
  /^(?:[a-z-]+\/)?(?:claude-(?:opus|sonnet|haiku|instant|\d)|gpt-(?:\d|oss)|chatgpt-4|codex-mini|glm-\d|deepseek-(?:chat|reasoner|coder|[vr]\d)|qwen(?:\d|-(?:max|plus|turbo|coder|long))|kimi-(?:k\d|latest|for)|moonshot-v\d|gemini-\d|grok-(?:\d|code)|doubao-(?:seed|\d)|minimax-m\d|llama-?\d|mistral-(?:large|small|medium))[\w.:[\]-]*$/i;
const MODEL_LENGTH = 48;

/** Prefixes that vendors give their keys, longest first, so that the whole of a doubled one is seen. */
const PREFIXES = [
  'sk-or-v1-',
  'sk-proj-',
  'sk-kimi-',
  'sk-ant-',
  'nvapi-',
  'sk-sp-',
  'gsk_',
  'csk-',
  'xai-',
  'vck_',
  'sk-',
  'sk_',
  'tp-',
  'ms-',
  'cr_',
  'fw_',
];

const PLACEHOLDERS: readonly RegExp[] = [
  /^[<[{(《【（「].*[>\]})》】）」]$/su,
  /<[^<>]+>/u,
  /(?:^|[^a-z])your(?:[-_ ]?[a-z]{2,12}){0,3}?[-_ ]?(?:api|key|token|secret|credential)/i,
  /(?:api|access|auth)?[-_ ]?(?:key|token|secret)[-_ ]?(?:goes[-_ ]?)?here\b/i,
  /(?:paste|put|enter|insert|replace|fill)[-_ ](?:in|with|your|the|me|this|key|api|token)/i,
  /^(?:sk-)?(?:bearer|change[-_ ]?me|change[-_ ]?this|placeholder|todo|tbd|fixme|api[-_ ]?key|example(?:[-_ ]?key)?|key[-_ ]?example)$/i,
  /x{5,}/i,
  /^(?:[a-z0-9]+[-_])*x{2,}(?:[-_]x{2,})*$/i,
  /你的|您的|自己的|密钥|秘钥|令牌|密匙|口令|填入|填写|替换|这里|此处|申请|占位|示例/u,
];

/** One of them is in every placeholder of ASCII. Most keys have none, and to compile the patterns takes longer than all that is asked of a key. */
const HINT = /your|here|paste|put|enter|insert|replace|fill|bearer|change|placeholder|todo|tbd|fixme|api|example|xx|[<[{(]/i;

const isPlaceholder = (core: string): boolean =>
  (HINT.test(core) || NOT_VISIBLE_ASCII.test(core)) && PLACEHOLDERS.some((pattern) => pattern.test(core));

const isDoubled = (text: string): string | null => {
  const prefix = PREFIXES.find((known) => text.toLowerCase().startsWith(known + known));
  return prefix === undefined ? null : text.slice(prefix.length);
};

/** Takes off what was copied along with the key, layer by layer, and notes each kind once. */
function peel(value: string): { readonly core: string; readonly peeled: ReadonlySet<string> } {
  const peeled = new Set<string>();
  let core = value;
  for (;;) {
    const before = core;
    const strip = (id: string, next: string): void => {
      if (next === core) return;
      peeled.add(id);
      core = next;
    };
    strip('key/whitespace', core.replace(BLANK_ENDS, ''));
    strip('key/quoted', core.replace(OPENING_QUOTES, '').replace(CLOSING_QUOTES, ''));
    strip('key/bearer-prefix', core.replace(BEARER, ''));
    strip('key/doubled-prefix', isDoubled(core) ?? core);
    if (core === before) return { core, peeled };
  }
}

/** No key is longer; what is, is judged by its beginning. */
const LONGEST = 4096;

/** The one thing that makes a text useless as a key, whatever is taken off its ends. */
function fatal(core: string, { variables, models }: KeySurroundings): { readonly id: string; readonly args: Args } | null {
  if (core === '') return { id: 'key/placeholder', args: { reason: 'empty' } };
  const variable = variableIn(core);
  if (variable !== null) return { id: 'file/unexpanded-variable', args: { variable } };
  if (isPlaceholder(core)) return { id: 'key/placeholder', args: { reason: 'sample' } };
  if (URL_SHAPE.test(core)) return { id: 'key/is-url', args: {} };
  if (models?.has(core) || (core.length <= MODEL_LENGTH && MODEL_SHAPE.test(core))) return { id: 'key/is-model', args: { model: core } };
  if (VARIABLE_NAME.test(core) || variables?.has(core)) return { id: 'key/is-variable-name', args: { variable: core } };
  if (MASKED.test(core)) return { id: 'key/masked', args: {} };
  const blank = BLANK_INSIDE.exec(core);
  if (blank) return { id: 'key/whitespace', args: { position: [...core.slice(0, blank.index)].length + 1 } };
  const foreign = NOT_VISIBLE_ASCII.exec(core);
  if (foreign) {
    const codePoint = foreign[0].codePointAt(0) ?? 0;
    const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    return { id: 'key/non-ascii', args: { position: [...core.slice(0, foreign.index)].length + 1, character: name } };
  }
  return null;
}

/** Everything wrong with a key by its looks, in no more than one finding a cause; empty for what may be a key. */
export function keyProblems(value: string, surroundings: KeySurroundings = {}): KeyProblem[] {
  const { core, peeled } = peel(value.slice(0, LONGEST));
  const problem = fatal(core, surroundings);
  if (problem) return [problem];
  if (value.length > LONGEST) return [...peeled].map((id) => ({ id, args: {} }));
  return [...peeled].map((id) => ({ id, fixed: core, args: {} }));
}

/** Would a person take this text for a key? Stricter than having no problems: used where a name or an address belongs. */
export function looksLikeKey(value: string): boolean {
  const { core } = peel(value.slice(0, LONGEST));
  if (fatal(core, {}) !== null) return false;
  if (PREFIXES.some((prefix) => core.startsWith(prefix)) && core.length >= 8) return true;
  if (/^eyJ[\w-]+\.[\w-]+\./.test(core)) return true;
  const isName = /^[A-Za-z_]\w*$/.test(core) && (core.includes('_') || !/[a-z]/.test(core));
  return core.length >= 20 && /\d/.test(core) && /[a-z]/i.test(core) && !isName;
}
