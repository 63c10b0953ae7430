// The drawn parts of the latency report: where a request's time goes, and how fast its tokens come.

import { say } from '../i18n/index.ts';
import type { LatencyReport, LoadName, Sample } from '../measure/types.ts';
import type { Lang } from '../model.ts';
import { type Phase, rateLine, waterfall } from './bars.ts';
import { duration, LOADS, rate, word } from './latency-words.ts';
import { type Paint, wrap } from './paint.ts';

export interface LatencyTextOptions {
  readonly lang: Lang;
  readonly paint: Paint;
  readonly quiet: boolean;
}

export type Section = (report: LatencyReport, options: LatencyTextOptions) => readonly string[];

export const INDENT = '  ';

function phasesOf(sample: Sample, lang: Lang): readonly Phase[] {
  const { dnsMs, connectMs, proxyMs, tlsMs, ttfbMs, ttftMs, ttfotMs, lastTokenMs, cut } = sample;
  let at = 0;
  const phases: Phase[] = [];
  const until = (name: Parameters<typeof word>[0], end: number | null): void => {
    if (end === null || end <= at) return;
    phases.push({ label: word(name, lang), fromMs: at, toMs: end, value: duration(end - at) });
    at = end;
  };
  const lasting = (name: Parameters<typeof word>[0], ms: number | null): void => until(name, ms === null ? null : at + ms);
  lasting('dns', dnsMs);
  lasting('tcp', connectMs);
  lasting('proxy', proxyMs);
  lasting('tls', tlsMs);
  until('headers', ttfbMs);
  until('prefill', ttftMs);
  until('thinking', ttfotMs);
  if (!cut) until('writing', lastTokenMs);
  return phases;
}

/** The one whose whole time is the median of its load. */
function typicalOf(samples: readonly Sample[], load: LoadName): Sample | undefined {
  const warm = samples
    .filter((sample) => sample.load === load && !sample.cold && sample.ttftMs !== null)
    .sort((a, b) => (a.e2eMs ?? 0) - (b.e2eMs ?? 0));
  return warm[Math.floor((warm.length - 1) / 2)];
}

export const waterfalls: Section = ({ samples }, { lang, paint }) => {
  const first = samples.find(({ cold, load, ttftMs }) => cold && load === 'prefill' && ttftMs !== null);
  const typical = typicalOf(samples, 'decode') ?? typicalOf(samples, 'dify');
  const lines = (sample: Sample | undefined, title: 'firstRequest' | 'typical'): readonly string[] => {
    const drawn = sample ? waterfall(phasesOf(sample, lang), paint, INDENT) : [];
    return sample && drawn.length > 0
      ? [...wrap(word(title, lang, { load: say(LOADS[sample.load], lang) }), paint.columns).map(paint.bold), ...drawn]
      : [];
  };
  const one = lines(first, 'firstRequest');
  return [...one, ...(one.length > 0 && typical ? [''] : []), ...lines(typical, 'typical')];
};

export const tokenRate: Section = ({ samples }, { lang, paint }) => {
  const sample = typicalOf(samples, 'decode') ?? typicalOf(samples, 'dify');
  if (!sample || paint.plain || sample.delivery !== 'streamed') return [];
  const perEvent = sample.tokenTimes.length > 0 ? (sample.outputTokens ?? sample.tokenTimes.length) / sample.tokenTimes.length : 1;
  const drawn = rateLine(sample.tokenTimes, perEvent, paint.columns - INDENT.length, paint.unicode);
  return drawn ? [...wrap(word('rate', lang, { max: rate(drawn.highest) }), paint.columns), INDENT + paint.blue(drawn.line)] : [];
};
