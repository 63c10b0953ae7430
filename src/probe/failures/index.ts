// What an exchange means: an ordered table, first match wins. Where no entry knows the words, the status decides.

import { describeAll } from '../../described.ts';
import type { Trace } from '../../wire/types.ts';
import type { Failure, Outcome } from '../types.ts';
import * as access from './access.ts';
import { answerOf } from './answer.ts';
import * as auth from './auth.ts';
import * as clock from './clock.ts';
import { isComplete } from './complete.ts';
import type { FailureClass, FailureContext } from './failure.ts';
import * as model from './model.ts';
import * as net from './net.ts';
import * as perm from './perm.ts';
import * as proxy from './proxy.ts';
import * as quota from './quota.ts';
import * as rate from './rate.ts';
import { isUnexplained } from './refusal.ts';
import * as request from './request.ts';
import * as route from './route.ts';
import * as server from './server.ts';
import { speaksProtocol } from './speaks.ts';
import * as stream from './stream.ts';
import * as tls from './tls.ts';
import { unknown } from './unknown.ts';

export { claudeRetriesWithoutStream } from './complete.ts';
export { evidenceOf } from './evidence.ts';
export type { FailureClass, FailureContext } from './failure.ts';
export { withNearestModels } from './model.ts';

/** Every class there is. The order means something: who speaks, then money, then the model, then the key, then limits, path, request and server. */
export const FAILURES: readonly FailureClass[] = [
  proxy.proxyAuth,
  proxy.proxyDenied,
  proxy.proxyNotHttp,
  proxy.proxyScheme,
  proxy.proxyRefused,
  tls.unknownAuthority,
  tls.selfSigned,
  tls.expired,
  tls.notYetValid,
  tls.hostname,
  tls.httpsExpected,
  tls.notTls,
  net.dns,
  net.dnsTemporary,
  net.refused,
  net.unreachable,
  net.connectTimeout,
  net.noAnswer,
  net.idle,
  net.reset,
  route.redirect,
  access.clientNotAllowed,
  access.waf,
  quota.notIncluded,
  quota.planWindow,
  quota.keyCap,
  quota.exhausted,
  request.betaHeader,
  request.toolType,
  request.compressedBody,
  model.noChannelEmpty,
  model.noChannel,
  access.regionBlocked,
  access.ipNotAllowed,
  access.accountBanned,
  perm.modelOrGroup,
  clock.skew,
  route.upstreamPath,
  auth.upstreamKey,
  rate.concurrency,
  server.overloaded,
  rate.requests,
  request.contextLength,
  request.tooLarge,
  request.moderation,
  request.wrongProtocol,
  request.unsupportedParameter,
  model.notFound,
  auth.missing,
  auth.expiredKey,
  auth.disabledKey,
  auth.invalidKey,
  request.badValue,
  route.notFound,
  route.protocolMissing,
  server.upstreamNetwork,
  server.badGateway,
  server.gatewayTimeout,
  server.serverError,
  route.website,
  stream.jsonInstead,
  stream.empty,
  stream.notSse,
  stream.eventsMissing,
  stream.truncated,
  stream.buffered,
  model.substituted,
  stream.errorIn200,
  unknown,
];

describeAll(FAILURES);

/** What is left to go by where the words say nothing. */
const BY_STATUS: Readonly<Record<number, FailureClass>> = {
  400: request.badValue,
  403: perm.modelOrGroup,
  415: request.badValue,
  422: request.badValue,
  429: rate.requests,
  503: server.overloaded,
  529: server.overloaded,
};

function failureOf(found: FailureClass, trace: Trace, context: FailureContext): Failure {
  const args = found.args(trace, context);
  const variant = found.variant(args);
  return { id: found.id, severity: found.severity, args, ...(variant ? { variant } : {}) };
}

/** What may be said beside an answer that works. */
const BESIDE_SUCCESS: readonly FailureClass[] = [clock.skew, stream.buffered, model.substituted];

function classOf(trace: Trace, context: FailureContext, works: boolean): FailureClass | null {
  const found = (works ? BESIDE_SUCCESS : FAILURES).find((candidate) => candidate.match(trace, context) !== null) ?? null;
  if (found !== unknown && found !== stream.errorIn200 && found !== server.serverError) return found;
  const { failed, effective, said } = answerOf(trace);
  const byStatus = failed && (said !== '' || effective !== 400) ? BY_STATUS[effective ?? 0] : undefined;
  return byStatus ?? found;
}

/**
 * The meaning of one exchange for one client. `ok` may be true beside a failure that is a warning or worth knowing
 * (`stream/buffered`, `clock/skew`, `model/substituted`); it is null where only the real client could tell.
 */
export function classify(trace: Trace, context: FailureContext): Outcome {
  const works = isComplete(trace, context);
  const found = classOf(trace, context, works);
  if (found === null) return { ok: true, failure: null, speaks: true };
  const failure = failureOf(found, trace, context);
  const ok = works ? true : found.id === 'auth/client-not-allowed' ? null : false;
  const severity = works && failure.severity === 'error' ? 'warning' : failure.severity;
  const unexplained = !works && isUnexplained(trace, found.id) ? ({ unexplained: true } as const) : {};
  return { ok, failure: { ...failure, severity }, speaks: works || speaksProtocol(trace, context, found.id), ...unexplained };
}
