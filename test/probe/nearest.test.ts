import { describe, expect, it } from 'vitest';
import { nearest, sameModel } from '../../src/probe/nearest.ts';

describe('nearest', () => {
  it.each([
    ['GLM-X', ['glm-x', 'glm-y'], ['glm-x', 'glm-y']],
    ['model-a', ['org/model-b', 'org/model-a'], ['org/model-a', 'org/model-b']],
    ['claude-3.5-sonnet', ['gpt-4o', 'claude-3-5-sonnet-20241022'], ['claude-3-5-sonnet-20241022']],
    ['coder-7b-instruct (free)', ['coder-7b-instruct', 'other'], ['coder-7b-instruct']],
    ['vendor/model:free', ['model', 'zzz'], ['model']],
    ['claude-opus-x[1m]', ['claude-opus-x', 'claude-opus-y'], ['claude-opus-x', 'claude-opus-y']],
    ['glm4.6', ['glm-4.6', 'kimi'], ['glm-4.6']],
    ['us.anthropic.claude-x-20260101-v1:0', ['claude-x'], ['claude-x']],
    ['deepseek-chat', ['deepseek-v3-chat', 'qwen'], ['deepseek-v3-chat']],
    ['m', [], []],
    ['nothing-alike', ['qwen3', 'llama'], []],
  ])('%s in %j', (wanted, ids, expected) => {
    expect(nearest(wanted, ids, 3)).toEqual(expected);
  });

  it('never offers the id itself, takes no more than asked for', () => {
    expect(nearest('a-1', ['a-1', 'a-2', 'a-3', 'a-4'], 2)).toEqual(['a-2', 'a-3']);
  });

  it('stays quick with long lists of long names', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `${'x'.repeat(500)}${index}`);
    const start = performance.now();
    nearest('y'.repeat(1000), ids, 3);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  it.each([
    ['gpt-4o', 'gpt-4o-2024-08-06', true],
    ['Claude-Sonnet-4-5', 'anthropic/claude-sonnet-4.5', true],
    ['gpt-4o', 'gpt-4o-mini', false],
  ])('%s and %s: the same is %s', (a, b, same) => {
    expect(sameModel(a, b)).toBe(same);
  });
});
