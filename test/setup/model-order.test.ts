import { describe, expect, it } from 'vitest';

import { orderedModels, smallModelFor } from '../../src/setup/model-order.ts';

const LISTED = [
  'text-embedding-3-large',
  'deepseek-v4-pro',
  'claude-haiku-5-1',
  'claude-opus-5-5',
  'gpt-5-mini',
  'gpt-5.2',
  'gpt-5.10-codex',
  'gpt-5.9-codex',
  'claude-sonnet-5-5',
  'deepseek-v4-flash',
  'claude-sonnet-5-5',
];

describe('orderedModels', () => {
  it.each([
    ['codex', 'gpt-5.10-codex'],
    ['claude-code', 'claude-sonnet-5-5'],
  ] as const)('puts the likeliest first for %s and loses none', (client, first) => {
    const ordered = orderedModels(client, LISTED);
    expect(ordered[0]).toBe(first);
    expect(ordered.at(-1)).toBe('text-embedding-3-large');
    expect([...ordered].sort()).toEqual([...new Set(LISTED)].sort());
  });

  it('keeps the order of the gateway for models of others', () => {
    expect(orderedModels('codex', ['qwen3-max', 'glm-5', 'kimi-k3'])).toEqual(['qwen3-max', 'glm-5', 'kimi-k3']);
  });
});

describe('smallModelFor', () => {
  it.each([
    ['claude-opus-5-5', 'claude-haiku-5-1'],
    ['deepseek-v4-pro', 'deepseek-v4-flash'],
    ['gpt-5.2', 'gpt-5-mini'],
    ['glm-5', 'claude-haiku-5-1'],
  ])('finds a small one beside %s', (main, small) => {
    expect(smallModelFor(main, LISTED)).toBe(small);
  });

  it('finds none where no name says so', () => {
    expect(smallModelFor('m-main', ['m-main', 'm-other', 'minimax-m2', 'whisper-small'])).toBeNull();
  });
});
