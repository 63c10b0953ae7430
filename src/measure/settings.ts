// What the flags of `measure` ask for: the plan, the wishes, the thresholds.

import { type Context, flagValue, has, pathOf } from '../context.ts';
import { refusal, usageError } from '../errors.ts';
import type { FlagName } from '../flags.ts';
import type { Text } from '../model.ts';
import { type Plan, planFor } from './loads.ts';
import type { JudgeOptions, Thresholds, Wishes } from './types.ts';
import { DEFAULT_THRESHOLDS } from './verdict.ts';

const BAD_NUMBER: Text = {
  en: '{flag} takes a whole number from {least} to {most}, not {value}',
  zh: '{flag} 需要 {least} 到 {most} 之间的整数，不能是 {value}',
};
const BAD_LIST: Text = {
  en: '--thresholds takes a list such as bands=100/300/1000,ttft=1000/2000,tpot=100/200 with growing numbers, not {value}',
  zh: '--thresholds 需要 bands=100/300/1000,ttft=1000/2000,tpot=100/200 这样的列表，且数字递增，不能是 {value}',
};
export const UNREADABLE: Text = { en: '{file} cannot be read ({code})', zh: '无法读取 {file}（{code}）' };
const EMPTY: Text = { en: '{file} holds no text', zh: '{file} 中没有文本' };

const MAX_MS = 86_400_000;
const MAX_RUNS = 100;
const MAX_TOKENS = 1_000_000;
const MIN_TOKENS = 20;
const MAX_RAMP = 32;
/** A prompt of more characters than this fits into no model. */
const MAX_PROMPT = 4 * 1024 * 1024;
/** For one request, connect to last byte, ms; `--timeout` changes it. */
const REQUEST_MS = 300_000;

function whole(
  context: Context,
  flag: FlagName,
  least: number,
  most: number,
  given: string | null = flagValue(context, flag),
): number | null {
  if (given === null) return null;
  const value = /^\d{1,12}$/.test(given.trim()) ? Number(given) : Number.NaN;
  if (!(value >= least && value <= most))
    throw usageError(BAD_NUMBER, { flag: `--${flag}`, least, most, value: given.slice(0, 40) || "''" });
  return value;
}

/** Growing numbers of a list entry `name=a/b/c`; null for anything else. */
function numbersIn(text: string, length: number): readonly number[] | null {
  const numbers = text.split('/').map((part) => (/^\d{1,8}(\.\d+)?$/.test(part) ? Number(part) : Number.NaN));
  const grow = numbers.every((value, index) => index === 0 || value > (numbers[index - 1] ?? 0));
  return numbers.length === length && grow && numbers.every((value) => value > 0) ? numbers : null;
}

export function thresholdsFrom(value: string | null): Thresholds {
  if (value === null) return DEFAULT_THRESHOLDS;
  let thresholds = DEFAULT_THRESHOLDS;
  for (const entry of value.split(',')) {
    const [name = '', numbers = ''] = entry.split('=').map((part) => part.trim());
    const [a, b, c] = numbersIn(numbers, name === 'bands' ? 3 : 2) ?? [];
    if (a === undefined || b === undefined || !['bands', 'ttft', 'tpot'].includes(name))
      throw usageError(BAD_LIST, { value: value.slice(0, 80) });
    if (name === 'bands' && c !== undefined) thresholds = { ...thresholds, bands: [a, b, c] };
    if (name === 'ttft') thresholds = { ...thresholds, ttftWarning: a, ttftCritical: b };
    if (name === 'tpot') thresholds = { ...thresholds, tpotWarning: a, tpotCritical: b };
  }
  return thresholds;
}

export const wishesFrom = (context: Context): Wishes => ({
  budgetMs: whole(context, 'budget', 1, MAX_MS),
  expectTokens: whole(context, 'expect-tokens', 1, MAX_TOKENS),
  maxTtftMs: whole(context, 'max-ttft', 1, MAX_MS),
  maxTpotMs: whole(context, 'max-tpot', 1, MAX_MS),
});

export const judgeOptions = (context: Context): JudgeOptions => ({
  thresholds: thresholdsFrom(flagValue(context, 'thresholds')),
  wishes: wishesFrom(context),
  now: context.host.now(),
});

/** A file named on the command line, as text. @throws UserError (exit 3) where it can't be read. */
export async function textFile(context: Context, name: string): Promise<string> {
  const path = pathOf(context, name);
  const { bytes, code, state } = await context.host.files.read(path);
  if (bytes === null) throw refusal(UNREADABLE, { file: path, code: code ?? state });
  return new TextDecoder().decode(bytes);
}

async function promptText(context: Context): Promise<string | null> {
  const name = flagValue(context, 'prompt-file');
  if (name === null) return null;
  const text = (await textFile(context, name)).slice(0, MAX_PROMPT).trim();
  if (text === '') throw usageError(EMPTY, { file: name });
  return text;
}

export async function planFrom(context: Context): Promise<Plan> {
  const [input, output] = flagValue(context, 'tokens')?.split(',', 2) ?? [];
  return planFor({
    quick: has(context, 'quick') || flagValue(context, 'watch') !== null,
    runs: whole(context, 'runs', 1, MAX_RUNS),
    input: whole(context, 'tokens', MIN_TOKENS, MAX_TOKENS, input ?? null),
    output: whole(context, 'tokens', 2, MAX_TOKENS, output ?? null),
    ownText: await promptText(context),
    ramp: whole(context, 'ramp', 1, MAX_RAMP) ?? 0,
  });
}

export const requestMs = (context: Context): number => whole(context, 'timeout', 1, 999_999_999) ?? REQUEST_MS;
