import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { holesOf, say } from '../../src/i18n/index.ts';
import { commentDifyConfig } from '../../src/measure/dify-config.ts';
import { readSimpleYaml } from '../../src/measure/dify-yaml.ts';
import type { ConfigComment, Slow } from '../../src/measure/types.ts';
import { reportLike } from '../helpers/latency.ts';

const GUIDE = `# dify_config.yaml
performance_optimization:
  ttft_optimization:
    enabled: true
    model_warmup: true        # preload
    prompt_cache:
      enabled: true
      ttl: 3600
    max_prompt_length: 2000
    batch_size: 4
  tpot_optimization:
    speculative_decoding: false
  thresholds:
    ttft_warning: 1000
    ttft_critical: 2s
    tpot_warning: 10
`;

const FAST_DECODE_SLOW_PREFILL = reportLike({ fixedMs: 210, msPerInputToken: 0.4, tpotMs: 21 });
const reportWith = (slow: Slow) => ({ ...FAST_DECODE_SLOW_PREFILL, verdict: { ...FAST_DECODE_SLOW_PREFILL.verdict, slow } });
const said = (comments: readonly ConfigComment[], key: string): string => {
  const found = comments.find((comment) => comment.key.endsWith(key));
  return found ? say(found.text, 'en', found.args) : '';
};

describe('the simple part of YAML', () => {
  const read = (text: string): unknown => {
    const result = readSimpleYaml(text);
    return result.ok
      ? result.settings.map(({ path, value, line }) => [path.join('.'), value, line])
      : [result.line, say(result.reason, 'en', result.args)];
  };

  it.each<[string, unknown]>([
    [
      'a: 1\nb: two words',
      [
        ['a', '1', 1],
        ['b', 'two words', 2],
      ],
    ],
    [
      "---\na:\n  b: \"x # y\"  # z\n\n  c: 'it''s'\n",
      [
        ['a.b', 'x # y', 3],
        ['a.c', "it's", 5],
      ],
    ],
    [
      'a:\r\n    b: 1\r\n\r\nc: 2\r\n',
      [
        ['a.b', '1', 2],
        ['c', '2', 4],
      ],
    ],
    [
      'list:\n- one\n- two\nnext: 3',
      [
        ['list.[0]', 'one', 2],
        ['list.[1]', 'two', 3],
        ['next', '3', 4],
      ],
    ],
    [
      'nodes:\n  - name: a\n    size: 1\n  - name: b\n',
      [
        ['nodes.[0].name', 'a', 2],
        ['nodes.[0].size', '1', 3],
        ['nodes.[1].name', 'b', 4],
      ],
    ],
    [
      'sizes: [1, "2"]\nempty: {}\nnone: []\n',
      [
        ['sizes.[0]', '1', 1],
        ['sizes.[1]', '2', 1],
      ],
    ],
    [
      'url: http://x.example:80/v1\ntime: 12:30',
      [
        ['url', 'http://x.example:80/v1', 1],
        ['time', '12:30', 2],
      ],
    ],
    ['\ufeff缓存:\n  启用: true', [['缓存.启用', 'true', 2]]],
    ['', []],
    ['# nothing', []],
  ])('%j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each<[string, number, RegExp]>([
    ['a:\n\tb: 1', 2, /tab/],
    ['a：1', 1, /full-width/],
    ['a:1', 1, /no blank/],
    ['a: &x 1', 1, /anchor/],
    ['a: *x', 1, /alias/],
    ['a: !!str 1', 1, /tag/],
    ['a: |\n  text', 1, /\| >/],
    ['a: {b: 1}', 1, /\{…\}/],
    ['a: [1,\n 2]', 1, /\[…/],
    ['a: 1\na: 2', 2, /second time/],
    ['a:\n  b: 1\n c: 2', 3, /indented/],
    ['a: "open', 1, /quote/],
    ['just text', 1, /neither/],
    ['a: 1\n---\nb: 2', 2, /---/],
    ['<<: 1', 1, /<</],
  ])('refuses %j with a sentence', (text, line, reason) => {
    expect(read(text)).toEqual([line, expect.stringMatching(reason)]);
  });

  it('never throws and never takes long', () => {
    const piece = fc.constantFrom('a', ':', ' ', '\n', '- ', '"', "'", '#', '[', ']', '{', '&', '\t', '  ', '：', '|', ',');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        readSimpleYaml(pieces.join(''));
      }),
    );
    const before = performance.now();
    for (const text of [
      'a:\n '.repeat(40_000),
      `a${' '.repeat(200_000)}`,
      'x: ['.repeat(30_000),
      '- '.repeat(50_000),
      'k: 1\n'.repeat(60_000),
    ])
      readSimpleYaml(text);
    expect(performance.now() - before).toBeLessThan(1500);
  });
});

describe('a dify_config.yaml', () => {
  const comments = commentDifyConfig(GUIDE, 'dify_config.yaml', reportWith('prefill'));

  it('is no file of Dify, and every setting is commented', () => {
    expect(comments[0]).toMatchObject({ key: 'dify_config.yaml', isRead: false });
    expect(said(comments, 'dify_config.yaml')).toMatch(/Dify reads no such file.*docker\/\.env/);
    expect(comments.every(({ isRead }) => !isRead)).toBe(true);
    expect(comments).toHaveLength(11);
    expect(comments.find(({ key }) => key.endsWith('batch_size'))).toMatchObject({ value: '4', line: 10 });
  });

  it.each([
    ['prompt_cache.enabled', /cached_tokens.*touches what is slow/],
    ['max_prompt_length', /length of the input.*touches what is slow/],
    ['model_warmup', /cold start.*does not touch/],
    ['batch_size', /vLLM.*does not touch/],
    ['speculative_decoding', /server that runs the model/],
  ])('%s against a slow prefill', (key, expected) => {
    expect(said(comments, key)).toMatch(expected);
  });

  it('compares thresholds with what was measured', () => {
    expect(said(comments, 'ttft_warning')).toMatch(/measured 1\d{3}(\.\d)? ms, missed.*--max-ttft 1000/);
    expect(said(comments, 'ttft_critical')).toMatch(/kept.*--max-ttft 2000/);
    expect(said(comments, 'tpot_warning')).toMatch(/missed.*--max-tpot 10/);
    expect(said(commentDifyConfig(GUIDE, 'x.yaml', null), 'ttft_warning')).toMatch(/nothing was measured/);
  });

  it('names variables that Dify does read, elsewhere', () => {
    const [, workers] = commentDifyConfig('env:\n  server_worker_amount: 4\n', 'c.yaml', reportWith('queue'));
    expect(say(workers?.text ?? { en: '', zh: '' }, 'en', workers?.args)).toMatch(/SERVER_WORKER_AMOUNT.*docker\/\.env.*\(40\).*touches/);
  });

  it('shows no secrets', () => {
    const shown = JSON.stringify(commentDifyConfig('model:\n  api_key: sk-something-long\n  token: abcdefgh\n', 'c.yaml', null));
    expect(shown).not.toMatch(/something|abcdefgh/);
  });

  it.each([
    ['a: 1\n\tb: 2', /tab/],
    ['', /holds no setting/],
    ['# only a comment', /holds no setting/],
    ['<html></html>', /neither/],
    ['[1,2]', /neither/],
  ])('%j is refused with exit 3', (text, expected) => {
    expect(() => commentDifyConfig(text, 'c.yaml', null)).toThrow(
      expect.objectContaining({ exit: 3, message: expect.stringMatching(expected) }),
    );
  });

  it('has both languages with the same holes', () => {
    for (const slow of ['none', 'queue', 'decode', 'buffered'] as const) {
      for (const { text } of commentDifyConfig(GUIDE, 'c.yaml', reportWith(slow))) expect(holesOf(text.zh)).toEqual(holesOf(text.en));
    }
  });
});

describe('a real .env', () => {
  const ENV = `# docker/.env
SECRET_KEY=sk-9f73s3ljTXVcMT3Blb3ljTqtsKiGHXVcMT3BlbkFJLK7U
SERVER_WORKER_AMOUNT=2
SERVER_WORKER_CONNECTIONS="20"
export PLUGIN_BASED_TOKEN_COUNTING_ENABLED=true
TEXT_GENERATION_TIMEOUT_MS=60000
UNKNOWN_THING=1
`;

  it('comments what touches latency, and passes the rest over', () => {
    const comments = commentDifyConfig(ENV, 'docker/.env', null);
    expect(comments.map(({ key, line, isRead }) => [key, line, isRead])).toEqual([
      ['SERVER_WORKER_AMOUNT', 3, true],
      ['SERVER_WORKER_CONNECTIONS', 4, true],
      ['PLUGIN_BASED_TOKEN_COUNTING_ENABLED', 5, true],
      ['TEXT_GENERATION_TIMEOUT_MS', 6, true],
    ]);
    expect(said(comments, 'SERVER_WORKER_AMOUNT')).toMatch(/\(40\)/);
    expect(JSON.stringify(comments)).not.toMatch(/sk-9f/);
  });

  it('names what is not set where that could help', () => {
    const comments = commentDifyConfig('SERVER_WORKER_AMOUNT=1\n', '.env', reportWith('queue'));
    expect(said(comments, 'SERVER_WORKER_CONNECTIONS')).toMatch(/not set, so Dify takes 10/);
    expect(said(comments, 'SERVER_WORKER_AMOUNT')).toMatch(/touches what is slow/);
    const calm = commentDifyConfig('SERVER_WORKER_AMOUNT=1\n', '.env', reportWith('none'));
    expect(calm).toHaveLength(1);
    expect(said(calm, 'SERVER_WORKER_AMOUNT')).toMatch(/Nothing is slow/);
  });

  it('a value set twice counts once, the last', () => {
    const comments = commentDifyConfig('SERVER_WORKER_AMOUNT=1\nSERVER_WORKER_AMOUNT=3\n', '.env', null);
    expect(comments).toHaveLength(1);
    expect(comments[0]).toMatchObject({ value: '3', line: 2 });
  });

  it('is bounded', () => {
    const before = performance.now();
    for (const text of ['NAME=1\n'.repeat(200_000), `A="${'x'.repeat(200_000)}`]) {
      expect(() => commentDifyConfig(text, '.env', null)).toThrow(expect.objectContaining({ exit: 3 }));
    }
    commentDifyConfig('NAME=1\n'.repeat(30_000), '.env', null);
    expect(performance.now() - before).toBeLessThan(1500);
  });
});
