import { describe, expect, it } from 'vitest';

import { reportedTimes, serverTimings } from '../../src/measure/reported.ts';

const said = (given: { headers?: Record<string, string>; last?: unknown; body?: unknown }) =>
  reportedTimes({
    headers: given.headers ?? {},
    body: given.body === undefined ? '' : JSON.stringify(given.body),
    events:
      given.last === undefined
        ? []
        : [
            { at: 0, event: null, data: JSON.stringify(given.last) },
            { at: 1, event: null, data: '[DONE]' },
          ],
  });

describe('reportedTimes', () => {
  it.each([
    [
      'Groq',
      { last: { usage: { queue_time: 0.12, prompt_time: 0.4, completion_time: 1.5 } } },
      { queueMs: 120, prefillMs: 400, decodeMs: 1500 },
    ],
    ['Groq, older', { last: { x_groq: { usage: { queue_time: 0.5, prompt_time: 0.1 } } } }, { queueMs: 500, prefillMs: 100 }],
    [
      'Cerebras',
      { last: { time_info: { queue_time: 0.001, prompt_time: 0.02, completion_time: 0.3 } } },
      { queueMs: 1, prefillMs: 20, decodeMs: 300 },
    ],
    [
      'vLLM',
      { last: { metrics: { queue_time_ms: 30, time_to_first_token_ms: 250, generation_time_ms: 900 } } },
      { queueMs: 30, prefillMs: 250, decodeMs: 900 },
    ],
    ['llama.cpp', { last: { timings: { prompt_ms: 812.5, predicted_ms: 99 } } }, { prefillMs: 812.5, decodeMs: 99 }],
    [
      'Ollama',
      { body: { load_duration: 2_500_000_000, prompt_eval_duration: 300_000_000, eval_duration: 1_000_000 } },
      { loadMs: 2500, prefillMs: 300, decodeMs: 1 },
    ],
    ['Responses', { last: { type: 'response.completed', response: { usage: { queue_time: 0.2 } } } }, { queueMs: 200 }],
    ['OpenAI', { headers: { 'openai-processing-ms': '734' } }, { serverMs: 734 }],
    ['Envoy', { headers: { 'x-envoy-upstream-service-time': '12' } }, { serverMs: 12 }],
    ['Fireworks', { headers: { 'fireworks-server-time-to-first-token': '0.345' } }, { serverMs: 345 }],
    [
      'LiteLLM',
      { headers: { 'x-litellm-overhead-duration-ms': '8.5', 'x-litellm-response-duration-ms': '700' } },
      { overheadMs: 8.5, serverMs: 700 },
    ],
    [
      'Server-Timing',
      { headers: { 'server-timing': 'cfEdge;dur=3, cfOrigin;dur=120, queue;desc="wait, all";dur=40' } },
      { serverMs: 120, queueMs: 40 },
    ],
  ])('%s', (_, given, expected) => {
    const found = said(given);
    expect(found).toMatchObject(expected);
    expect(found?.sources.length).toBeGreaterThan(0);
  });

  it.each([
    ['nothing', {}],
    ['ordinary usage', { last: { usage: { prompt_tokens: 5 } } }],
    ['no numbers', { last: { usage: { queue_time: 'soon', prompt_time: -1 } }, headers: { 'openai-processing-ms': 'fast' } }],
    ['a week', { headers: { 'openai-processing-ms': '700000000' } }],
  ])('says nothing for %s', (_, given) => expect(said(given)).toBeNull());
});

describe('serverTimings', () => {
  it('reads names and durations, and skips the rest', () => {
    expect(serverTimings('miss, db;dur=53, app;desc=x;dur="47.2",;dur=1')).toEqual([
      { name: 'db', ms: 53 },
      { name: 'app', ms: 47.2 },
    ]);
  });
});
