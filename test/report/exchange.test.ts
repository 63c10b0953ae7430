import { expect, it } from 'vitest';

import type { Probed } from '../../src/probe/types.ts';
import { verboseExchange } from '../../src/report/exchange.ts';
import { exchange, type Given, KEY } from '../probe/failures/exchange.ts';

const probed = (given: Given, more: Partial<Probed> = {}): Probed => {
  const { trace } = exchange(given);
  const failure = { id: 'auth/invalid-key', severity: 'error', args: {} } as const;
  return {
    purpose: 'no-key',
    note: 'is a key wanted at all?',
    baseUrl: 'http://gw.test',
    wireApi: 'anthropic-messages',
    trace,
    outcome: { ok: false, speaks: true, failure },
    ...more,
  };
};

it('shows why, the request, and the answer with its headers and the beginning of its body', () => {
  const text = verboseExchange(probed({ status: 401, json: { error: { message: `no ${KEY} here` } }, headers: { server: 'nginx' } }));
  expect(text.split('\n')).toEqual([
    '> no-key: is a key wanted at all?',
    '  POST http://gw.test/v1/messages?beta=true',
    '  content-type: application/json',
    '  authorization: ****',
    '',
    '  {}',
    '< auth/invalid-key, 100 ms',
    '  HTTP 401',
    '  content-type: application/json',
    '  server: nginx',
    '',
    '  {"error":{"message":"no **** here"}}',
    '',
    '',
  ]);
});

it('names the failure beside an answer that works, and the error where there was none', () => {
  const works = verboseExchange(
    probed({}, { outcome: { ok: true, speaks: true, failure: { id: 'clock/skew', severity: 'warning', args: {} } } }),
  );
  expect(works).toContain('< ok (clock/skew), ');
  const error = { phase: 'tcp', code: 'ECONNREFUSED', detail: 'connect ECONNREFUSED' } as const;
  expect(verboseExchange(probed({ status: null, error }))).toContain('\n  tcp: ECONNREFUSED connect ECONNREFUSED');
});

it('is bounded, and moves no cursor', () => {
  const hostile = '\u001b[2J\u009b1A\u202e\r\n> faked';
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'y'.repeat(5_000)]));
  const text = verboseExchange(probed({ status: 500, body: `${hostile}${'z'.repeat(500_000)}`, headers: { ...many, 'x-0': hostile } }));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text).toContain('\\x1b[2J\\x9b1A\\u202e\\x0d\n  > faked');
  expect(text.length).toBeLessThan(100_000);
  expect(text).toContain('headers)');
  expect(text).toContain('characters)');
});
