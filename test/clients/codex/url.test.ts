import { describe, expect, it } from 'vitest';

import { endpoint, userInfo } from '../../../src/clients/codex/url.ts';

const H = 'http://h.example:8080';

describe('the URL of a request', () => {
  // reference/codex.md, section 5.
  it.each<[base: string, old: string | null, recent: string | null]>([
    [H, `${H}/responses`, `${H}/responses`],
    [`${H}/`, `${H}//responses`, `${H}/responses`],
    [`${H}/api`, `${H}/api/responses`, `${H}/api/responses`],
    [`${H}/api//`, `${H}/api///responses`, `${H}/api/responses`],
    [`${H}/api/v1/`, `${H}/api/v1//responses`, `${H}/api/v1/responses`],
    [`${H}/v1/responses`, `${H}/v1/responses/responses`, `${H}/v1/responses/responses`],
    [`${H}/v1?x=1`, `${H}/v1?x=1/responses`, `${H}/v1?x=1/responses`],
    [`${H}/v1#f`, `${H}/v1`, `${H}/v1`],
    [`${H}/v1 `, `${H}/v1%20/responses`, `${H}/v1%20/responses`],
    [` ${H}/v1`, `${H}/v1/responses`, `${H}/v1/responses`],
    [`${H}/v1\n`, `${H}/v1/responses`, `${H}/v1/responses`],
    ['HTTP://h.example:8080/v1', `${H}/v1/responses`, `${H}/v1/responses`],
    [`${H}/中文`, `${H}/%E4%B8%AD%E6%96%87/responses`, `${H}/%E4%B8%AD%E6%96%87/responses`],
    ['https://u:p@h.example/v1', 'https://h.example/v1/responses', 'https://h.example/v1/responses'],
    ['h.example/v1', null, null],
    ['localhost:8080/v1', null, null],
    ['', null, null],
    ['http：//h.example/v1', null, null],
    ['ws://h.example/v1', null, null],
    ['htttp://h.example/v1', null, null],
  ])('%j', (base, old, recent) => {
    expect(endpoint(base, 'openai-responses', [], '0.50.0')).toBe(old);
    for (const version of ['0.80.0', '0.105.0', '0.171.0']) expect(endpoint(base, 'openai-responses', [], version)).toBe(recent);
  });

  it('appends query parameters, encoded', () => {
    expect(
      endpoint(
        `${H}/v1`,
        'openai-chat',
        [
          ['api-version', '2024-10-21'],
          ['a b', '&'],
        ],
        '0.171.0',
      ),
    ).toBe(`${H}/v1/chat/completions?api-version=2024-10-21&a+b=%26`);
  });

  it('knows credentials inside an address', () => {
    expect(userInfo('https://u%40x:p%@h.example/v1')).toEqual({ user: 'u@x', password: 'p%' });
    expect(userInfo('https://h.example/v1')).toBeNull();
    expect(userInfo('nonsense')).toBeNull();
  });
});
