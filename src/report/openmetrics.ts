// A measurement for a scraper's text-file collector. Names, units and labels: docs/openmetrics.md. Only histograms and gauges without time
// stamps, so that readers of the older Prometheus format, node_exporter among them, take it too.

import type { DecompositionPart, LatencyReport, Sample, Slow } from '../measure/types.ts';
import type { WireApi } from '../model.ts';
import { Family, Histogram, type Labels } from './metric-family.ts';

// Bounds as the GenAI conventions advise; the wait for a first token gets more above, where coding agents live.
const DURATION = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const FIRST_CHUNK = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const FIRST_TOKEN = [...FIRST_CHUNK, 15, 30, 60, 120];
const PER_CHUNK = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5];
const PER_TOKEN = [0.001, 0.0025, 0.005, ...PER_CHUNK];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

const SLOW: readonly Slow[] = ['none', 'network', 'queue', 'prefill', 'decode', 'thinking', 'buffered'];
const ALERT: Readonly<Record<LatencyReport['verdict']['alert'], number>> = { none: 0, warning: 1, critical: 2 };
/** `gen_ai.provider.name` names the flavour of the protocol, also where a relay speaks it. */
const FLAVOUR: Readonly<Record<WireApi, string>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'openai',
  'openai-chat': 'openai',
};

const seconds = (ms: number): number => ms / 1000;

function channelLabels({ channel }: LatencyReport): Labels {
  const address = URL.canParse(channel.baseUrl) ? new URL(channel.baseUrl) : null;
  const port = address ? address.port || (address.protocol === 'https:' ? '443' : '80') : '';
  return {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: FLAVOUR[channel.wireApi],
    gen_ai_request_model: channel.model,
    ...(address ? { server_address: address.hostname, server_port: port } : {}),
  };
}

/** Samples add up over the rounds of a watch; the gauges show the last round. */
export class MetricsBook {
  readonly #duration = new Histogram('gen_ai_client_operation_duration', 's', 'Whole requests, sent to last byte.', DURATION);
  readonly #firstChunk = new Histogram(
    'gen_ai_client_operation_time_to_first_chunk',
    's',
    'Until the first event of the stream, which may hold no token.',
    FIRST_CHUNK,
  );
  readonly #perChunk = new Histogram('gen_ai_client_operation_time_per_output_chunk', 's', 'Between two arrivals of output.', PER_CHUNK);
  readonly #usage = new Histogram('gen_ai_client_token_usage', null, 'Tokens of a request, as billed.', TOKENS);
  readonly #ttft = new Histogram(
    'channel_doctor_time_to_first_token',
    's',
    'Until the first generated token of any kind, reasoning included.',
    FIRST_TOKEN,
  );
  readonly #ttfot = new Histogram(
    'channel_doctor_time_to_first_visible_token',
    's',
    'Until the first token that is no reasoning.',
    FIRST_TOKEN,
  );
  readonly #tpot = new Histogram(
    'channel_doctor_time_per_output_token',
    's',
    '(Last - first token) / (output tokens - 1) of a request.',
    PER_TOKEN,
  );
  #last: LatencyReport | null = null;

  add(report: LatencyReport): this {
    for (const each of [report, ...report.compared]) {
      const labels = channelLabels(each);
      for (const sample of each.samples) this.#observe(sample, labels);
    }
    this.#last = report;
    return this;
  }

  #observe(sample: Sample, channel: Labels): void {
    const labels = { ...channel, load: sample.load, cold: String(sample.cold) };
    const observe = (histogram: Histogram, ms: number | null): void => {
      if (ms !== null) histogram.observe(labels, seconds(ms));
    };
    observe(this.#duration, sample.cut ? null : sample.e2eMs);
    observe(this.#firstChunk, sample.firstEventMs);
    observe(this.#ttft, sample.ttftMs);
    observe(this.#ttfot, sample.ttfotMs);
    observe(this.#tpot, sample.tpotMs);
    for (const [index, at] of sample.tokenTimes.entries()) {
      const before = sample.tokenTimes[index - 1];
      if (before !== undefined && at > before) observe(this.#perChunk, at - before);
    }
    if (sample.inputTokens !== null) this.#usage.observe({ ...channel, gen_ai_token_type: 'input' }, sample.inputTokens);
    if (sample.outputTokens !== null) this.#usage.observe({ ...channel, gen_ai_token_type: 'output' }, sample.outputTokens);
  }

  text(): string {
    const histograms = [this.#duration, this.#firstChunk, this.#perChunk, this.#usage, this.#ttft, this.#ttfot, this.#tpot];
    const gauges = this.#last ? gaugesOf(this.#last) : [];
    return `${[...histograms, ...gauges].map((family) => family.text()).join('')}# EOF\n`;
  }
}

function gaugesOf(report: LatencyReport): readonly Family[] {
  const up = new Family('channel_doctor_up', null, '1: the channel answered; 0: the measurement failed.');
  const measured = new Family('channel_doctor_last_measurement_timestamp', 's', 'When the last measurement began, Unix time.');
  const ttft = new Family('channel_doctor_ttft_median', 's', 'Median time to first token of the warm requests.');
  const tpot = new Family('channel_doctor_tpot_median', 's', 'Median time per output token of the warm requests.');
  const tps = new Family('channel_doctor_output_tokens_per_second', null, 'Median writing speed of the warm requests.');
  const trip = new Family('channel_doctor_round_trip', 's', 'Smallest round trip to the edge.');
  const prefill = new Family('channel_doctor_prefill_tokens_per_second', null, 'Reading speed by the slope over input sizes.');
  const part = new Family('channel_doctor_ttft_part', 's', 'Terms of the time to first token; basis says how each is known.');
  const segment = new Family('channel_doctor_dify_segment', 's', 'Segments of a Dify run until its first word.');
  const slow = new Family('channel_doctor_slow', null, '1 for the part that the verdict names, 0 for the others.');
  const alert = new Family('channel_doctor_alert', null, '0: none, 1: warning, 2: critical.');
  const kept = new Family('channel_doctor_limit_kept', null, '1: a limit of the user was kept, 0: missed.');
  for (const each of [report, ...report.compared]) {
    const labels = channelLabels(each);
    up.set(labels, each.failure === null || each.samples.length > 0 ? 1 : 0);
    measured.set(labels, seconds(each.startedAt));
    for (const [load, summary] of Object.entries(each.loads)) {
      if (summary.ttftMs) ttft.set({ ...labels, load }, seconds(summary.ttftMs.median));
      if (summary.tpotMs) tpot.set({ ...labels, load }, seconds(summary.tpotMs.median));
      if (summary.tps) tps.set({ ...labels, load }, summary.tps.median);
    }
    if (each.rttMs !== null) trip.set(labels, seconds(each.rttMs));
    if (each.sweep?.tokensPerSecond) prefill.set(labels, each.sweep.tokensPerSecond);
    for (const { part: name, ms, basis } of each.decomposition as readonly DecompositionPart[])
      if (ms !== null) part.set({ ...labels, part: name, basis }, seconds(ms));
    for (const { id, ms, basis } of each.segments) if (ms !== null) segment.set({ ...labels, segment: id, basis }, seconds(ms));
    for (const name of SLOW) slow.set({ ...labels, slow: name }, each.verdict.slow === name ? 1 : 0);
    alert.set(labels, ALERT[each.verdict.alert]);
    for (const { limit, kept: isKept } of each.limits) if (isKept !== null) kept.set({ ...labels, limit }, isKept ? 1 : 0);
  }
  return [up, measured, ttft, tpot, tps, trip, prefill, part, segment, slow, alert, kept];
}

export const openMetrics = (report: LatencyReport): string => new MetricsBook().add(report).text();
