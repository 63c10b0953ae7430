// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references that nothing expands are what is tested.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyProblems, looksLikeKey } from '../../../src/rules/shape/key-shape.ts';

const idsOf = (value: string, surroundings = {}) => keyProblems(value, surroundings).map(({ id }) => id);

describe('what is mended', () => {
  test.each([
    ['sk-test-0001\n', 'sk-test-0001', ['key/whitespace']],
    ['\r\n sk-test-0001', 'sk-test-0001', ['key/whitespace']],
    ['sk-test-0001\u00a0', 'sk-test-0001', ['key/whitespace']],
    ['\ufeffsk-test-0001\u200b', 'sk-test-0001', ['key/whitespace']],
    ['"sk-test-0001"', 'sk-test-0001', ['key/quoted']],
    ['“sk-test-0001”', 'sk-test-0001', ['key/quoted']],
    ['`sk-test-0001`', 'sk-test-0001', ['key/quoted']],
    ["'sk-test-0001',", 'sk-test-0001', ['key/quoted']],
    ['sk-test-0001"', 'sk-test-0001', ['key/quoted']],
    ['Bearer sk-test-0001', 'sk-test-0001', ['key/bearer-prefix']],
    ['bearer  sk-test-0001', 'sk-test-0001', ['key/bearer-prefix']],
    ['Authorization: Bearer sk-test-0001', 'sk-test-0001', ['key/bearer-prefix']],
    ['sk-sk-test-0001', 'sk-test-0001', ['key/doubled-prefix']],
    ['sk-ant-sk-ant-api03-0001', 'sk-ant-api03-0001', ['key/doubled-prefix']],
    ['"Bearer sk-test-0001" \n', 'sk-test-0001', ['key/whitespace', 'key/quoted', 'key/bearer-prefix']],
  ])('%j', (value, fixed, ids) => {
    const problems = keyProblems(value);
    expect(problems.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const problem of problems) expect(problem.fixed).toBe(fixed);
  });
});

describe('what was never a key', () => {
  test.each([
    ['', 'key/placeholder'],
    ['  ', 'key/placeholder'],
    ['Bearer', 'key/placeholder'],
    ['YOUR_API_KEY', 'key/placeholder'],
    ['your-api-key-here', 'key/placeholder'],
    ['sk-your-openai-key', 'key/placeholder'],
    ['"YOUR_TOKEN"', 'key/placeholder'],
    ['sk-xxx', 'key/placeholder'],
    ['sk-ant-xxxxxxxx', 'key/placeholder'],
    ['sk-xxxx-xxxx', 'key/placeholder'],
    ['XXXX', 'key/placeholder'],
    ['<your-key>', 'key/placeholder'],
    ['sk-<key>', 'key/placeholder'],
    ['[API_KEY]', 'key/placeholder'],
    ['{{apikey}}', 'key/placeholder'],
    ['sk-你的密钥', 'key/placeholder'],
    ['这里填写令牌', 'key/placeholder'],
    ['changeme', 'key/placeholder'],
    ['replace-with-your-key', 'key/placeholder'],
    ['paste_key_here', 'key/placeholder'],
    ['https://gateway.example/account/api-keys', 'key/is-url'],
    ['http://127.0.0.1:3000', 'key/is-url'],
    ['api.gateway.com/v1', 'key/is-url'],
    ['www.gateway.example', 'key/is-url'],
    ['127.0.0.1:8080', 'key/is-url'],
    ['ARK_API_KEY', 'key/is-variable-name'],
    ['ANTHROPIC_AUTH_TOKEN', 'key/is-variable-name'],
    ['claude-sonnet-4-5-20250929', 'key/is-model'],
    ['gpt-5.2-codex', 'key/is-model'],
    ['glm-4.6', 'key/is-model'],
    ['anthropic/claude-opus-5', 'key/is-model'],
    ['sk-...8aSP', 'key/masked'],
    ['sk-ab****************yz', 'key/masked'],
    ['sk-ab…yz', 'key/masked'],
    ['sk-••••••yz', 'key/masked'],
    ['sk-test\n-0001', 'key/whitespace'],
    ['sk-test 0001', 'key/whitespace'],
    ['sk-te\u200bst-0001', 'key/whitespace'],
    ['sk-tést-0001', 'key/non-ascii'],
    ['sk-test，0001', 'key/non-ascii'],
    ['sk-test\u00070001', 'key/non-ascii'],
    ['${RELAY_KEY}', 'file/unexpanded-variable'],
    ['$RELAY_KEY', 'file/unexpanded-variable'],
    ['%RELAY_KEY%', 'file/unexpanded-variable'],
    ['{env:RELAY_KEY}', 'file/unexpanded-variable'],
    ['$env:RELAY_KEY', 'file/unexpanded-variable'],
    ['Bearer ${RELAY_KEY}', 'file/unexpanded-variable'],
  ])('%j', (value, id) => {
    const problems = keyProblems(value);
    expect(problems.map((problem) => problem.id)).toEqual([id]);
    expect(problems[0]?.fixed).toBeUndefined();
  });
  test('models and variables of the surroundings', () => {
    expect(idsOf('m-main', { models: new Set(['m-main']) })).toEqual(['key/is-model']);
    expect(idsOf('relay_key', { variables: new Set(['relay_key']) })).toEqual(['key/is-variable-name']);
  });
});

describe('what may be a key', () => {
  test.each([
    'sk-test-0001',
    'sk-sketch-0001-abcd',
    'c0ffee-0123456789abcdef',
    'pa$word-0001-test',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZXN0LTAwMDEifQ.c2lnbmF0dXJlLXRlc3QtMDAwMV8',
    'dGVzdC9rZXkrMDAwMS90ZXN0+/Zz==',
    '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp',
    'bce-v3/ALTAK-abc/0123456789',
    '8f14e45f-ceea-467f-a8f5-0c2d3b4a5e6f',
    'ollama',
    'lm-studio',
    'sk-1234',
    'ABCD_EFGH_1234',
    'sk-exxon-0001',
    'AIzaSyA-0123456789_abcdefghij',
    '100%sure%20',
  ])('%s', (value) => {
    expect(keyProblems(value)).toEqual([]);
  });
});

test('a mended key has no problem left, and hostile input costs no time', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('"', ' ', 'Bearer ', 'sk-').chain((a) => fc.string().map((b) => a + b + a)),
  );
  fc.assert(
    fc.property(text, (value) => {
      for (const { fixed } of keyProblems(value)) if (fixed !== undefined) expect(keyProblems(fixed)).toEqual([]);
    }),
    { numRuns: 500 },
  );
  const started = performance.now();
  for (const unit of ['a', '_A', 'x-', ' ', '"', '$A', '%AA', 'your-', 'a.', '<']) keyProblems(unit.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(2000);
});

describe('looksLikeKey', () => {
  test.each([
    'sk-test-1234567890abcdef',
    'Bearer sk-test-0001',
    'gsk_0123456789',
    '0123456789abcdef0123456789abcdef',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIi.c2ln',
  ])('%s', (value) => {
    expect(looksLikeKey(value)).toBe(true);
  });
  test.each([
    'RELAY_API_KEY',
    'relay_key_2_for_the_whole_team',
    'OPENAI_API_KEY',
    '$RELAY_API_KEY',
    'gwkey',
    'YOUR_API_KEY',
    'https://gw.example',
    'GATEWAYKEY2FORTHEWHOLETEAM',
  ])('not %s', (value) => {
    expect(looksLikeKey(value)).toBe(false);
  });
});
