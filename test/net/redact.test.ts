import { expect, it } from 'vitest';
import { redactedAnswer, redactedRequest } from '../../src/net/redact.ts';
import { send } from '../../src/net/request.ts';
import { Secret } from '../../src/secret.ts';
import { bearer, shownValue } from '../../src/wire/headers.ts';
import { answering, chatRequest, DIRECT, LIMITS } from './servers.ts';

const KEY = 'fake-credential-of-no-known-shape-9f3a';

it('masks a key wherever it stands', () => {
  const lines = redactedRequest({
    method: 'POST',
    url: `https://user:${KEY}@gw.example/v1/${KEY}?key=${KEY}`,
    headers: [
      ['authorization', bearer(new Secret(KEY))],
      ['x-api-key', new Secret(KEY)],
      ['x-note', `copy of ${KEY}`],
      ['x-other', 'sk-test-other-0123456789abcdef'],
    ],
    body: JSON.stringify({ metadata: KEY, text: 'x'.repeat(5000) }),
    wireApi: 'openai-chat',
    model: null,
    stream: true,
  });
  const text = lines.join('\n');
  expect(text).not.toContain(KEY);
  expect(text).not.toContain('other-0123456789');
  expect(lines).toContain('authorization: Bearer fake…9f3a');
  expect(lines).toContain('x-api-key: fake…9f3a');
  expect(text.length).toBeLessThan(3000);
});

it.each([
  ['Bearer short', 'Bearer ****'],
  ['Basic dXNlcjpwYXNzd29yZC1sb25n', 'Basic dXNl…b25n'],
  ['Bearer Bearer fake-credential-000', 'Bearer Bear…-000'],
])('%s', (value, shown) => {
  expect(shownValue(new Secret(value))).toBe(shown);
});

it('masks what a gateway quotes back', async () => {
  const { url } = await answering(
    `HTTP/1.1 401 No\r\nset-cookie: session=0123456789abcdef0123\r\nx-key: ${KEY}\r\n\r\nInvalid key ${KEY} ${'x'.repeat(9000)}`,
  );
  const trace = await send(chatRequest(url, { headers: [['authorization', bearer(new Secret(KEY))]] }), DIRECT, LIMITS);
  const lines = redactedAnswer(trace);
  expect(lines.slice(0, 3)).toEqual(['HTTP 401', 'set-cookie: sess…0123', 'x-key: fake…9f3a']);
  expect(lines.join('\n')).not.toContain(KEY);
  expect(lines.join('\n').length).toBeLessThan(2200);
});
