// The shape of a failure class, and the arguments that every class has.

import { STATUS_CODES } from 'node:http';
import type { Args, ClientId, CredentialKind, Severity, WireApi } from '../../model.ts';
import type { Worded } from '../../rules/rule.ts';
import type { Secret } from '../../secret.ts';
import type { Trace } from '../../wire/types.ts';
import { type Answer, answerOf } from './answer.ts';
import { safeText, secretsOf } from './safe-text.ts';

/** What must be known besides the exchange itself to say what it means. */
export interface FailureContext {
  /** Null: no client in particular; the newest of the wire API's usual client is assumed. */
  readonly clientId: ClientId | null;
  readonly version: string | null;
  readonly wireApi: WireApi;
  readonly requestUrl: string;
  /** As configured; the request may carry another spelling. */
  readonly model: string | null;
  readonly key: Secret | null;
  /** Default: read from the request. */
  readonly headerKinds?: readonly CredentialKind[];
  /** Ids that the gateway lists, where known. */
  readonly models?: readonly string[] | null;
  /** As configured; shown without credentials. */
  readonly proxy?: string | null;
}

export interface FailureClass extends Worded {
  readonly id: string;
  readonly severity: Severity;
  /** The arguments of the sentences where the exchange is of this class, else null. */
  match(trace: Trace, context: FailureContext): Args | null;
  /** The same arguments without asking, for a class that only the status gives away. */
  args(trace: Trace, context: FailureContext): Args;
  /** Which of `variants` tells it best. */
  variant(args: Args): string | undefined;
}

interface Definition extends Worded {
  readonly id: string;
  readonly severity?: Severity;
  when(answer: Answer, trace: Trace, context: FailureContext): boolean;
  args?(answer: Answer, trace: Trace, context: FailureContext): Args;
  variant?(args: Args): string | undefined;
}

export const secretsIn = (trace: Trace, context: FailureContext): readonly Secret[] => [
  ...secretsOf(trace),
  ...(context.key ? [context.key] : []),
];

/** Of a URL as requested; the text itself where it is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** `403 Forbidden`, as the title of a page: the number stands before it anyway. */
const ITS_STATUS = /^(\d{3})[\s:|-]+(?=\S)/;

/** `status`, `said` (the server's own words, else the usual name of the status) and `host`: every class has them. */
function basics(answer: Answer, trace: Trace, context: FailureContext): Args {
  const secrets = secretsIn(trace, context);
  const said = safeText(
    answer.headline.replace(ITS_STATUS, (words, status) => (Number(status) === answer.status ? '' : words)),
    secrets,
  );
  const instead = answer.status === null ? safeText(trace.error?.detail ?? '', secrets) || '-' : (STATUS_CODES[answer.status] ?? 'HTTP');
  return { status: answer.status ?? '-', said: said || instead, host: safeText(hostOf(context.requestUrl), secrets, 120) };
}

export function failureClass(definition: Definition): FailureClass {
  const { id, severity = 'error', text, variants } = definition;
  const args = (trace: Trace, context: FailureContext): Args => {
    const answer = answerOf(trace);
    return { ...basics(answer, trace, context), ...definition.args?.(answer, trace, context) };
  };
  return {
    id,
    severity,
    text,
    ...(variants ? { variants } : {}),
    match: (trace, context) => (definition.when(answerOf(trace), trace, context) ? args(trace, context) : null),
    args,
    variant: (given) => definition.variant?.(given),
  };
}
