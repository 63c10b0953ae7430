import { describe, expect, test } from 'vitest';
import { atLeast, below, compareVersions, findVersion } from '../../src/clients/version.ts';

describe('compareVersions', () => {
  test.each([
    ['2.0.77', '2.0.100', -1],
    ['2.1.332', '2.1.332', 0],
    ['10.0.0', '9.9.9', 1],
    ['1.0', '1.0.0', 0],
    ['v1.2.3', '1.2.3', 0],
    ['1.0.0-alpha.2', '1.0.0-alpha.10', -1],
    ['1.0.0-beta', '1.0.0', -1],
    ['1.0.0-alpha', '1.0.0-alpha.1', -1],
    ['1.0.0-1', '1.0.0-alpha', -1],
    ['0.172.0-alpha.3', '0.171.0', 1],
    ['1.2.3+build', '1.2.3', 0],
    ['', '0.0.0', 0],
    ['nonsense', '0.0.1', -1],
  ])('%s and %s', (a, b, expected) => {
    expect(Math.sign(compareVersions(a, b))).toBe(expected);
    expect(Math.sign(compareVersions(b, a))).toBe(0 - expected);
  });

  test('atLeast and below divide', () => {
    expect([atLeast('2.0.77', '2.0.77'), below('2.0.77', '2.0.77'), below('2.0.76', '2.0.77')]).toEqual([true, false, true]);
  });
});

test.each([
  ['2.1.332 (Claude Code)\n', '2.1.332'],
  ['codex-cli 0.171.0\n', '0.171.0'],
  ['codex-cli 0.172.0-alpha.3', '0.172.0-alpha.3'],
  ['error: no such thing', null],
  ['listening on 127.0.0.1', null],
  ['', null],
])('findVersion(%j)', (text, expected) => {
  expect(findVersion(text)).toBe(expected);
});
