import { describe, expect, it } from 'vitest';

import {
  costOf,
  decodePrompt,
  estimateTokens,
  fillerText,
  firstShape,
  loadRequest,
  planFor,
  prefillPrompt,
  rampLevels,
  shapeAfter,
} from '../../src/measure/loads.ts';
import type { WireApi } from '../../src/model.ts';

const NOTHING = { quick: false, runs: null, input: null, output: null, ownText: null, ramp: 0 };
const template = (wireApi: WireApi, url = 'https://gw.example/v1/x') => ({
  method: 'POST' as const,
  url,
  headers: [['accept', 'application/json']] as const,
  body: null,
  wireApi,
  model: 'm',
  stream: true,
});
const bodyOf = (...given: Parameters<typeof loadRequest>): Record<string, unknown> => JSON.parse(loadRequest(...given).body ?? '');

describe('the prompts', () => {
  it.each([100, 1000, 4000])('hold about %i tokens', (tokens) => {
    const estimate = estimateTokens(prefillPrompt(tokens, 'abcdef0123456789').text);
    expect(Math.abs(estimate - tokens)).toBeLessThan(tokens * 0.1 + 20);
  });

  it('begin differently each time, and differ throughout', () => {
    const [a, b] = [prefillPrompt(4000, 'aaaa').text, prefillPrompt(4000, 'bbbb').text];
    expect(a.slice(0, 6)).not.toBe(b.slice(0, 6));
    expect(a.split('\n')[100]).not.toBe(b.split('\n')[100]);
    expect(fillerText(200, 'x')).toBe(fillerText(200, 'x'));
  });

  it('use the user’s text in part', () => {
    const { text } = prefillPrompt(0, 'abcd', { text: '一二三四五六七八', share: 0.5 });
    expect(text).toContain('一二三四');
    expect(text).not.toContain('五');
  });
});

describe('loadRequest', () => {
  const shape = firstShape(template('openai-chat'));
  it('asks in each protocol’s own way', () => {
    const prompt = decodePrompt(512, 'abcd');
    expect(bodyOf(template('anthropic-messages'), prompt, shape)).toMatchObject({ model: 'm', stream: true, max_tokens: 1024 });
    expect(bodyOf(template('openai-responses'), prompt, shape)).toMatchObject({ store: false, stream: true, max_output_tokens: 1024 });
    expect(bodyOf(template('openai-chat'), prompt, shape)).toMatchObject({ stream_options: { include_usage: true }, max_tokens: 1024 });
    expect(loadRequest(template('openai-chat'), prompt, shape).headers).toEqual([['accept', 'text/event-stream']]);
  });

  it('knows hosts that want the newer limit', () => {
    expect(firstShape(template('openai-chat', 'https://api.openai.com/v1/chat/completions')).completionTokens).toBe(true);
    expect(firstShape(template('openai-chat', 'https://r.openai.azure.com/x')).completionTokens).toBe(true);
  });

  it.each([
    ['Unknown parameter: stream_options', 'openai-chat', 'stream_options'],
    ["Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", 'openai-chat', 'max_tokens'],
    ['Unsupported parameter: max_output_tokens', 'openai-responses', 'max_output_tokens'],
  ] as const)('changes after "%s"', (said, wireApi, field) => {
    const next = shapeAfter(shape, 400, said);
    expect(next).not.toBeNull();
    expect(bodyOf(template(wireApi), decodePrompt(64, 'a'), next ?? shape)).not.toHaveProperty(field);
  });

  it('ends: nothing is changed twice', () => {
    let current = shape;
    for (let count = 0; count < 5; count += 1)
      current = shapeAfter(current, 400, 'stream_options max_tokens max_completion_tokens') ?? current;
    expect(shapeAfter(current, 400, 'stream_options max_tokens max_completion_tokens')).toBeNull();
    expect(shapeAfter(shape, 401, 'max_tokens')).toBeNull();
    expect(shapeAfter(shape, 400, 'model is missing')).toBeNull();
  });
});

describe('the plan', () => {
  it('has both loads, other sizes and a repetition', () => {
    expect(planFor(NOTHING)).toMatchObject({ runs: 3, inputTokens: 4000, outputTokens: 512, sweep: [250, 1000, 2000], cachePair: true });
    expect(planFor({ ...NOTHING, quick: true })).toMatchObject({ runs: 1, sweep: [], cachePair: false });
    expect(planFor({ ...NOTHING, input: 60, output: 16 }).sweep).toEqual([]);
  });

  it('knows its price', () => {
    expect(costOf(planFor({ ...NOTHING, quick: true }))).toEqual({ requests: 4, inputTokens: 8090, outputTokens: 256 });
    expect(costOf(planFor({ ...NOTHING, ramp: 4 })).requests).toBe(costOf(planFor(NOTHING)).requests + 7);
  });

  it('fits the user’s text to the size asked for', () => {
    const { ownText, inputTokens } = planFor({ ...NOTHING, ownText: 'word '.repeat(100), input: 1000 });
    expect(inputTokens).toBe(1000);
    expect(estimateTokens(ownText ?? '')).toBeGreaterThan(900);
  });

  it.each([
    [1, [1]],
    [2, [1, 2]],
    [5, [1, 2, 4, 5]],
    [8, [1, 2, 4, 8]],
  ])('ramps to %i', (highest, levels) => expect(rampLevels(highest)).toEqual(levels));
});
