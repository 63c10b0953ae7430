// One line that shows what was seen.

import type { Trace } from '../../wire/types.ts';
import { safeText, secretsOf } from './safe-text.ts';

const MAX = 300;

/** `401 application/json {"error":…}` or `connect ECONNREFUSED 127.0.0.1:1`: printable, masked, at most about 300 characters. */
export function evidenceOf(trace: Trace): string {
  const { status, error, headers, body } = trace;
  const trouble = error ? error.detail || `${error.code} (${error.phase})` : '';
  if (status === null) return safeText(trouble || 'no answer', secretsOf(trace), MAX);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';
  const target = status >= 300 && status < 400 && headers.location ? `-> ${headers.location.replace(/[?#].*$/s, '')}` : '';
  const parts = [String(status), type, target, body.slice(0, 8000)].filter(Boolean).join(' ');
  return safeText(trouble ? `${safeText(parts, secretsOf(trace), MAX - 100)} (${trouble})` : parts, secretsOf(trace), MAX);
}
