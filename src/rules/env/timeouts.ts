// The two time limits that a user may set too low, and what this probe says about them.

import type { ClientState } from '../../clients/client.ts';
import type { Edit, JsonValue, Origin, Severity } from '../../model.ts';
import type { ClientEvidence, Probed } from '../../probe/types.ts';
import { setAt, setVariable } from '../setting-edits.ts';

export interface TimeLimit {
  readonly name: string;
  readonly written: JsonValue;
  readonly origin: Origin;
  /** What the client falls back to or the vendor proposes, ms. */
  readonly usual: number;
  readonly edits: readonly Edit[];
}

const CLAUDE_USUAL_MS = 600_000;
const CODEX_USUAL_MS = 300_000;
/** Below this a single busy minute of the gateway is enough. */
const SHORT_MS = 10_000;

export function timeLimitOf(state: ClientState): TimeLimit | null {
  if (state.id === 'claude-code') {
    const setting = state.variable('API_TIMEOUT_MS');
    if (!setting || setting.value.trim() === '') return null;
    const edits = setVariable(state, 'API_TIMEOUT_MS', String(CLAUDE_USUAL_MS));
    return { name: 'API_TIMEOUT_MS', written: setting.value.trim(), origin: setting.origin, usual: CLAUDE_USUAL_MS, edits };
  }
  const setting = state.provider?.get('stream_idle_timeout_ms');
  if (!setting) return null;
  const edit = setAt(setting.origin, CODEX_USUAL_MS);
  return {
    name: 'stream_idle_timeout_ms',
    written: setting.value,
    origin: setting.origin,
    usual: CODEX_USUAL_MS,
    edits: edit ? [edit] : [],
  };
}

/** Milliseconds; null where it is no whole number. */
export function milliseconds({ written }: TimeLimit): number | null {
  if (typeof written === 'bigint' || (typeof written === 'number' && Number.isInteger(written)))
    return Number(written) < 0 ? null : Number(written);
  return typeof written === 'string' && /^\d{1,15}$/.test(written) ? Number(written) : null;
}

/** Claude Code counts until the answer is under way, Codex the longest silence after the headers; null where nothing was measured. */
function needed(state: ClientState, { trace }: Probed): number | null {
  const { marks, events } = trace;
  if (state.id === 'claude-code') return marks.firstToken ?? marks.firstEvent ?? (trace.status === 200 ? marks.end : null);
  if (marks.headers === null || events.length === 0) return null;
  const times = [marks.headers, ...events.map(({ at }) => at)];
  return Math.max(...times.slice(1, 100_000).map((at, index) => at - (times[index] ?? at)));
}

export function tooSmall(
  state: ClientState,
  limit: TimeLimit,
  wire: ClientEvidence | null,
): { severity: Severity; took: number | null } | null {
  const ms = milliseconds(limit);
  if (ms === null) return null;
  const took = wire?.faithful ? needed(state, wire.faithful) : null;
  const shown = took === null ? null : Math.round(took);
  if (took !== null && took > ms) return { severity: 'error', took: shown };
  return ms < SHORT_MS || (took !== null && ms < took * 2) ? { severity: 'warning', took: shown } : null;
}
