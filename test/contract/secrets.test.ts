// No key leaves the program: where one may be revealed, and what is masked whatever it stands in.

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';

import { Masker } from '../../src/masking.ts';
import { mask, Secret } from '../../src/secret.ts';
import { SOURCES, textOf } from './sources.ts';

const MAY_REVEAL = /^src\/(?:wire|net|documents|clients)\/|^src\/secret\.ts$/;

it('a secret is revealed only where bytes are written or judged', () => {
  const elsewhere = SOURCES.filter((path) => !MAY_REVEAL.test(path) && /\breveal\b\s*(?:\(|\?\.)|\[['"]reveal['"]\]/.test(textOf(path)));
  expect(elsewhere).toEqual([]);
});

describe('a secret', () => {
  const secret = new Secret('sk-abcd0123456789wxyz');
  it.each([
    ['in a template', `${secret}`],
    ['in JSON', JSON.stringify({ secret, list: [secret] })],
    ['inspected', inspect({ secret }, { depth: 9, showHidden: true })],
    ['joined', ['a', secret].join()],
    ['with all its properties', JSON.stringify(Object.getOwnPropertyDescriptors(secret))],
  ])('is masked %s', (_, text) => {
    expect(text).not.toContain('0123456789');
  });
});

describe('the mask', () => {
  it.each([
    ['', '****'],
    ['short', '****'],
    ['fifteen-letters', '****'],
    ['sixteen--letters', 'sixt…ters'],
    ['sk-0123456789abcdef', 'sk-0…cdef'],
    ['密钥密钥密钥密钥密钥密钥密钥密钥', '密钥密钥…密钥密钥'],
    ['🔑'.repeat(16), '🔑🔑🔑🔑…🔑🔑🔑🔑'],
  ])('of %j is %j', (value, masked) => {
    expect(mask(value)).toBe(masked);
  });
});

describe('what is printed', () => {
  const key = 'relay+key/0123456789==';
  const masker = new Masker();
  masker.learn(key, new Secret('hunter22'), null, undefined, '');

  it.each([
    ['a learnt key', `before ${key} after`],
    ['in a URL', `https://gw.example/v1?k=${encodeURIComponent(key)}`],
    ['in JSON', JSON.stringify({ key })],
    ['behind Bearer', `authorization: Bearer ${key}`],
    ['twice', `${key}${key}`],
    ['a short learnt one', 'password hunter22!'],
  ])('masks %s', (_, text) => {
    const out = masker.text(text);
    for (const part of ['0123456789', 'hunter22', encodeURIComponent(key)]) expect(out).not.toContain(part);
  });

  it.each([
    ['an OpenAI key', 'sk-proj-AbCd1234EfGh5678IjKl9012'],
    ['an Anthropic key', 'sk-ant-api03-AbCd1234EfGh5678IjKl9012-_x'],
    ['a Google key', 'AIzaSyA1234567890abcdefghijklmnopqrstuv'],
    ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
    ['a BigModel key', '0123456789abcdef0123456789abcdef.AbCdEfGhIjKlMnOp'],
    ['credentials in a URL', 'http://user:pass-word-123@proxy.example:8080/'],
    ['a key in a query', 'https://gw.example/?api_key=abcdefgh12345678'],
    ['a named value', '"CUSTOM_TOKEN": "abcdefgh12345678"'],
  ])('masks %s, though nobody told', (_, text) => {
    const secretPart = /pass-word-123|abcdefgh12345678|[A-Za-z0-9]{12,}/.exec(text.replace(/^https?:\/\/gw.*=/, ''))?.[0] ?? text;
    expect(new Masker().text(`x ${text} y`)).not.toContain(secretPart);
  });

  it.each([
    'ANTHROPIC_AUTH_TOKEN is not set',
    'env_key = "GW_API_KEY"',
    'https://gw.example/v1/messages?beta=true',
    'model gpt-5.2-codex, claude-opus-4-1-20250805',
    '~/.claude/settings.json:3:27',
    '20261130T201500Z-1',
    'url/v1-doubled',
    'sha256:0000',
  ])('leaves %j as it is', (text) => {
    expect(masker.text(text)).toBe(text);
  });

  it('masks every string of a document, and nothing else', () => {
    const document = { [key]: [key, 1, null, true, { deep: `a ${key}` }], secret: new Secret('sk-abcd0123456789wxyz') };
    const out = masker.data(document);
    expect(JSON.stringify(out)).not.toContain('0123456789');
    expect(Object.values(out)[0]).toMatchObject([expect.any(String), 1, null, true, { deep: expect.stringMatching(/^a /) }]);
  });
});
