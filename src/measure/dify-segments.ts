// The time until a Dify application's first word, cut at its events. The segments add up to that time.

import { filled } from '../i18n/index.ts';
import type { Args, Text } from '../model.ts';
import type { Marks } from '../wire/types.ts';
import { type DifyTimeline, modelNode } from './dify-events.ts';
import { BASIS, SEGMENT, type SegmentId } from './dify-text.ts';
import type { Basis, Segment } from './types.ts';

/** Between the model's end and the first word; less is the stream's own delay, ms. */
const HELD_MS = 50;
/** Headers that come this early, as a share of the wait, were sent when the run was taken up. */
const EARLY_SHARE = 0.5;

export interface DirectFigure {
  /** Of the model channel itself at the same input, without network, ms. */
  readonly ttftMs: number;
  readonly tokens: number;
}

export interface SegmentEvidence {
  readonly timeline: DifyTimeline;
  readonly marks: Marks;
  /** Smallest round trip to Dify, null where none was measured. */
  readonly rttMs: number | null;
  readonly direct: DirectFigure | null;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;

function segment(id: SegmentId, ms: number, basis: Basis, args: Args = {}, text: Text = SEGMENT[id]): Segment {
  return { id, ms: Math.max(0, ms), basis, text, args };
}

const modelText = (basis: Text): Text => ({
  en: SEGMENT.model.en.replace('{basis}', basis.en),
  zh: SEGMENT.model.zh.replace('{basis}', basis.zh),
});

const SLOWEST: Text = { en: ': {title} ({type}) {ms} ms', zh: '：{title}（{type}）{ms} ms' };

/** The node that took longest of those before the model, as `: Retrieval (knowledge-retrieval) 812 ms`. */
function slowestBefore({ nodes }: DifyTimeline, until: number): Text | string {
  const before = nodes.filter(({ startedAt }) => startedAt < until);
  const timeOf = (node: (typeof before)[number]): number => node.elapsedMs ?? (node.finishedAt ?? until) - node.startedAt;
  const slowest = before.reduce<(typeof before)[number] | null>(
    (found, node) => (found && timeOf(found) >= timeOf(node) ? found : node),
    null,
  );
  if (!slowest || timeOf(slowest) < 1) return '';
  return filled(SLOWEST, { title: slowest.title.slice(0, 60), type: slowest.type, ms: round(timeOf(slowest)) });
}

/** The span in which the model is called: its own share where something tells it, and the rest. */
function innerSegments(
  span: number,
  ids: { rest: SegmentId; unknown: SegmentId },
  reportedMs: number | null,
  direct: DirectFigure | null,
): readonly Segment[] {
  if (direct !== null) {
    const model = Math.min(span, direct.ttftMs);
    return [
      segment(ids.rest, span - model, 'estimated'),
      segment('model', model, 'estimated', { tokens: Math.round(direct.tokens) }, modelText(BASIS.direct)),
    ];
  }
  if (reportedMs !== null && reportedMs > 0) {
    const model = Math.min(span, reportedMs);
    return [segment(ids.rest, span - model, 'measured'), segment('model', model, 'reported', {}, modelText(BASIS.dify))];
  }
  return [segment(ids.unknown, span, 'measured')];
}

function workflowSegments(first: number, network: number, { timeline, direct }: SegmentEvidence): readonly Segment[] {
  const node = modelNode(timeline);
  const acceptedAt = Math.max(network, timeline.startedAt ?? timeline.firstEventAt ?? network);
  const accept = segment('accept', acceptedAt - network, 'measured');
  if (!node) return [accept, segment('all-inner', first - acceptedAt, 'measured')];
  const startedAt = Math.max(acceptedAt, node.startedAt);
  const before = segment('before-model', startedAt - acceptedAt, 'measured', { top: slowestBefore(timeline, node.startedAt) });
  if (node.finishedAt !== null && first - node.finishedAt > HELD_MS) {
    const inner = segment('model-and-dify', node.finishedAt - startedAt, 'measured');
    return [accept, before, inner, segment('held', first - node.finishedAt, 'measured')];
  }
  const ids = { rest: 'plugin', unknown: 'model-and-dify' } as const;
  return [accept, before, ...innerSegments(first - startedAt, ids, timeline.usage?.firstTokenMs ?? null, direct)];
}

function plainSegments(first: number, network: number, { marks, direct }: SegmentEvidence): readonly Segment[] {
  const ids = { rest: 'dify-inner', unknown: 'all-inner' } as const;
  const headers = marks.headers ?? first;
  if (headers > first * EARLY_SHARE) return innerSegments(first - network, ids, null, direct);
  const acceptedAt = Math.max(network, headers);
  return [segment('accept', acceptedAt - network, 'measured'), ...innerSegments(first - acceptedAt, ids, null, direct)];
}

/** Empty where no word came. */
export function segmentsOf(evidence: SegmentEvidence): readonly Segment[] {
  const { timeline, marks, rttMs } = evidence;
  const [first] = timeline.tokenTimes;
  if (first === undefined) return [];
  const connected = marks.tls ?? marks.proxy ?? marks.tcp ?? 0;
  const network = Math.min(first, connected + (rttMs ?? 0));
  const rest = timeline.isWorkflow ? workflowSegments(first, network, evidence) : plainSegments(first, network, evidence);
  return [segment('network', network, rttMs === null ? 'estimated' : 'measured'), ...rest];
}
