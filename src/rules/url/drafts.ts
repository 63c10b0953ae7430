// Verdict → draft: the arguments that all sentences of this folder draw from.

import { parseBase } from '../../base-url.ts';
import type { Snapshot } from '../../clients/client.ts';
import { maskShapes } from '../../masking.ts';
import type { Evidence } from '../../probe/types.ts';
import { type Draft, eachClient } from '../rule.ts';
import { type UrlMistake, urlVerdicts } from './verdict.ts';

const MAX_SHOWN = 200;
const shown = (value: string): string => {
  const visible = maskShapes(value).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '·');
  return visible.length > MAX_SHOWN ? `${visible.slice(0, MAX_SHOWN)}…` : visible;
};

export const draftsOf = (mistake: UrlMistake) =>
  function* check(snapshot: Snapshot, evidence: Evidence): Iterable<Draft> {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      for (const verdict of urlVerdicts(state, wire, snapshot)) {
        if (verdict.mistake !== mistake) continue;
        const { written, better, origin, severity, fix } = verdict;
        const args = {
          client: state.client.name,
          written: shown(written),
          better: shown(better ?? 'https://…'),
          hint: better ? `: ${shown(better)}` : '',
          requested: shown(wire?.faithful?.trace.request.url ?? state.client.requestUrl(written, state) ?? written),
          target: shown(wire?.faithful?.trace.headers.location ?? ''),
          host: parseBase(written.trim())?.host ?? '',
          wire: state.channel?.wireApi ?? '',
        };
        yield { origin, severity, fix, args, ...(mistake === 'invalid' && written.trim() === '' ? { variant: 'empty' } : {}) };
      }
    });
  };
