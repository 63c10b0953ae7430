import { expect, test } from 'vitest';
import { isOfficial, requestUrlFor } from '../../../src/clients/claude-code/base-url.ts';

const OLD = ['0.2.126', '1.0.60', '2.0.77', '2.1.100'];
const NEW = ['2.1.200', '2.1.332'];
const ALL = [...OLD, ...NEW];
const H = 'http://h:8080';

// Section 4.1 and appendix C of the measurements.
test.each<[readonly string[], string, string | null]>([
  [ALL, `${H}/api`, `${H}/api/v1/messages?beta=true`],
  [ALL, `${H}/api/`, `${H}/api/v1/messages?beta=true`],
  [ALL, ` ${H}/api\r\n`, `${H}/api/v1/messages?beta=true`],
  [ALL, `HTTP://H:8080/api`, `${H}/api/v1/messages?beta=true`],
  [ALL, `${H}/api/v1`, `${H}/api/v1/v1/messages?beta=true`],
  [ALL, `${H}/api/v1/`, `${H}/api/v1/v1/messages?beta=true`],
  [ALL, `${H}/api/v1/messages`, `${H}/api/v1/messages/v1/messages?beta=true`],
  [['1.0.60', '2.0.77'], `${H}/api?x=1`, `${H}/api?x=1/v1/messages?beta=true`],
  [['2.1.100', '2.1.332'], `${H}/api?x=1`, `${H}/api?x=1%2Fv1%2Fmessages%3Fbeta%3Dtrue`],
  [ALL, `${H}/api#f`, `${H}/api`],
  [OLD, `${H}//`, `${H}//v1/messages?beta=true`],
  [NEW, `${H}//`, `${H}/v1/messages?beta=true`],
  [ALL, '127.0.0.1:8080/api', null],
  [ALL, 'gw.test/api', null],
  [ALL, `"${H}"`, null],
  [ALL, 'undefined', null],
  [ALL, 'sk-test-0001', null],
  [OLD, 'localhost:8080/api', null],
  [NEW, 'localhost:8080/api', 'http://localhost:8080/api/v1/messages?beta=true'],
  [ALL, '', 'https://api.anthropic.com/v1/messages?beta=true'],
  [ALL, `${H}/api\u200b`, `${H}/api%E2%80%8B/v1/messages?beta=true`],
  [ALL, `${H}/api，`, `${H}/api%EF%BC%8C/v1/messages?beta=true`],
  [OLD, 'http://user:pw@h:8080/api', null],
  [NEW, 'http://user:pw@h:8080/api', `${H}/api/v1/messages?beta=true`],
  [ALL, 'ftp://h/api', null],
  [ALL, 'ws://h/api', null],
])('%j %j', (versions, base, expected) => {
  for (const version of versions) expect([version, requestUrlFor(version, base)]).toEqual([version, expected]);
});

test.each([
  [`${H}/api`, 'openai-chat', `${H}/api/v1/chat/completions`],
  [`${H}/v1`, 'openai-chat', `${H}/v1/chat/completions`],
  [`${H}/v4/`, 'openai-responses', `${H}/v4/responses`],
] as const)('other protocols at %s: %s', (base, wireApi, expected) => {
  expect(requestUrlFor('2.1.332', base, wireApi)).toBe(expected);
});

test.each([
  ['', true],
  [' ', true],
  ['https://api.anthropic.com', true],
  ['https://anthropic.com.evil.example', false],
  ['https://notanthropic.com', false],
  ['not a url', false],
])('isOfficial(%j)', (base, expected) => {
  expect(isOfficial(base)).toBe(expected);
});
