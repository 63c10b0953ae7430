// LatencyReport → what a person reads on the terminal, at 40 columns as at 200.

import { say } from '../i18n/index.ts';
import type { DecompositionPart, LatencyReport, LoadName, Spread } from '../measure/types.ts';
import { padded, table } from './bars.ts';
import { INDENT, type LatencyTextOptions, type Section, tokenRate, waterfalls } from './latency-drawing.ts';
import { BANDS, BASES, count, duration, LOADS, PARTS, rate, SLOW, word } from './latency-words.ts';
import { widthOf, wrap } from './paint.ts';

const MAX_ROWS = 20;
const COMPARED_LOADS: readonly LoadName[] = ['prefill', 'decode', 'dify', 'log'];

const indented = (text: string, { paint }: LatencyTextOptions): readonly string[] =>
  wrap(text, paint.columns - INDENT.length).map((line) => INDENT + line);

const heading: Section = ({ channel, rttMs, source }, { lang, paint }) => {
  const { model, baseUrl, wireApi, name } = channel;
  const rest = [
    baseUrl,
    ...(source === 'log' ? [] : [wireApi]),
    ...(name ? [name] : []),
    ...(rttMs === null ? [] : [word('rtt', lang, { ms: duration(rttMs) })]),
  ];
  const [first = '', ...more] = wrap([model, ...rest].filter((part) => part !== '').join(' · '), paint.columns);
  return [paint.bold(first), ...more.map((line) => paint.dim(line))];
};

const verdict: Section = ({ verdict: { slow, band, alert, text, args }, failure }, options) => {
  const { lang, paint } = options;
  const colour = failure || alert === 'critical' ? paint.red : alert === 'warning' || slow !== 'none' ? paint.yellow : paint.green;
  const label = failure
    ? `${word('failed', lang)} [${failure.id}]`
    : say(SLOW[slow], lang) + word('inBrackets', lang, { what: BANDS[band] });
  const advice = failure
    ? [...indented(`${word('advice', lang)}${word('colon', lang)}${say(failure.advice, lang, failure.args)}`, options)]
    : [];
  return [
    colour(paint.bold(`${word('verdict', lang)}${word('colon', lang)}${label}`)),
    ...indented(say(text, lang, args), options),
    ...advice,
  ];
};

const spreadText = (spread: Spread | null): string => {
  if (!spread) return '–';
  const { median, min, max } = spread;
  return max - min < 1 ? duration(median) : `${duration(median)} (${duration(min).replace(/ m?s$/, '')}–${duration(max)})`;
};

/** As a table, or as a list where the columns don't fit. */
function tableOrList(rows: readonly (readonly string[])[], { paint, lang }: LatencyTextOptions): readonly string[] {
  const drawn = paint.plain ? null : table(rows, paint.columns, INDENT);
  const [head = [], ...body] = rows;
  if (drawn) return drawn.map((line, index) => (index === 0 ? paint.dim(line) : line));
  return body.flatMap(([name = '', ...cells]) => [
    `${INDENT}${paint.bold(name)}`,
    ...cells.flatMap((cell, index) =>
      cell === '–' ? [] : wrap(`${head[index + 1] ?? ''}${word('colon', lang)}${cell}`, paint.columns - 4).map((line) => `    ${line}`),
    ),
  ]);
}

const loadsTable: Section = ({ loads, source }, options) => {
  const { lang } = options;
  const hasThinking = Object.values(loads).some((load) => load.ttfotMs && load.ttftMs && load.ttfotMs.median - load.ttftMs.median > 1);
  const head = [
    'load',
    'input',
    'output',
    'ttft',
    ...(hasThinking ? ['ttfot' as const] : []),
    'tpot',
    'tps',
    ...(source === 'log' ? [] : ['cold' as const]),
  ] as const;
  const rows = Object.entries(loads).flatMap(([name, load]) =>
    name === 'ramp' || name === 'sweep'
      ? []
      : [
          [
            say(LOADS[name as LoadName], lang),
            count(load.inputTokens),
            count(load.outputTokens),
            spreadText(load.ttftMs),
            ...(hasThinking ? [duration(load.ttfotMs?.median)] : []),
            duration(load.tpotMs?.median),
            rate(load.tps?.median),
            ...(source === 'log' ? [] : [duration(load.coldTtftMs)]),
          ],
        ],
  );
  return rows.length === 0 ? [] : tableOrList([head.map((name) => word(name, lang)), ...rows], options);
};

const requests: Section = ({ samples, source }, options) => {
  const { lang } = options;
  if (samples.length === 0 || (source !== 'log' && source !== 'dify')) return [];
  const isJudged = samples.some(({ verdict: own }) => own !== undefined);
  const rows = samples
    .slice(-MAX_ROWS)
    .map((sample, index) => [
      sample.label ?? String(index + 1),
      duration(sample.ttftMs),
      duration(sample.tpotMs),
      rate(sample.tps),
      duration(sample.e2eMs),
      ...(isJudged ? [sample.verdict ? say(SLOW[sample.verdict.slow], lang) : '–'] : []),
    ]);
  const names = ['request', 'ttft', 'tpot', 'tps', 'e2e', ...(isJudged ? ['verdict' as const] : [])] as const;
  const head = names.map((name) => word(name, lang));
  const left = samples.length - rows.length;
  return [...tableOrList([head, ...rows], options), ...(left > 0 ? [INDENT + word('more', lang, { n: left })] : [])];
};

function partLines(part: DecompositionPart, widths: readonly [number, number, number], options: LatencyTextOptions): readonly string[] {
  const { lang, paint } = options;
  const cold = part.coldMs !== undefined && part.coldMs >= 1 ? word('coldExtra', lang, { ms: duration(part.coldMs) }) : '';
  const name = padded(say(PARTS[part.part], lang), widths[0]);
  const value = ' '.repeat(Math.max(0, widths[1] - widthOf(duration(part.ms)))) + duration(part.ms);
  const lead = `${INDENT}${name} ${paint.bold(value)}  ${padded(say(BASES[part.basis], lang), widths[2])}  `;
  const leadWidth = INDENT.length + widths[0] + widths[1] + widths[2] + 5;
  const how = say(part.how, lang, part.args) + cold;
  const room = paint.columns - leadWidth;
  if (room < 24) {
    const below = `${say(BASES[part.basis], lang)}${word('colon', lang)}${how}`;
    return [`${INDENT}${name} ${paint.bold(value)}`, ...wrap(below, paint.columns - 4).map((line) => `    ${paint.dim(line)}`)];
  }
  return wrap(how, room).map((line, index) => (index === 0 ? lead : ' '.repeat(leadWidth)) + paint.dim(line));
}

const parts: Section = ({ decomposition, loads, sweep, samples, segments: finer }, options) => {
  const { lang, paint } = options;
  // A log knows one term alone; a Dify run's segments say the same in more detail.
  if (finer.length > 0 || decomposition.filter(({ ms }) => ms !== null).length < 2) return [];
  const load = COMPARED_LOADS.find((name) => loads[name]?.ttftMs) ?? 'prefill';
  const widest = (texts: readonly string[]): number => Math.max(...texts.map(widthOf));
  const widths = [
    widest(decomposition.map(({ part }) => say(PARTS[part], lang))),
    widest(decomposition.map(({ ms }) => duration(ms))),
    widest(decomposition.map(({ basis }) => say(BASES[basis], lang))),
  ] as const;
  const title = word('parts', lang, {
    ttft: duration(loads[load]?.ttftMs?.median),
    load: say(LOADS[load], lang),
    input: count(loads[load]?.inputTokens),
  });
  const fit = sweep?.trusted
    ? word('sweep', lang, {
        rate: rate(sweep.tokensPerSecond),
        fixed: duration(sweep.interceptMs),
        r2: sweep.r2.toFixed(2),
        n: sweep.points.length,
      })
    : sweep && samples.some(({ load: name }) => name === 'sweep')
      ? word('noSlope', lang)
      : null;
  return [
    ...wrap(title, paint.columns).map(paint.bold),
    ...decomposition.flatMap((part) => partLines(part, widths, options)),
    ...(fit === null ? [] : indented(fit, options)),
  ];
};

const ramp: Section = ({ ramp: steps }, options) => {
  const { lang } = options;
  if (steps.length === 0) return [];
  const rows = steps.map(({ concurrency, ttftMs, failed }) => [
    String(concurrency),
    duration(ttftMs),
    failed > 0 ? word('failedRequests', lang, { n: failed }) : '',
  ]);
  return tableOrList([[word('ramp', lang), word('ttft', lang), ''], ...rows], options);
};

const budget: Section = ({ budget: found }, options) => {
  const { lang, paint } = options;
  if (!found) return [];
  const { totalMs, targetMs, ttftMs, tpotMs, tokens, dominates, leaves, levers } = found;
  const kept =
    totalMs === null || targetMs === null
      ? word('unknownKept', lang)
      : totalMs <= targetMs
        ? paint.green(word('keptWord', lang))
        : paint.red(word('missed', lang, { ms: duration(totalMs - targetMs) }));
  return [
    ...wrap(word('budget', lang, { total: duration(totalMs), ttft: duration(ttftMs), tpot: duration(tpotMs), tokens }), paint.columns).map(
      paint.bold,
    ),
    ...(targetMs === null ? [] : [`${INDENT}${word('target', lang, { target: duration(targetMs), kept })}`]),
    ...(dominates === null ? [] : indented(word(dominates === 'ttft' ? 'dominatesTtft' : 'dominatesTpot', lang), options)),
    ...(leaves === null
      ? []
      : indented(
          word('leaves', lang, {
            ttft: duration(Math.max(0, leaves.ttftMs)),
            tpot: duration(Math.max(0, leaves.tpotMs)),
            tokens: Math.max(0, leaves.tokens),
          }),
          options,
        )),
    ...levers.flatMap(({ text, args }) => indented(`- ${say(text, lang, args)}`, options)),
  ];
};

const limits: Section = ({ limits: checks }, options) => {
  const { lang, paint } = options;
  return checks.flatMap(({ limit, wantedMs, gotMs, kept }) => {
    const text = word(kept === null ? 'notKnown' : kept ? 'within' : 'over', lang, {
      limit: `--${limit}`,
      wanted: duration(wantedMs),
      got: duration(gotMs),
    });
    return wrap(text, paint.columns).map(kept === false ? paint.red : kept === null ? paint.yellow : paint.green);
  });
};

const segments: Section = ({ segments: found }, options) => {
  const { lang, paint } = options;
  if (found.length === 0) return [];
  return [
    paint.bold(word('segments', lang)),
    ...found.flatMap(({ ms, basis, text, args }) =>
      indented(duration(ms) + word('inBrackets', lang, { what: BASES[basis] }) + word('colon', lang) + say(text, lang, args), options),
    ),
  ];
};

const config: Section = ({ config: comments }, options) => {
  const { lang, paint } = options;
  if (comments.length === 0) return [];
  return [
    paint.bold(word('config', lang)),
    ...comments.flatMap(({ key, value, line, isRead, text, args }) => [
      ...indented(
        `${line === null ? '' : `${line}: `}${key} = ${value}${word('inBrackets', lang, { what: word(isRead ? 'isRead' : 'notRead', lang) })}`,
        options,
      ).map(isRead ? paint.bold : paint.dim),
      ...wrap(say(text, lang, args), paint.columns - 4).map((part) => `    ${part}`),
    ]),
  ];
};

const warnings: Section = ({ warnings: notes }, options) => {
  const { lang, paint } = options;
  return notes
    .flatMap(({ text, args }) => wrap(`${word('note', lang)}${word('colon', lang)}${say(text, lang, args)}`, paint.columns))
    .map(paint.dim);
};

const comparison: Section = (report, options) => {
  const { lang, paint } = options;
  if (report.compared.length === 0) return [];
  const rows = [report, ...report.compared].map(({ channel, loads, verdict: judged, failure }) => {
    const [waiting, writing] = [COMPARED_LOADS.map((name) => loads[name]).find((load) => load?.ttftMs), loads.decode ?? loads.dify];
    const name = channel.name && channel.model ? `${channel.name}/${channel.model}` : (channel.name ?? channel.model);
    return [
      name,
      duration(waiting?.ttftMs?.median),
      duration(writing?.tpotMs?.median),
      rate(writing?.tps?.median),
      failure ? failure.id : say(SLOW[judged.slow], lang),
    ];
  });
  const head = (['model', 'ttft', 'tpot', 'tps', 'verdict'] as const).map((name) => word(name, lang));
  return [paint.bold(word('compare', lang)), ...tableOrList([head, ...rows], options)];
};

const SECTIONS: readonly Section[] = [
  heading,
  verdict,
  loadsTable,
  requests,
  waterfalls,
  tokenRate,
  parts,
  ramp,
  segments,
  budget,
  limits,
  warnings,
  config,
];
const QUIET: readonly Section[] = [verdict, limits];

const blocksOf = (report: LatencyReport, sections: readonly Section[], options: LatencyTextOptions): readonly string[] =>
  sections.map((section) => section(report, options).join('\n')).filter((block) => block !== '');

export function latencyText(report: LatencyReport, options: LatencyTextOptions): string {
  const sections = options.quiet ? QUIET : report.source === 'dify-config' ? [config, warnings] : SECTIONS;
  const blocks = [
    ...blocksOf(report, sections, options),
    ...report.compared.flatMap((other) => blocksOf(other, sections, options)),
    ...blocksOf(report, options.quiet ? [] : [comparison], options),
  ];
  return `${blocks.join('\n\n')}\n`;
}
