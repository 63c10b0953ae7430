// Every failure class that the specification names is in the table, and an exchange leads to it.

import { describe, expect, it } from 'vitest';

import { EXPLAINABLE } from '../../src/explainable.ts';
import { FAILURES } from '../../src/probe/failures/index.ts';
import { EXPECTED_IN_CASES, filesBelow, textOf } from './sources.ts';

const SPECIFIED: Readonly<Record<string, string>> = {
  net: 'dns dns-temporary refused unreachable reset connect-timeout no-answer idle',
  tls: 'unknown-authority self-signed expired not-yet-valid hostname not-tls https-expected',
  proxy: 'refused auth denied not-http unsupported-scheme',
  clock: 'skew',
  route: 'not-found protocol-missing website redirect upstream-path',
  auth: 'missing invalid-key expired-key disabled-key upstream-key ip-not-allowed region-blocked account-banned client-not-allowed waf',
  perm: 'model-or-group',
  quota: 'exhausted key-cap plan-window not-included',
  rate: 'requests concurrency',
  model: 'not-found no-channel no-channel-empty substituted',
  request: 'unsupported-parameter bad-value tool-type beta-header compressed-body wrong-protocol too-large context-length moderation',
  server: 'overloaded error bad-gateway gateway-timeout upstream-network',
  stream: 'error-in-200 json-instead empty truncated buffered events-missing not-sse',
};
const IDS = [...Object.entries(SPECIFIED).flatMap(([area, names]) => names.split(' ').map((name) => `${area}/${name}`)), 'unknown'];
const TESTS = filesBelow('test/probe', /\.(ts|json)$/)
  .map(textOf)
  .join('\n');

it('the table holds exactly the classes of the specification, each once', () => {
  expect(FAILURES.map(({ id }) => id).sort()).toEqual([...IDS].sort());
});

describe.each(FAILURES.map(({ id }) => id))('%s', (id) => {
  it('can be explained', () => {
    expect(EXPLAINABLE).toContain(id);
  });

  it('has a recorded answer that maps to it, in a test or in a case', () => {
    expect(TESTS.includes(`'${id}'`) || TESTS.includes(`"${id}"`) || EXPECTED_IN_CASES.has(id)).toBe(true);
  });
});
