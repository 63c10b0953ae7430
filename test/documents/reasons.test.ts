import { expect, it } from 'vitest';

import { editDocument } from '../../src/documents/edit.ts';
import { formatOf } from '../../src/documents/index.ts';
import { REASONS } from '../../src/documents/reasons.ts';
import { Secret } from '../../src/secret.ts';
import { bytesOf } from './bytes.ts';

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).sort();

it.each(Object.entries(REASONS))('%s says the same in both languages', (_, { en, zh }) => {
  expect(holes(en)).toEqual(holes(zh));
  expect(zh).toMatch(/\p{Script=Han}/u);
});

it('fills every argument and never tells a value', () => {
  const secret = new Secret('sk-test-000000000000');
  const result = editDocument('json', bytesOf('{"env":"x"}'), [{ op: 'set', file: '/f', path: ['env', 'K'], value: secret }], '/f');
  if (!('refused' in result)) throw new Error('was not refused');
  const { reason, args } = result.refused;
  expect(holes(reason.en).every((name) => name in args)).toBe(true);
  expect(args).toEqual({ file: '/f', key: 'env.K', parent: 'env' });
  expect(JSON.stringify(result)).not.toContain('000000000000');
});

it.each([
  ['/home/u/.claude.json', 'json'],
  ['C:\\Users\\u\\.codex\\config.toml', 'toml'],
  ['/x/settings.jsonc', 'json'],
  ['/x/.env', 'dotenv'],
  ['/x/.env.local', 'dotenv'],
  ['/home/u/.bashrc', 'shell'],
  ['/home/u/.config/fish/config.fish', 'shell'],
  ['/x/config.yaml', 'text'],
  ['/x/my.environment', 'text'],
])('%s is %s', (path, format) => {
  expect(formatOf(path)).toBe(format);
});
