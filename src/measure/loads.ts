// The requests of a measurement: a long input that asks for one word, a short one that asks for much, and inputs of other sizes.

import type { JsonValue, WireApi } from '../model.ts';
import type { HttpRequest } from '../wire/types.ts';

/** What this gateway wants otherwise; learnt from its refusals. */
export interface Shape {
  /** `stream_options` is refused: no usage in the stream. */
  readonly noUsage: boolean;
  /** Chat: OpenAI's newer models know only `max_completion_tokens`. */
  readonly completionTokens: boolean;
  /** Responses: relays of the ChatGPT back end refuse `max_output_tokens`. */
  readonly noLimit: boolean;
}

export interface Prompt {
  readonly text: string;
  readonly maxTokens: number;
}

// One token each in the usual vocabularies, and four characters with the blank: both ways of counting agree.
const WORDS = (
  'the and for are but not you all any can had her was one our out day get has him his how man new now old see two way who boy did ' +
  'its let put say she too use air art ask bed big box bus car cup dog ear eat end far few fly fun got gun hat hot ice job key law ' +
  'leg lie lot map may men mix mom net oil own pay pen red run sea set sit six sky son sun tax tea ten top try war wet win yes yet'
).split(' ');
const WORDS_PER_LINE = 16;
const ASK_ONE_WORD = 'Ignore the text above. Reply with the single word OK.';

/** Repeatable and different for each seed. */
function pick(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Some text of about so many tokens; every seed has its own. */
export function fillerText(tokens: number, seed: string): string {
  const next = pick(seed);
  const lines: string[] = [];
  for (let left = Math.max(0, Math.round(tokens)); left > 0; left -= WORDS_PER_LINE) {
    const count = Math.min(left, WORDS_PER_LINE);
    lines.push(Array.from({ length: count }, () => WORDS[Math.floor(next() * WORDS.length)] ?? 'the').join(' '));
  }
  return lines.join('\n');
}

/** Tokens around the filler: prefix, question and the message's own frame. */
const FRAME_TOKENS = 40;
// Enough for a model that thinks before its one word; a model that doesn't stops after it.
const ONE_WORD_LIMIT = 256;

/**
 * A long input, answered with one word. The prefix is unique and stands first, as prefix caches match from the first token on.
 * `own` is the user's text, of which `share` (0…1) is used.
 */
export function prefillPrompt(tokens: number, nonce: string, own: { text: string; share: number } | null = null): Prompt {
  const body = own ? own.text.slice(0, Math.ceil(own.text.length * own.share)) : fillerText(tokens - FRAME_TOKENS, nonce);
  return { text: `[${nonce}]\n${body}\n\n${ASK_ONE_WORD}`, maxTokens: ONE_WORD_LIMIT };
}

/** Prose, as counting and repeating are what speculative decoding makes faster than real work. */
export function decodePrompt(tokens: number, nonce: string): Prompt {
  const text = `[${nonce}] Write a story of about ${Math.max(20, tokens)} words about the keeper of a lighthouse. Write plain prose without headings, and do not stop early.`;
  // Twice as much, so that the model's own end is measured and a little thinking fits.
  return { text, maxTokens: tokens * 2 };
}

type Body = Record<string, JsonValue>;

function bodyFor(wireApi: WireApi, model: string, { text, maxTokens }: Prompt, shape: Shape): Body {
  switch (wireApi) {
    case 'anthropic-messages':
      return { model, max_tokens: maxTokens, messages: [{ role: 'user', content: text }], stream: true };
    case 'openai-responses':
      return {
        model,
        instructions: 'You answer plainly.',
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
        stream: true,
        store: false,
        ...(shape.noLimit ? {} : { max_output_tokens: maxTokens }),
      };
    case 'openai-chat':
      return {
        model,
        messages: [{ role: 'user', content: text }],
        stream: true,
        ...(shape.noUsage ? {} : { stream_options: { include_usage: true } }),
        ...(shape.noLimit ? {} : { [shape.completionTokens ? 'max_completion_tokens' : 'max_tokens']: maxTokens }),
      };
  }
}

/** The channel's own request with the load in place of its body. */
export function loadRequest(template: HttpRequest, prompt: Prompt, shape: Shape): HttpRequest {
  const body = JSON.stringify(bodyFor(template.wireApi, template.model ?? '', prompt, shape));
  const headers = template.headers.filter(([name]) => name !== 'accept' && name !== 'content-length');
  return { ...template, method: 'POST', stream: true, headers: [...headers, ['accept', 'text/event-stream']], body };
}

export const firstShape = ({ url }: Pick<HttpRequest, 'url'>): Shape => ({
  noUsage: false,
  completionTokens: /^https:\/\/(api\.openai\.com|[^/]*\.azure\.com)\//i.test(url),
  noLimit: false,
});

/** The shape to try after a refusal; null where the refusal names no parameter of ours, or the last attempt at it. */
export function shapeAfter(shape: Shape, status: number | null, body: string): Shape | null {
  if (status !== 400 && status !== 422) return null;
  const said = body.slice(0, 4000);
  if (/stream_options|include_usage/i.test(said) && !shape.noUsage) return { ...shape, noUsage: true };
  if (/max_completion_tokens/i.test(said) && !shape.completionTokens) return { ...shape, completionTokens: true };
  if (/max_(?:completion_|output_)?tokens/i.test(said) && !shape.noLimit) return { ...shape, noLimit: true };
  return null;
}

/** What a plan will send, and about what it costs. */
export interface Plan {
  readonly runs: number;
  /** Input tokens of the long load. */
  readonly inputTokens: number;
  /** Output tokens that the decode load asks for. */
  readonly outputTokens: number;
  /** Further input sizes, sent once a round. */
  readonly sweep: readonly number[];
  readonly cachePair: boolean;
  /** Highest concurrency of the ramp; 0 for none. */
  readonly ramp: number;
  readonly ownText: string | null;
}

export const DEFAULT_INPUT = 4000;
export const DEFAULT_OUTPUT = 512;
const QUICK_OUTPUT = 128;
const SWEEP_SHARES = [1 / 16, 1 / 4, 1 / 2];
const SMALLEST_SWEEP = 100;
/** Of the short input. */
export const SHORT_INPUT = 45;

export function planFor(options: {
  quick: boolean;
  runs: number | null;
  input: number | null;
  output: number | null;
  ownText: string | null;
  ramp: number;
}): Plan {
  const { quick, ownText, ramp } = options;
  const inputTokens = options.input ?? (ownText === null ? DEFAULT_INPUT : estimateTokens(ownText) + FRAME_TOKENS);
  const sizes = SWEEP_SHARES.map((share) => Math.round(inputTokens * share)).filter((size) => size >= SMALLEST_SWEEP);
  return {
    runs: options.runs ?? (quick ? 1 : 3),
    inputTokens,
    outputTokens: options.output ?? (quick ? QUICK_OUTPUT : DEFAULT_OUTPUT),
    sweep: quick ? [] : sizes,
    cachePair: !quick,
    ramp,
    ownText: ownText === null ? null : fitted(ownText, inputTokens),
  };
}

/** The user's text, repeated or cut to the size asked for. */
function fitted(text: string, tokens: number): string {
  const now = estimateTokens(text);
  if (now === 0 || Math.abs(now + FRAME_TOKENS - tokens) <= tokens * 0.02) return text;
  const wanted = Math.max(1, Math.round((text.length * (tokens - FRAME_TOKENS)) / now));
  return text.length >= wanted ? text.slice(0, wanted) : `${text}\n`.repeat(Math.ceil(wanted / (text.length + 1))).slice(0, wanted);
}

const WIDE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]/gu;

/** Roughly: four characters of Latin text or one and a half of Chinese are a token. */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.round((text.length - wide) / 4 + wide / 1.5);
}

export function costOf(plan: Plan): { requests: number; inputTokens: number; outputTokens: number } {
  const { runs, inputTokens, outputTokens, sweep, cachePair, ramp } = plan;
  const long = runs + 1 + (cachePair ? 1 : 0);
  const ramped = ramp > 1 ? rampLevels(ramp).reduce((sum, level) => sum + level, 0) : 0;
  return {
    requests: long + (runs + 1) + runs * sweep.length + ramped,
    inputTokens: long * inputTokens + (runs + 1 + ramped) * SHORT_INPUT + runs * sweep.reduce((sum, size) => sum + size, 0),
    outputTokens: (runs + 1) * outputTokens,
  };
}

/** 1, 2, 4, … up to the highest. */
export const rampLevels = (highest: number): readonly number[] => [
  ...new Set([1, 2, 4, 8, 16, 32].filter((level) => level < highest).concat(highest)),
];
