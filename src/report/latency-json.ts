// LatencyReport → the JSON of cli.md ("The JSON of measure", schema/latency.schema.json), with more beside it.

import { say } from '../i18n/index.ts';
import type { Budget, LatencyReport, LoadSummary, Note, Sample, Spread } from '../measure/types.ts';
import type { Lang } from '../model.ts';

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);

function sampleJson(sample: Sample) {
  const { load, cold, inputTokens, outputTokens, cachedTokens, reasoningTokens } = sample;
  return {
    load,
    cold,
    inputTokens,
    outputTokens,
    cachedTokens,
    dnsMs: rounded(sample.dnsMs),
    connectMs: rounded(sample.connectMs),
    tlsMs: rounded(sample.tlsMs),
    ttfbMs: rounded(sample.ttfbMs),
    firstEventMs: rounded(sample.firstEventMs),
    ttftMs: rounded(sample.ttftMs),
    ttfotMs: rounded(sample.ttfotMs),
    tpotMs: rounded(sample.tpotMs),
    tps: rounded(sample.tps),
    maxGapMs: rounded(sample.maxGapMs),
    e2eMs: rounded(sample.e2eMs),
    reasoningTokens,
    proxyMs: rounded(sample.proxyMs),
    sentMs: rounded(sample.sentMs),
    lastTokenMs: rounded(sample.lastTokenMs),
    e2eTps: rounded(sample.e2eTps),
    gapP50Ms: rounded(sample.gaps?.p50 ?? null),
    gapP95Ms: rounded(sample.gaps?.p95 ?? null),
  };
}

const spreadJson = (spread: Spread | null) =>
  spread && { median: rounded(spread.median), min: rounded(spread.min), max: rounded(spread.max) };

function loadJson(load: LoadSummary | undefined) {
  if (!load) return {};
  return {
    ttftMs: spreadJson(load.ttftMs),
    ttfotMs: spreadJson(load.ttfotMs),
    tpotMs: spreadJson(load.tpotMs),
    tps: spreadJson(load.tps),
    e2eMs: spreadJson(load.e2eMs),
    maxGapMs: spreadJson(load.maxGapMs),
    coldTtftMs: rounded(load.coldTtftMs),
    inputTokens: load.inputTokens,
    outputTokens: load.outputTokens,
    samples: load.samples,
  };
}

const noteJson = ({ id, text, args }: Note, lang: Lang) => ({ id, text: say(text, lang, args) });

function budgetJson(budget: Budget | null, lang: Lang) {
  if (!budget) return null;
  const { formula, tokens, dominates, leaves, levers } = budget;
  return {
    formula,
    tokens,
    totalMs: rounded(budget.totalMs),
    targetMs: budget.targetMs,
    ttftMs: rounded(budget.ttftMs),
    tpotMs: rounded(budget.tpotMs),
    dominates,
    leaves: leaves && { ttftMs: rounded(leaves.ttftMs), tpotMs: rounded(leaves.tpotMs), tokens: leaves.tokens },
    levers: levers.map((lever) => noteJson(lever, lang)),
  };
}

/** Times in ms, to the microsecond; sentences in one language. */
export function latencyJson(report: LatencyReport, lang: Lang): Readonly<Record<string, unknown>> {
  const { channel, samples, loads, decomposition, verdict, sweep, failure, compared } = report;
  return {
    schema: 'channel-doctor/latency@1',
    source: report.source,
    startedAt: new Date(report.startedAt).toISOString(),
    channel: { baseUrl: channel.baseUrl, model: channel.model, wireApi: channel.wireApi, name: channel.name },
    samples: samples.map(sampleJson),
    loads: {
      prefill: loadJson(loads.prefill),
      decode: loadJson(loads.decode),
      ...Object.fromEntries(
        Object.entries(loads).flatMap(([name, load]) => (name === 'prefill' || name === 'decode' ? [] : [[name, loadJson(load)]])),
      ),
    },
    decomposition: decomposition.map(({ part, ms, basis, how, args, coldMs }) => ({
      part,
      ms: rounded(ms),
      basis,
      ...(coldMs === undefined ? {} : { coldMs: rounded(coldMs) }),
      how: say(how, lang, args),
    })),
    verdict: { slow: verdict.slow, band: verdict.band, alert: verdict.alert, text: say(verdict.text, lang, verdict.args) },
    budget: budgetJson(report.budget, lang),
    limits: report.limits,
    thresholds: report.thresholds,
    rttMs: rounded(report.rttMs),
    sweep: sweep && {
      interceptMs: rounded(sweep.interceptMs),
      msPerToken: rounded(sweep.msPerToken),
      tokensPerSecond: rounded(sweep.tokensPerSecond),
      r2: rounded(sweep.r2),
      trusted: sweep.trusted,
    },
    ramp: report.ramp,
    requests: samples.flatMap(({ label, verdict: own }, index) => (own ? [{ sample: index, label: label ?? null, ...own }] : [])),
    reported: samples.findLast(({ reported }) => reported !== null)?.reported ?? null,
    answeredBy: samples.at(-1)?.headers ?? {},
    warnings: report.warnings.map((warning) => noteJson(warning, lang)),
    failure: failure && {
      id: failure.id,
      status: failure.status,
      message: say(failure.title, lang, failure.args),
      advice: say(failure.advice, lang, failure.args),
    },
    segments: report.segments.map(({ id, ms, basis, text, args }) => ({ id, ms: rounded(ms), basis, text: say(text, lang, args) })),
    config: report.config.map(({ text, args, ...comment }) => ({ ...comment, text: say(text, lang, args) })),
    compared: compared.map((other) => latencyJson(other, lang)),
  };
}
