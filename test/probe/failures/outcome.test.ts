// Does the answer speak the protocol, and is what it quotes fit to be shown?

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify, evidenceOf } from '../../../src/probe/failures/index.ts';
import { safeText } from '../../../src/probe/failures/safe-text.ts';
import { Secret } from '../../../src/secret.ts';
import { exchange, type Given } from './exchange.ts';

const outcomeOf = (given: Given) => {
  const { trace, context } = exchange(given);
  return classify(trace, context);
};
const anthropic = { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } };
const openai = { error: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' } };
const newApi = { error: { message: '无效的令牌', type: 'new_api_error', code: '' } };

describe('speaks', () => {
  it.each<[string, boolean, Given]>([
    ['anthropic error on messages', true, { json: anthropic }],
    ['openai error on messages', false, { json: openai }],
    ['relay error on messages', true, { json: newApi }],
    ['openai error on responses', true, { wireApi: 'openai-responses', json: openai }],
    ['anthropic error on responses', false, { wireApi: 'openai-responses', json: anthropic }],
    ['flat error', false, { json: { code: 20012, message: 'invalid api key' } }],
    ['a page', false, { body: '<html>401</html>' }],
  ])('%s: %s', (_, speaks, given) => {
    expect(outcomeOf({ status: 401, ...given }).speaks).toBe(speaks);
  });

  it.each<[string, boolean, Given]>([
    [
      'an absent path, in whatever shape',
      false,
      { status: 404, json: { type: 'error', error: { type: 'not_found_error', message: 'Not found' } } },
    ],
    [
      'a body of another protocol wanted',
      false,
      { wireApi: 'openai-responses', status: 400, json: { error: { message: 'messages is required' } } },
    ],
    [
      'a model that is absent',
      true,
      { status: 404, json: { type: 'error', error: { type: 'not_found_error', message: 'model: m-main' } } },
    ],
    [
      "the relay's upstream path wrong",
      true,
      { wireApi: 'openai-responses', status: 404, json: { error: { message: 'Invalid URL (POST /v1/v1/chat/completions)' } } },
    ],
  ])('%s: %s', (_, speaks, given) => {
    expect(outcomeOf(given).speaks).toBe(speaks);
  });
});

describe('redirects', () => {
  const redirect = (status: number, location: string) => outcomeOf({ status, headers: { location } }).failure;
  it('names the target without query and credentials', () => {
    expect(redirect(301, 'https://u:p4ssword@other.test/v1/messages?key=abc')).toMatchObject({
      id: 'route/redirect',
      variant: 'other-host',
      args: { target: 'https://other.test/v1/messages' },
    });
    expect(redirect(308, '/api/v1/messages')).toMatchObject({ id: 'route/redirect', args: { target: 'http://gw.test/api/v1/messages' } });
    expect(redirect(307, '')?.id).toBe('route/redirect');
  });
});

describe('whose key was refused', () => {
  const quoted = (message: string) =>
    outcomeOf({
      wireApi: 'openai-responses',
      status: 401,
      key: 'sk-abcdefgh12345678',
      json: { error: { message, code: 'invalid_api_key' } },
    }).failure?.id;
  it.each([
    ['Incorrect API key provided: sk-abcde****5678.', 'auth/invalid-key'],
    ['Incorrect API key provided: sk-proj****wxyz.', 'auth/upstream-key'],
    ['Received API Key = sk-...5678, invalid', 'auth/invalid-key'],
    ['Received API Key = sk-...0001, invalid', 'auth/upstream-key'],
    ['Invalid API key. **Please** check...then retry', 'auth/invalid-key'],
    ['invalid api key ****', 'auth/invalid-key'],
  ])('%s: %s', (message, id) => {
    expect(quoted(message)).toBe(id);
  });
});

describe('reset and waiting times', () => {
  const args = (json: unknown, headers: Record<string, string> = {}) => outcomeOf({ status: 429, headers, json }).failure?.args;
  it('are taken from fields, headers or the sentence', () => {
    expect(args({ error: { type: 'usage_limit_reached', message: 'limit', resets_at: 1796112000 } })?.reset).toBe('2026-12-01T08:00:00Z');
    expect(args({ error: { type: 'usage_limit_reached', message: 'limit', resets_in_seconds: 600 } })?.wait).toBe('10 min');
    expect(args({ error: { type: 'usage_limit_reached', message: 'limit', resets_in_seconds: 93_600 } })?.wait).toBe('1 d 2 h');
    expect(args({ error: { message: '5-hour limit reached, resets in 3h' } })?.wait).toBe('3 h');
    expect(args({ error: { message: '本周额度已用完，2天后重置' } })?.wait).toBe('2 d');
    expect(args({ error: { message: "You've hit your session limit · resets 3:45pm (Asia/Shanghai)" } })?.reset).toBe(
      '3:45pm (Asia/Shanghai)',
    );
    expect(args({ error: { code: '1308', message: '您的限额将在 2026-12-01 12:00:00 重置。' } })?.reset).toBe('2026-12-01 12:00:00');
    expect(args({ error: { message: 'Rate limit exceeded' } }, { 'retry-after': '20' })?.wait).toBe('20 s');
    expect(args({ error: { message: 'Rate limit reached, try again in 1.2s' } })?.wait).toBe('1.2 s');
    expect(args({ error: { message: 'Rate limit reached. Please try again in 7m12s.' } })?.wait).toBe('7 min 12 s');
    expect(args({ error: { message: 'Rate limit reached, retry after 2 minutes' } })?.wait).toBe('2 min');
    expect(args({ error: { message: '请求过于频繁，请 30 秒后重试' } })?.wait).toBe('30 s');
    expect(args({ error: 'Too Many Requests', retryAfterSeconds: 30 })?.wait).toBe('30 s');
    const dated = {
      status: 429,
      headers: { 'retry-after': 'Wed, 02 Dec 2026 08:10:00 GMT' },
      over: { receivedAt: Date.UTC(2026, 11, 2, 8) },
    };
    expect(outcomeOf(dated).failure?.args.wait).toBe('10 min');
    expect(args({ error: { message: 'Rate limit reached' } }, { 'retry-after-ms': '1500' })?.wait).toBe('1.5 s');
  });
});

describe('the words beside the status', () => {
  const said = (body: string) => outcomeOf({ status: 403, headers: { 'content-type': 'text/html' }, body }).failure?.args.said;
  it('do not repeat it, and are its name where the server says nothing', () => {
    expect(said('<html><title>403 Forbidden</title></html>')).toBe('Forbidden');
    expect(said('<html><title>1020 Access denied</title></html>')).toBe('1020 Access denied');
    expect(outcomeOf({ status: 401, body: '' }).failure?.args.said).toBe('Unauthorized');
  });
});

describe('what is quoted', () => {
  const secret = new Secret('sk-verysecret-0123456789');
  it.each([
    ['\u001b[2J\u001b]0;owned\u0007hello\u001b]8;;http://evil.invalid\u001b\\link', 'hello link'],
    ['\u009b2J\u009d52;c;b3duZWQ=\u009chi\r\b\u007f', 'hi'],
    ['a\u202eb\u200bc\nd', 'abc d'],
    ['your key sk-verysecret-0123456789 is bad', 'your key sk-v…6789 is bad'],
    ['SK-VERYSECRET? sk-verysecret-0123456789!', 'SK-VERYSECRET? sk-v…6789!'],
    [`hash ${'ab'.repeat(32)}`, 'hash ****'],
    ['x'.repeat(300), `${'x'.repeat(159)}…`],
  ])('%j', (text, shown) => {
    expect(safeText(text, [secret])).toBe(shown);
  });

  it('is short, printable and without the key, whatever came', () => {
    const noise = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.json(), fc.string());
    const key = 'sk-verysecret-0123456789';
    fc.assert(
      fc.property(
        noise,
        noise,
        fc.constantFrom(200, 301, 400, 401, 403, 404, 429, 500, 503),
        fc.boolean(),
        (before, after, status, inStream) => {
          const body = `${before}${key}${after}`;
          const { trace, context } = exchange({ status, key, ...(inStream ? { events: [['error', body]] } : { body }) });
          const shown = JSON.stringify([classify(trace, context), evidenceOf(trace)]);
          expect(shown).not.toContain(key);
          expect(evidenceOf(trace)).not.toMatch(/\p{Cc}/u);
          expect([...evidenceOf(trace)].length).toBeLessThanOrEqual(300);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('masks a key that an escape sequence pushes to the edge of what is read', () => {
    const { trace } = exchange({
      status: 401,
      key: 'sk-verysecret-0123456789',
      body: `${'\u001b[1m'.repeat(1600)} sk-verysecret-0123456789`,
    });
    expect(evidenceOf(trace)).not.toMatch(/sk-verys/);
  });
});
