import { describe, expect, it } from 'vitest';

import { MetricsBook, openMetrics } from '../../src/report/openmetrics.ts';
import { writeWhole } from '../../src/whole-file.ts';
import { reportLike } from '../helpers/latency.ts';
import { memoryHost } from '../helpers/memory-host.ts';

const REPORT = reportLike({ fixedMs: 210, msPerInputToken: 0.3, tpotMs: 21 });

interface Line {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_:][a-z0-9_:]*)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*)\})? (-?[0-9.e+-]+)$/;

function parse(text: string): readonly Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
      expect(name, line).not.toBe('');
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', own = '']) => [key, own])),
        value: Number(value),
      };
    });
}

describe('the text', () => {
  const text = openMetrics(REPORT);
  const lines = parse(text);

  it('ends with EOF, has each family once, and its samples behind its header', () => {
    expect(text.endsWith('# EOF\n')).toBe(true);
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]);
    expect(new Set(types.map(([name]) => name)).size).toBe(types.length);
    expect(types.every(([, type]) => type === 'gauge' || type === 'histogram')).toBe(true);
    let family = '';
    for (const line of text.split('\n')) {
      if (line.startsWith('# TYPE')) family = line.split(' ')[2] ?? '';
      else if (line !== '' && !line.startsWith('#')) expect(line.startsWith(family)).toBe(true);
    }
  });

  it('has the names of the GenAI conventions, in seconds', () => {
    const counts = lines.filter(({ name }) => name.endsWith('_count')).map(({ name }) => name);
    for (const name of [
      'gen_ai_client_operation_duration_seconds_count',
      'gen_ai_client_operation_time_to_first_chunk_seconds_count',
      'gen_ai_client_operation_time_per_output_chunk_seconds_count',
      'gen_ai_client_token_usage_count',
      'channel_doctor_time_to_first_token_seconds_count',
      'channel_doctor_time_per_output_token_seconds_count',
    ])
      expect(counts).toContain(name);
    const median = lines.find(({ name, labels }) => name === 'channel_doctor_ttft_median_seconds' && labels.load === 'prefill');
    expect(median?.value).toBeCloseTo((REPORT.loads.prefill?.ttftMs?.median ?? 0) / 1000, 6);
    expect(median?.labels).toMatchObject({
      gen_ai_request_model: 'm-main',
      gen_ai_provider_name: 'openai',
      server_address: 'gateway.example',
      server_port: '443',
    });
  });

  it('buckets grow up to the count', () => {
    const buckets = lines.filter(
      ({ name, labels }) =>
        name === 'channel_doctor_time_to_first_token_seconds_bucket' && labels.load === 'prefill' && labels.cold === 'false',
    );
    const values = buckets.map(({ value }) => value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(buckets.at(-1)).toMatchObject({ value: 5, labels: { le: '+Inf' } });
    expect(buckets.map(({ labels }) => labels.le)).toContain('1.0');
  });

  it('names one slow part', () => {
    const slow = lines.filter(({ name }) => name === 'channel_doctor_slow');
    expect(slow).toHaveLength(7);
    expect(slow.filter(({ value }) => value === 1).map(({ labels }) => labels.slow)).toEqual([REPORT.verdict.slow]);
  });

  it('labels hold anything', () => {
    const odd = { ...REPORT, channel: { ...REPORT.channel, model: 'a"b\\c\nd' } };
    expect(parse(openMetrics(odd))[0]?.labels.gen_ai_request_model).toBe('a\\"b\\\\c\\nd');
  });

  it('a failed measurement is down, and nothing else', () => {
    const failure = { id: 'auth/invalid', title: { en: '', zh: '' }, advice: { en: '', zh: '' }, args: {}, status: 401 };
    const failed = parse(openMetrics({ ...REPORT, samples: [], loads: {}, sweep: null, decomposition: [], rttMs: null, failure }));
    expect(failed.find(({ name }) => name === 'channel_doctor_up')?.value).toBe(0);
  });
});

it('rounds of a watch add up, while gauges show the last', () => {
  const book = new MetricsBook().add(REPORT).add(reportLike({ fixedMs: 500, msPerInputToken: 0, tpotMs: 5 }));
  const lines = parse(book.text());
  const count = lines.find(
    ({ name, labels }) =>
      name === 'channel_doctor_time_to_first_token_seconds_count' && labels.load === 'prefill' && labels.cold === 'false',
  );
  expect(count?.value).toBe(10);
  expect(lines.find(({ name, labels }) => name === 'channel_doctor_ttft_median_seconds' && labels.load === 'prefill')?.value).toBeCloseTo(
    0.5,
    3,
  );
});

describe('the file', () => {
  it('is there whole, with a mode that a collector can read', async () => {
    const host = memoryHost({ files: { '~/metrics': { folder: true } } });
    await writeWhole(host, host.path('~/metrics/x.prom'), 'one\n', 0o644);
    await writeWhole(host, host.path('~/metrics/x.prom'), 'two\n', 0o644);
    expect(await host.text('~/metrics/x.prom')).toBe('two\n');
    expect(await host.mode('~/metrics/x.prom')).toBe(0o644);
    expect(await host.files.list(host.path('~/metrics'))).toEqual(['x.prom']);
  });

  it('goes where a link points', async () => {
    const host = memoryHost({ files: { '~/real/x.prom': 'old', '~/x.prom': { link: 'real/x.prom' } } });
    await writeWhole(host, host.path('~/x.prom'), 'new', 0o644);
    expect(await host.text('~/real/x.prom')).toBe('new');
  });

  it.each([
    ['a folder', { '~/x.prom': { folder: true } as const }],
    ['a pipe', { '~/x.prom': { pipe: true } as const }],
    ['a closed folder', { '~/d': { folder: true, mode: 0o500 } as const }],
  ])('%s is refused', async (_, files) => {
    const host = memoryHost({ files });
    const path = host.path('~/d' in files ? '~/d/x.prom' : '~/x.prom');
    await expect(writeWhole(host, path, 'x', 0o644)).rejects.toMatchObject({ exit: 3 });
    await expect(writeWhole(host, host.path('~/none/x.prom'), 'x', 0o644)).rejects.toMatchObject({ exit: 3 });
  });

  it.each([1, 2, 3])('a full disk at step %i leaves what stood there', async (step) => {
    const host = memoryHost({ files: { '~/x.prom': 'old' } });
    host.files.failAt(step, 'ENOSPC', { once: true });
    const result = await writeWhole(host, host.path('~/x.prom'), 'new', 0o644).catch((error: { exit: number }) => error.exit);
    expect(await host.text('~/x.prom')).toBe(result === 3 ? 'old' : 'new');
    expect((await host.files.list(host.path('~'))).filter((name) => name.includes('channel-doctor'))).toEqual([]);
  });
});
