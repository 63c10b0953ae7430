// One Dify application as it is talked to: free questions first, then runs.

import { parseJson } from '../wire/json.ts';
import { ranOutOfTime } from '../wire/late.ts';
import type { HttpRequest, Trace } from '../wire/types.ts';
import { type DifyAddress, difyAddress, ENDPOINTS, type Endpoint } from './dify-address.ts';
import { type DifyError, type DifyTimeline, difyErrorIn, readDify } from './dify-events.ts';
import { endpointOf, type Filled, fillForm, question, runRequest } from './dify-request.ts';
import type { DifyOptions, DifyTarget } from './types.ts';

/** Every event of a Dify stream repeats ids and time stamps: some 300 bytes for one word. */
const BODY_BYTES = 32 * 1024 * 1024;
const DEFAULT_QUERY = 'Explain in about two hundred words how a refrigerator works.';

export interface Run {
  readonly trace: Trace;
  readonly timeline: DifyTimeline;
  readonly cold: boolean;
}
/** `inVain`: all its time was waited for. */
export type Failed = { readonly error: DifyError; readonly inVain: boolean };

const unreachable = ({ status, error }: Trace): DifyError => ({
  status,
  code: 'unreachable',
  message: error ? `${error.code}: ${error.detail}` : '',
});

/** What went wrong with an exchange; null where a run can be read from it. */
function troubleOf(trace: Trace, timeline: DifyTimeline | null): DifyError | null {
  const { status, body, error, events } = trace;
  if (status === null) return unreachable(trace);
  if (status >= 300) {
    const said = difyErrorIn(parseJson(body));
    return { status, code: said?.code || String(status), message: said?.message || `HTTP ${status}` };
  }
  if (timeline === null) return null;
  if (timeline.error) return timeline.error;
  if (!timeline.recognised)
    return { status, code: 'not_dify', message: events.length > 0 ? 'events of another kind' : body.trim().slice(0, 80) };
  if (timeline.tokenTimes.length > 0) return null;
  return error ? unreachable(trace) : { status, code: 'no_answer', message: 'no text in the answer' };
}

export class DifyApplication {
  readonly #target: DifyTarget;
  readonly #options: DifyOptions;
  readonly address: DifyAddress;
  readonly roundTrips: number[] = [];
  endpoint: Endpoint | null;
  form: Filled = { inputs: {}, missing: null };

  constructor(target: DifyTarget, options: DifyOptions) {
    this.#target = target;
    this.#options = options;
    this.address = difyAddress(target.url);
    this.endpoint = this.address.endpoint;
  }

  #send(request: HttpRequest, fresh = false): Promise<Trace> {
    const { send, route, limits } = this.#options;
    const noEnd = Number.MAX_SAFE_INTEGER;
    return send(request, fresh ? { ...route, fresh } : route, {
      ...limits,
      bodyBytes: Math.max(limits.bodyBytes, BODY_BYTES),
      enoughEvents: noEnd,
    });
  }

  /** Free questions: kind, form, round trip. Null where they were answered, or where an old version does not know them. */
  async meet(): Promise<DifyError | null> {
    const { base } = this.address;
    const parameters = await this.#send(question(base, 'parameters', this.#target.key));
    const trouble = troubleOf(parameters, null);
    if (ranOutOfTime(parameters)) return trouble ?? unreachable(parameters);
    if (trouble && (trouble.status === null || trouble.status === 401))
      return trouble.status === 401 ? { ...trouble, code: 'unauthorized' } : trouble;
    const info = await this.#send(question(base, 'info', this.#target.key));
    for (const { status, marks } of [parameters, info]) {
      const connected = marks.tls ?? marks.proxy ?? marks.tcp ?? 0;
      if (status !== null && status < 300 && marks.headers !== null) this.roundTrips.push(marks.headers - connected);
    }
    this.endpoint ??= info.status === 200 ? endpointOf(parseJson(info.body)) : null;
    this.form = fillForm(parseJson(parameters.body), this.#query(''));
    return this.form.missing === null ? null : { status: null, code: 'missing_input', message: this.form.missing };
  }

  /** A beginning of its own, so that neither a prefix cache nor an annotation answers. */
  #query(prefix: string): string {
    return `${prefix}${this.#options.query ?? DEFAULT_QUERY}`;
  }

  async run(cold: boolean): Promise<Run | Failed> {
    const query = this.#query(`[${this.#options.random(4)}] `);
    const plain = this.#query('');
    const inputs = Object.fromEntries(Object.entries(this.form.inputs).map(([name, value]) => [name, value === plain ? query : value]));
    let trouble: DifyError | null = null;
    let inVain = false;
    for (const endpoint of this.endpoint ? [this.endpoint] : ENDPOINTS) {
      const trace = await this.#send(runRequest(this.address.base, endpoint, this.#target.key, query, inputs), cold);
      const timeline = readDify(trace.events);
      trouble = troubleOf(trace, timeline);
      inVain = ranOutOfTime(trace);
      const isOtherKind = trouble !== null && /^not_(chat|completion|workflow)_app$/.test(trouble.code);
      if (!isOtherKind) this.endpoint = endpoint;
      if (trouble === null) return { trace, timeline, cold };
      if (!isOtherKind) break;
    }
    return { error: trouble ?? { status: null, code: '', message: '' }, inVain };
  }
}
