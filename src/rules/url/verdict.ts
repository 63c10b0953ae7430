// What is wrong with a base URL: decided once for all rules of this folder, so that one mistake has one name.

import {
  endsInV1,
  hasInvisible,
  meantBase,
  mendedScheme,
  parseBase,
  pastedEndpoint,
  withAsciiPunctuation,
  withoutDoubledV1,
  withoutEndpoint,
  withoutInvisible,
  withoutQuery,
  withoutSlashes,
  withoutV1,
} from '../../base-url.ts';
import type { ClientState, Snapshot } from '../../clients/client.ts';
import { encryptedInstead } from '../../clients/in-clear.ts';
import type { Edit, Fix, Origin, Severity } from '../../model.ts';
import type { Candidate, ClientEvidence, Probed } from '../../probe/types.ts';
import { rootOfOtherDialect } from '../../templates.ts';
import { emptiedBase, sendsForeignKey } from '../shape/emptied-base.ts';
import { variableIn } from '../shape/variable-reference.ts';

export type UrlMistake =
  | 'invalid'
  | 'invisible-character'
  | 'v1-doubled'
  | 'v1-missing'
  | 'full-endpoint'
  | 'query'
  | 'trailing-slash'
  | 'plain-http'
  | 'wrong-dialect'
  | 'website'
  | 'redirect'
  | 'localhost-ipv6';

export interface UrlVerdict {
  readonly mistake: UrlMistake;
  readonly severity: Severity;
  readonly origin: Origin;
  readonly written: string;
  /** What it should be; null where nothing is known to work. */
  readonly better: string | null;
  readonly fix: Fix | null;
}

const MISTAKE_OF: Readonly<Record<Candidate['how'], UrlMistake>> = {
  'v1-added': 'v1-missing',
  'v1-removed': 'v1-doubled',
  'v1-undoubled': 'v1-doubled',
  'endpoint-cut': 'full-endpoint',
  'page-cut': 'website',
  'query-cut': 'query',
  cleaned: 'invisible-character',
  'scheme-mended': 'invalid',
  template: 'wrong-dialect',
  https: 'plain-http',
  ipv4: 'localhost-ipv6',
  redirect: 'redirect',
  'slash-cut': 'trailing-slash',
};

/** Edits that put a better value where the base URL was read from; null where that is no file. */
export function setBase(origin: Origin, better: string): Edit[] | null {
  return origin.file && origin.path ? [{ op: 'set', file: origin.file, path: origin.path, value: better }] : null;
}

const fixTo = (origin: Origin, better: string | null, safety: Fix['safety'], unproven = false): Fix | null => {
  const edits = better === null ? null : setBase(origin, better);
  return edits ? { safety, edits, ...(unproven ? { unproven } : {}) } : null;
};

/** `?a=b` of a Codex base belongs into `query_params`, where it is sent as meant. */
function queryFix(state: ClientState, origin: Origin, written: string, better: string): Fix | null {
  const base = fixTo(origin, better, state.id === 'codex' ? 'safe' : 'unsafe');
  const url = parseBase(written);
  if (state.id !== 'codex' || !base || !url || !origin.file || !origin.path) return base;
  const { file, path } = origin;
  const moved = [...url.searchParams].map(
    ([name, value]): Edit => ({ op: 'set', file, path: [...path.slice(0, -1), 'query_params', name], value }),
  );
  return { ...base, edits: [...base.edits, ...moved] };
}

/** Characters and schemes: sure without a wire, unless the client puts up with them. */
function fromShape(state: ClientState, origin: Origin, written: string): UrlVerdict | null {
  const cleaned = withoutInvisible(written);
  const requested = state.client.requestUrl(written, state);
  const base = { severity: 'error', origin, written } as const;
  const ascii = withAsciiPunctuation(cleaned);
  const mended = mendedScheme(ascii) ?? ascii;
  // A blank in the middle may stand for a character that is missing; only its owner knows.
  if (/\S[ \t]+\S/.test(written)) return { ...base, mistake: 'invalid', better: null, fix: null };
  if (hasInvisible(written) && parseBase(cleaned) && requested !== state.client.requestUrl(cleaned, state)) {
    return { ...base, mistake: 'invisible-character', better: cleaned, fix: fixTo(origin, cleaned, 'safe') };
  }
  if (mended !== cleaned && parseBase(mended)) return { ...base, mistake: 'invalid', better: mended, fix: fixTo(origin, mended, 'safe') };
  if (requested === null || (!parseBase(cleaned) && !looseHost(cleaned)))
    return { ...base, mistake: 'invalid', better: meantBase(written), fix: null };
  return null;
}

/** `localhost:8080/api`, which newer versions of Claude Code understand. */
const looseHost = (value: string): boolean => /^localhost(:\d+)?(\/|$)/i.test(value);

function fromProof(state: ClientState, wire: ClientEvidence, origin: Origin, written: string): UrlVerdict | null {
  const failure = wire.faithful?.outcome.failure?.id;
  const proven = wire.candidates.find((candidate) => candidate.proven && candidate.how !== 'https');
  if (!proven) return null;
  const mistake = proven.how === 'template' && failure === 'route/website' ? 'website' : MISTAKE_OF[proven.how];
  const fix = mistake === 'query' ? queryFix(state, origin, written, proven.baseUrl) : fixTo(origin, proven.baseUrl, 'safe');
  return {
    mistake,
    severity: mistake === 'localhost-ipv6' ? 'warning' : severityOf(mistake, wire),
    origin,
    written,
    better: proven.baseUrl,
    fix,
  };
}

/** A 307 or 308 on the same host keeps method, body and key: both clients get their answer. */
function severityOf(mistake: UrlMistake, wire: ClientEvidence): Severity {
  const status = wire.faithful?.trace.status;
  return mistake === 'redirect' && (status === 307 || status === 308) && wire.faithful?.outcome.ok === true ? 'warning' : 'error';
}

/** Another root of the same provider, from a template: its host may differ, so no probe could prove it. */
const fromTemplate = (state: ClientState, snapshot: Snapshot, written: string): string | null =>
  state.channel ? rootOfOtherDialect(snapshot.templates, written, state.channel.wireApi) : null;

/** Without the wire: suspicions that text alone raises. */
function suspected(state: ClientState, origin: Origin, written: string): UrlVerdict | null {
  const guess = (mistake: UrlMistake, better: string): UrlVerdict => ({
    mistake,
    severity: 'warning',
    origin,
    written,
    better,
    fix: fixTo(origin, better, 'unsafe', true),
  });
  const isClaude = state.id === 'claude-code';
  if (pastedEndpoint(written)) {
    const base = withoutEndpoint(written);
    return guess('full-endpoint', isClaude ? withoutV1(base) : base);
  }
  if (withoutQuery(written) !== written)
    return { ...guess('query', withoutQuery(written)), fix: queryFix(state, origin, written, withoutSlashes(withoutQuery(written))) };
  if (withoutDoubledV1(written) !== withoutSlashes(written))
    return guess('v1-doubled', isClaude ? withoutV1(written) : withoutDoubledV1(written));
  if (isClaude && endsInV1(written)) return guess('v1-doubled', withoutV1(written));
  if (!isClaude && parseBase(written)?.pathname === '/') return guess('v1-missing', `${withoutSlashes(written)}/v1`);
  const bare = withoutSlashes(written);
  if (state.client.requestUrl(written, state) !== state.client.requestUrl(bare, state)) return guess('trailing-slash', bare);
  return null;
}

interface Judged {
  readonly wire: ClientEvidence | null;
  readonly snapshot: Snapshot;
  readonly verdicts: readonly UrlVerdict[];
}

/** Every rule of this folder asks for the same verdicts. */
const judged = new WeakMap<ClientState, Judged>();

/** At most one mistake of the address, and beside it the missing encryption. */
export function urlVerdicts(state: ClientState, wire: ClientEvidence | null, snapshot: Snapshot): readonly UrlVerdict[] {
  const known = judged.get(state);
  if (known?.wire === wire && known.snapshot === snapshot) return known.verdicts;
  const verdicts = judgeUrl(state, wire, snapshot);
  judged.set(state, { wire, snapshot, verdicts });
  return verdicts;
}

function judgeUrl(state: ClientState, wire: ClientEvidence | null, snapshot: Snapshot): readonly UrlVerdict[] {
  const setting = state.channel?.baseUrl;
  if (!setting) return emptied(state);
  const { value: written, origin } = setting;
  // The text of a variable that nothing expands is file/unexpanded-variable's to tell.
  if (variableIn(written) !== null) return [];
  const inClear = plainHttp(state, wire, origin, written);
  const main = mainVerdict(state, wire, snapshot, origin, written);
  return [main, inClear].filter((verdict) => verdict !== null);
}

/** Over a value that loses by it, env/shadowed tells. */
function emptied(state: ClientState): readonly UrlVerdict[] {
  const setting = emptiedBase(state);
  if (!setting || !sendsForeignKey(state) || setting.shadows.some(({ value }) => value.trim() !== '')) return [];
  return [{ mistake: 'invalid', severity: 'error', origin: setting.origin, written: '', better: null, fix: null }];
}

function mainVerdict(
  state: ClientState,
  wire: ClientEvidence | null,
  snapshot: Snapshot,
  origin: Origin,
  written: string,
): UrlVerdict | null {
  if (wire?.faithful?.outcome.ok === true && wire.faithful.outcome.failure?.id !== 'route/redirect') return null;
  const shape = fromShape(state, origin, written);
  if (shape) return shape;
  const dialect = fromTemplate(state, snapshot, written);
  if (!wire?.faithful) {
    if (wire && ['cloud', 'official', 'untrusted-project', 'no-channel'].includes(wire.notSent ?? '')) return null;
    if (dialect)
      return {
        mistake: 'wrong-dialect',
        severity: 'warning',
        origin,
        written,
        better: dialect,
        fix: fixTo(origin, dialect, 'unsafe', true),
      };
    return suspected(state, origin, written);
  }
  const proof = fromProof(state, wire, origin, written);
  if (proof) return proof;
  const failure = wire.faithful.outcome.failure?.id;
  const nothingKnown = { severity: 'error', origin, written, better: null, fix: null } as const;
  if (dialect && ['route/not-found', 'route/website', 'route/protocol-missing'].includes(failure ?? '')) {
    return { ...nothingKnown, mistake: 'wrong-dialect', better: dialect, fix: fixTo(origin, dialect, 'safe') };
  }
  if (failure === 'route/website') return { ...nothingKnown, mistake: 'website' };
  if (failure === 'route/redirect') return { ...nothingKnown, mistake: 'redirect' };
  return null;
}

function plainHttp(state: ClientState, wire: ClientEvidence | null, origin: Origin, written: string): UrlVerdict | null {
  const better = encryptedInstead(state);
  if (better === null) return null;
  const answers = wire?.candidates.some((candidate) => candidate.how === 'https' && answersAlike(candidate, wire.faithful)) === true;
  const online = wire !== null && wire.notSent !== 'offline';
  const fix = fixTo(origin, better, answers ? 'safe' : 'unsafe', !answers);
  return { mistake: 'plain-http', severity: online ? 'error' : 'warning', origin, written, better, fix };
}

/** Nothing is lost by it: it works, or it fails over the key or the model as the address without encryption does. */
function answersAlike({ proven, probed }: Candidate, faithful: Probed | null): boolean {
  if (proven) return true;
  const [here, there] = [faithful?.outcome, probed?.outcome];
  return here?.ok === false && here.speaks && there?.speaks === true && here.failure?.id === there.failure?.id;
}
