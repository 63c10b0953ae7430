import { describe, expect, test } from 'vitest';
import type { Assignment } from '../../src/clients/client.ts';
import { distance, nearestName } from '../../src/rules/nearest-name.ts';
import { exportLine, placeOf, setAtPlace, unsetLine } from '../../src/rules/shell-line.ts';
import { Secret } from '../../src/secret.ts';

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

const ENVIRONMENT = { en: 'the environment', zh: '环境变量' };

describe('where a variable was set', () => {
  const origin = { scope: 'env', env: 'A' } as const;
  const line = (value: string | null, more = {}): Assignment => ({ name: 'A', value, exported: true, line: 4, column: 1, ...more });
  const file = (assignments: readonly Assignment[], ownShell = true) => ({ path: '/home/u/.zshrc', ownShell, assignments });
  test.each([
    ['the line that gives it', 'x', [file([line('x')])], '/home/u/.zshrc:4'],
    ['a secret', new Secret('x'), [file([line('x')])], '/home/u/.zshrc:4'],
    ['another value', 'x', [file([line('x'), line('y')])], ENVIRONMENT],
    ['computed', 'x', [file([line(null)])], ENVIRONMENT],
    ['not exported', 'x', [file([line('x', { exported: false })])], ENVIRONMENT],
    ['of another shell', 'x', [file([line('x')], false)], ENVIRONMENT],
    ['none', 'x', [], ENVIRONMENT],
  ])('%s', (_, value, startUp, place) => {
    expect(setAtPlace({ value, origin }, startUp)).toEqual(place);
  });
  test('not of the environment', () => {
    expect(setAtPlace({ value: 'x', origin: { scope: 'user', file: '/a', line: 3, env: 'A' } }, [file([line('x')])])).toBe('/a:3');
  });
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
