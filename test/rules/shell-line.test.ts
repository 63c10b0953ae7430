import { expect, test } from 'vitest';
import { distance, nearestName } from '../../src/rules/nearest-name.ts';
import { exportLine, placeOf, unsetLine } from '../../src/rules/shell-line.ts';

test.each([
  ['bash', "export A='it'\\''s'", 'unset A'],
  ['zsh', "export A='it'\\''s'", 'unset A'],
  ['posix', "export A='it'\\''s'", 'unset A'],
  ['fish', "set -gx A 'it\\'s'", 'set -e A'],
  ['powershell', "$env:A = 'it''s'", 'Remove-Item Env:A'],
] as const)('%s', (shell, set, unset) => {
  expect(exportLine(shell, 'A', "it's")).toBe(set);
  expect(unsetLine(shell, 'A')).toBe(unset);
});

test('places', () => {
  expect(placeOf({ scope: 'user', file: '/a', line: 3 })).toBe('/a:3');
  expect(placeOf({ scope: 'user', file: '/a' })).toBe('/a');
  expect(placeOf({ scope: 'env', env: 'A' })).toEqual({ en: 'the environment', zh: '环境变量' });
  expect(placeOf({ scope: 'default' })).toBe('default');
});

test.each([
  ['', '', 0],
  ['abc', 'acb', 1],
  ['abc', 'abd', 1],
  ['kitten', 'sitting', 3],
  ['a'.repeat(100_000), 'b', 80],
])('distance %.10s %s', (a, b, edits) => {
  expect(distance(a, b)).toBe(edits);
});

test('nearest: one, none, a tie', () => {
  expect(nearestName('gatway', ['gateway', 'other'], 2)).toBe('gateway');
  expect(nearestName('x', ['gateway'], 2)).toBeNull();
  expect(nearestName('gw3', ['gw1', 'gw2'], 2)).toBeNull();
  expect(nearestName('same', ['same'], 2)).toBeNull();
});
