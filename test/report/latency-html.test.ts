import { describe, expect, it } from 'vitest';
import { commentDifyConfig } from '../../src/measure/dify-config.ts';
import { reportFromLog } from '../../src/measure/log.ts';
import type { LatencyReport } from '../../src/measure/types.ts';
import { latencyHtml } from '../../src/report/latency-html.ts';
import { ticks } from '../../src/report/latency-page/markup.ts';
import { piecesOf } from '../../src/report/latency-page/waterfall.ts';
import { JUDGE, NO_WISHES, NOW, reportLike, sampleLike } from '../helpers/latency.ts';

const BEHAVIOUR = { fixedMs: 210, msPerInputToken: 0.31, tpotMs: 21, thinkingMs: 400 };
const REPORT = reportLike(BEHAVIOUR, { wishes: { ...NO_WISHES, budgetMs: 3000, expectTokens: 400, maxTtftMs: 1000 } });
const page = (report: LatencyReport, lang: 'en' | 'zh' = 'en'): string => latencyHtml(report, { lang, version: '1.2.3', now: NOW });

const VOID = new Set(['meta', 'input', 'br']);
const EMPTY_IN_SVG = /\/>$/;

/** Elements that are opened and not closed in order; comments and declarations do not occur. */
function unclosed(html: string): readonly string[] {
  const open: string[] = [];
  const body = html.replace(/<!doctype html>/, '').replace(/<style>[\s\S]*?<\/style>/, '');
  for (const [tag, slash, name = ''] of body.matchAll(/<(\/?)([a-z0-9]+)(?:\s+[a-zA-Z:-]+(?:="[^"<]*")?)*\s*\/?>/g)) {
    if (VOID.has(name) || EMPTY_IN_SVG.test(tag)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) return [...open, `/${name}`];
  }
  return open;
}

const REPORTS: readonly (readonly [string, LatencyReport])[] = [
  ['a measurement', REPORT],
  ['a comparison', { ...REPORT, compared: [reportLike({ ...BEHAVIOUR, fixedMs: 900 })] }],
  ['a log', reportFromLog('ttft_ms=2840 total_ms=3120 total_tokens=3\nttft_ms=1 total_ms=2', { ...JUDGE, name: 'x.log' })],
  [
    'a configuration',
    { ...REPORT, source: 'dify-config', config: commentDifyConfig('ttft_optimization:\n  warmup: true\n', 'dify_config.yaml', REPORT) },
  ],
  [
    'a Dify run',
    {
      ...REPORT,
      source: 'dify',
      segments: [
        { id: 'x', ms: 30, basis: 'measured', text: { en: 'one', zh: '一' }, args: {} },
        { id: 'y', ms: 60, basis: 'estimated', text: { en: 'two', zh: '二' }, args: {} },
      ],
    },
  ],
  [
    'a failure',
    {
      ...REPORT,
      samples: [],
      loads: {},
      sweep: null,
      decomposition: [],
      failure: {
        id: 'auth/invalid',
        title: { en: 'The key is refused', zh: '密钥被拒绝' },
        advice: { en: 'Use {key}', zh: '请用 {key}' },
        args: { key: 'another' },
        status: 401,
      },
    },
  ],
  ['nothing at all', { ...REPORT, samples: [], loads: {}, sweep: null, decomposition: [], warnings: [], limits: [], budget: null }],
];

describe.each(REPORTS)('the page of %s', (_, report) => {
  const html = page(report);

  it('is well formed', () => {
    expect(unclosed(html)).toEqual([]);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(html).not.toMatch(/NaN|undefined|Infinity|\[object/);
  });

  it('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<script|<link|<img|<iframe|javascript:|\son[a-z]+=|@import/i);
    expect([...html.matchAll(/(?:src|href)="([^"]*)"|url\(([^)]*)\)/g)].every(([, , inner]) => inner?.startsWith('#'))).toBe(true);
    expect(html).toContain("default-src 'none'");
  });

  it('holds both languages, and all of their sentences', () => {
    const [, en = '', zh = ''] = /<main lang="en">([\s\S]*?)<\/main>\s*<main lang="zh-CN">([\s\S]*?)<\/main>/.exec(html) ?? [];
    expect(en).toContain('Latency report');
    expect(zh).toContain('延迟报告');
    expect(en.replace(/\.log|—/g, '')).not.toMatch(/[\u4e00-\u9fff]/);
    for (const text of [en, zh]) expect(text.replace(/<[^>]*>/g, '')).not.toMatch(/\{[a-zA-Z]\w*\}/);
    expect((zh.match(/<section/g) ?? []).length).toBe((en.match(/<section/g) ?? []).length);
  });
});

it('shows the language that was asked for first', () => {
  expect(page(REPORT, 'zh')).toMatch(/<html lang="zh-CN">[\s\S]*id="page-zh"[^>]* checked/);
  expect(page(REPORT, 'en')).toMatch(/<html lang="en">[\s\S]*id="page-en"[^>]* checked/);
});

it('has everything that was asked for', () => {
  const html = page(REPORT);
  for (const heading of [
    'Each request',
    'What the first token waits for',
    'First token against size of the input',
    'Gaps between arrivals',
    'Budget',
    'Requests',
  ])
    expect(html).toContain(heading);
  expect(html).toMatch(/prefers-color-scheme:dark/);
  expect(html).toMatch(/class="fit"/);
});

it('nothing from outside becomes markup', () => {
  const evil = '"><script>alert(1)</script>\u0000\ud800';
  const html = page({
    ...REPORT,
    channel: { ...REPORT.channel, model: evil, name: evil, baseUrl: evil },
    warnings: [{ id: 'x', text: { en: '{x}', zh: '{x}' }, args: { x: evil } }],
    config: [{ key: evil, value: evil, line: 1, isRead: false, text: { en: '{x}', zh: '{x}' }, args: { x: evil } }],
    samples: [{ ...sampleLike('log', 1, 50, BEHAVIOUR), label: evil }],
  });
  expect(html).not.toContain('<script');
  expect(html.includes('\u0000')).toBe(false);
  expect(html).not.toMatch(/\p{Surrogate}/u);
  expect(unclosed(html)).toEqual([]);
});

it('stays small with very many requests', () => {
  const samples = Array.from({ length: 3000 }, (_, index) => ({ ...sampleLike('log', 100 + index, 40, BEHAVIOUR), label: `x:${index}` }));
  expect(page({ ...REPORT, samples }).length).toBeLessThan(2_000_000);
});

describe('pieces of a request', () => {
  it('follow each other from 0 to the end', () => {
    const sample = sampleLike('decode', 40, 100, BEHAVIOUR, true);
    const pieces = piecesOf(sample);
    expect(pieces.map(({ phase }) => phase)).toEqual(['dns', 'tcp', 'tls', 'wait', 'accepted', 'thinking', 'writing']);
    for (const [index, { from }] of pieces.entries()) expect(from).toBe(pieces[index - 1]?.to ?? 0);
    expect(pieces.at(-1)?.to).toBe(sample.e2eMs);
  });

  it('a reused connection, and a log, have fewer', () => {
    expect(piecesOf(sampleLike('prefill', 40, 2, BEHAVIOUR))[0]?.phase).toBe('wait');
    expect(
      piecesOf({ ...sampleLike('log', 1, 9, { ...BEHAVIOUR, thinkingMs: 0 }), ttfbMs: null, firstEventMs: null }).map(({ phase }) => phase),
    ).toEqual(['first', 'writing']);
  });
});

it.each([0, -1, 0.003, 1, 7, 99, 100, 12_345, 1e9, Number.NaN, Number.POSITIVE_INFINITY])('ticks of %d are few and grow', (max) => {
  const marks = ticks(max, 5);
  expect(marks.length).toBeLessThan(14);
  expect(marks.length).toBeGreaterThan(1);
  expect([...marks].sort((a, b) => a - b)).toEqual(marks);
  if (max > 0 && Number.isFinite(max)) expect(marks.at(-1)).toBeGreaterThanOrEqual(max);
});
