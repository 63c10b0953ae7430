// Which API keys the interactive Claude Code may use: it remembers the last 20 characters of those its user answered for.

import type { ClaudeCodeState } from '../../clients/client.ts';
import type { Edit, JsonValue, KeyPath, Origin } from '../../model.ts';

const REMEMBERED = 20;
const APPROVED: KeyPath = ['customApiKeyResponses', 'approved'];
const REJECTED: KeyPath = ['customApiKeyResponses', 'rejected'];

export interface Approval {
  readonly tail: string;
  readonly origin: Origin;
  readonly answer: 'approved' | 'rejected' | 'none';
}

const listAt = ({ globalConfig }: ClaudeCodeState, path: KeyPath): readonly JsonValue[] => {
  const list = globalConfig.document?.at(path)?.value;
  return Array.isArray(list) ? list : [];
};

/** Null where no API key is in use, or another of the two variables is the one that is meant. */
export function approvalOf(state: ClaudeCodeState): Approval | null {
  const key = state.variable('ANTHROPIC_API_KEY');
  const token = state.variable('ANTHROPIC_AUTH_TOKEN')?.value.trim() ?? '';
  const value = key?.value.trim() ?? '';
  // Two different keys: which of them is wrong is for key/both-set to say.
  if (!key || value === '' || (token !== '' && token !== value) || state.globalConfig.document?.problems.length) return null;
  const tail = value.slice(-REMEMBERED);
  const answer = listAt(state, APPROVED).includes(tail) ? 'approved' : listAt(state, REJECTED).includes(tail) ? 'rejected' : 'none';
  return { tail, origin: key.origin, answer };
}

export function approve(state: ClaudeCodeState, tail: string): readonly Edit[] {
  const { file } = state.globalConfig;
  const rejected = listAt(state, REJECTED);
  const forgiven: Edit[] = rejected.includes(tail)
    ? [{ op: 'set', file, path: REJECTED, value: rejected.filter((other) => other !== tail) }]
    : [];
  return [{ op: 'set', file, path: APPROVED, value: [...listAt(state, APPROVED), tail] }, ...forgiven];
}
