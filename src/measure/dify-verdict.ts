// What is slow about a Dify application, by segment; and what failed, by Dify's own code.

import type { DifyError } from './dify-events.ts';
import { FAILURES, type SegmentId, VERDICT } from './dify-text.ts';
import type { DecompositionPart, LatencyReport, MeasureFailure, PartName, Segment, Slow, Verdict } from './types.ts';

export function failureOf({ status, code, message }: DifyError): MeasureFailure {
  const found = FAILURES.find(({ matches }) => matches.test(code)) ?? FAILURES.at(-1);
  const detail = [code, message.slice(0, 200)].filter((part) => part !== '').join(': ');
  const none = { en: '', zh: '' };
  return { id: found?.id ?? 'dify/failed', title: found?.title ?? none, advice: found?.advice ?? none, args: { detail }, status };
}

const largestOf = (segments: readonly Segment[]): Segment | null =>
  segments.reduce<Segment | null>((found, next) => (found && (found.ms ?? 0) >= (next.ms ?? 0) ? found : next), null);

const SLOW: Readonly<Record<SegmentId, Slow>> = {
  network: 'network',
  accept: 'queue',
  'before-model': 'queue',
  model: 'prefill',
  plugin: 'queue',
  'model-and-dify': 'prefill',
  'dify-inner': 'queue',
  'all-inner': 'prefill',
  held: 'buffered',
};

/** Names the segment where the wait is what is slow; slow writing, thinking and buffers are judged as everywhere. */
export function verdictOf(report: LatencyReport, segments: readonly Segment[], direct: LatencyReport | null): Verdict {
  const { verdict, loads } = report;
  const largest = largestOf(segments);
  const isHeld = largest?.id === 'held' && verdict.slow !== 'none';
  if (!largest || (!isHeld && !['network', 'queue', 'prefill'].includes(verdict.slow))) return verdict;
  const id = largest.id as SegmentId;
  const directSlow = direct?.verdict.slow ?? 'none';
  const slow = id === 'model' && directSlow !== 'none' && directSlow !== 'decode' ? directSlow : SLOW[id];
  const input = loads.dify?.inputTokens;
  const args = {
    part: Math.round(largest.ms ?? 0),
    ttft: Math.round(loads.dify?.ttftMs?.median ?? 0),
    model: report.channel.model || 'Dify',
    input: input == null ? '?' : Math.round(input),
    top: largest.args.top ?? '',
  };
  return { ...verdict, slow, text: VERDICT[id], args };
}

const PART: Readonly<Record<SegmentId, PartName>> = {
  network: 'network',
  accept: 'queue',
  'before-model': 'preprocessing',
  plugin: 'preprocessing',
  'dify-inner': 'preprocessing',
  held: 'preprocessing',
  model: 'first-token',
  'model-and-dify': 'first-token',
  'all-inner': 'first-token',
};
const ORDER: readonly PartName[] = ['network', 'queue', 'preprocessing', 'first-token'];

/** The same segments as terms of TTFT; each is told by its largest. */
export function partsOfSegments(segments: readonly Segment[]): readonly DecompositionPart[] {
  return ORDER.flatMap((part): readonly DecompositionPart[] => {
    const own = segments.filter(({ id }) => PART[id as SegmentId] === part);
    const largest = largestOf(own);
    if (!largest) return [];
    return [{ part, ms: own.reduce((sum, { ms }) => sum + (ms ?? 0), 0), basis: largest.basis, how: largest.text, args: largest.args }];
  });
}
