// A base URL that a file of Claude Code sets to nothing.

import { expect, test } from 'vitest';
import { rule as shadowed } from '../../../src/rules/env/shadowed.ts';
import { rule as invalid } from '../../../src/rules/url/invalid.ts';
import { check, claude, expectDraft } from '../world.ts';

const emptied = { ANTHROPIC_BASE_URL: '' };

test('with a key that is none of the vendor’s', () => {
  expectDraft(invalid, check(invalid, claude(emptied)), { variant: 'empty', safety: null, origin: { key: 'env.ANTHROPIC_BASE_URL' } });
});

test('with the vendor’s own key it is meant', () => {
  expect(check(invalid, claude({ ...emptied, ANTHROPIC_AUTH_TOKEN: 'sk-ant-api03-0000000000000001' }))).toEqual([]);
});

test('in the shell it is unset', () => {
  const files = { '~/.claude/settings.json': '{"env":{"ANTHROPIC_AUTH_TOKEN":"sk-test-0001"}}' };
  expect(check(invalid, claude({}, { files, env: emptied }))).toEqual([]);
});

test('over a value of the shell: told once, as an error', () => {
  const world = claude(emptied, { env: { ANTHROPIC_BASE_URL: 'https://gw.example' } });
  expect(check(invalid, world)).toEqual([]);
  expectDraft(shadowed, check(shadowed, world), { variant: 'emptied', severity: 'error', safety: 'unsafe' });
});
