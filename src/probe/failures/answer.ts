// What an answer says, whatever dress it wears: error objects of every shape, double-encoded ones, bare text, pages, errors inside a stream.

import type { Trace } from '../../wire/types.ts';
import { withoutControls } from './safe-text.ts';

export interface Answer {
  /** Null where no response headers arrived. */
  readonly status: number | null;
  /** The status to go by: one inside the error object beats 200 and the statuses that relays hide others under. */
  readonly effective: number | null;
  readonly kind: 'none' | 'empty' | 'json' | 'html' | 'text' | 'stream';
  /** The parsed body; undefined where it is no JSON. */
  readonly root: unknown;
  /** An error status, or an error object under a success status. */
  readonly failed: boolean;
  /** The error came inside an event stream. */
  readonly inStream: boolean;
  /** What the server told, main sentence first; without control characters, not masked. */
  readonly said: string;
  /** What of it is worth quoting: the title of a page, else all. */
  readonly headline: string;
  /** Everything it told, then all its codes and types, in lower case: for matching only. */
  readonly words: string;
  readonly codes: readonly string[];
  /** Names of fields that the error blames. */
  readonly fields: readonly string[];
  /** Paths that the error object names as requested. */
  readonly paths: readonly string[];
}

const MAX_NODES = 3000;
const MAX_WORDS = 4000;
const MAX_ENCODED = 3;
const EVENTS_AT_EACH_END = 20;

const MESSAGES =
  /^(message|msg|status_msg|detail|details|error|errors|error_description|error_msg|errmsg|error_message|errormessage|description|title|cause|text)$/i;
const CODES = /^(code|type|status|status_code|statuscode|errcode|error_code|errorcode|sub_code|limit_source|reason|kind)$/i;
// The request echoed back, identifiers, and the model's own output say nothing about the failure.
const SKIPPED =
  /^(input|request|request_body|payload|headers|stack|trace|user_?agent|model|id|request_?id|source|url|instance|timestamp|docs?|links?|documentation_url|object|created(_at)?|resets?_?at|reset_?time|expires_?at|allowedClients|user|usage|content|choices|output|instructions|tools|metadata_raw)$/i;

interface Node {
  readonly value: unknown;
  readonly key: string;
  readonly encoded: number;
}

interface Gathered {
  readonly messages: string[];
  readonly others: string[];
  readonly codes: string[];
  readonly fields: string[];
  readonly paths: string[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object that a message carries as text: `API Error: 400 {"error":…}`. */
function encodedIn(text: string): unknown {
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  return start >= 0 && end > start && end - start < 20_000 ? parsed(text.slice(start, end + 1)) : undefined;
}

function gatherText(node: Node, text: string, into: Gathered, queue: Node[]): void {
  const inner = node.encoded < MAX_ENCODED ? encodedIn(text) : undefined;
  if (isObject(inner)) {
    queue.push({ value: inner, key: node.key, encoded: node.encoded + 1 });
    const before = withoutControls(text.slice(0, text.indexOf('{'))).trim();
    if (before) into.others.push(before);
    return;
  }
  const clean = withoutControls(text.slice(0, MAX_WORDS));
  if (CODES.test(node.key)) into.codes.push(clean.slice(0, 100));
  else if (node.key === 'path') into.paths.push(clean);
  else if (node.key === 'param' || node.key === 'field') into.fields.push(clean);
  else (MESSAGES.test(node.key) ? into.messages : into.others).push(clean);
}

// Breadth first, so that a body nested a hundred thousand deep costs no stack and ends at the budget.
function gather(root: unknown): Gathered {
  const into: Gathered = { messages: [], others: [], codes: [], fields: [], paths: [] };
  const queue: Node[] = [{ value: root, key: 'message', encoded: 0 }];
  for (let next = 0; next < queue.length && next < MAX_NODES; next++) {
    const node = queue[next] as Node;
    const { value, key, encoded } = node;
    if (typeof value === 'string') gatherText(node, value, into, queue);
    else if (typeof value === 'number' && CODES.test(key)) into.codes.push(String(value));
    else if (Array.isArray(value) && key === 'loc') into.fields.push(value.filter((part) => part !== 'body').join('.'));
    else if (Array.isArray(value)) for (const item of value.slice(0, 100)) queue.push({ value: item, key, encoded });
    else if (isObject(value)) {
      for (const [name, child] of Object.entries(value).slice(0, 100)) {
        if (name === 'base_resp' && isObject(child)) into.codes.push(`minimax:${String(child.status_code)}`);
        if (!SKIPPED.test(name)) queue.push({ value: child, key: name, encoded });
      }
    }
  }
  return into;
}

const OK_CODES = ['', '0', '200', 'ok', 'success', 'true', 'null', 'undefined', '1000000'];
const isBad = (code: unknown): boolean => code !== undefined && !OK_CODES.includes(String(code).toLowerCase());
const isAnswer = (root: Record<string, unknown>): boolean =>
  ['choices', 'content', 'output', 'candidates', 'data'].some((key) => Array.isArray(root[key]));

/** Does a body under a success status report an error? */
function hasError(value: unknown): boolean {
  const root = Array.isArray(value) ? value[0] : value;
  if (typeof root === 'string') return root.trim() !== '';
  if (!isObject(root)) return false;
  const { error, base_resp: business } = root;
  if (typeof error === 'string' ? error !== '' : error !== null && error !== undefined && error !== false) return true;
  if (isObject(business) && isBad(business.status_code)) return true;
  if (root.type === 'error' || root.success === false || isBad(root.errcode)) return true;
  if (isAnswer(root)) return false;
  const told = root.message ?? root.msg ?? root.detail;
  return isBad(root.code) || root.status === 'error' || typeof told === 'string';
}

function errorOfEvent(event: string | null, data: string): unknown {
  if (!data.includes('error') && !data.includes('failed') && event !== 'error') return undefined;
  const value = parsed(data);
  if (value === undefined) return event === 'error' ? data : undefined;
  if (!isObject(value)) return undefined;
  if (value.type === 'response.failed' && isObject(value.response)) return value.response.error ?? value.response;
  if (value.type === 'error' || event === 'error') return value;
  return value.error === null || value.error === undefined ? undefined : value;
}

function errorInStream(trace: Trace): unknown {
  const { events, reading } = trace;
  const ends =
    events.length > 2 * EVENTS_AT_EACH_END ? [...events.slice(0, EVENTS_AT_EACH_END), ...events.slice(-EVENTS_AT_EACH_END)] : events;
  for (const { event, data } of ends) {
    const error = errorOfEvent(event, data.slice(0, 100_000));
    if (error !== undefined) return error;
  }
  return events.length > 0 ? (reading?.error ?? undefined) : undefined;
}

const PAGE = /^\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype html|html|head|body|\?xml[^>]*>\s*<!doctype html)/i;

/** Nothing but blanks and the comments that keep an event stream alive. */
const ONLY_COMMENTS = /^(?:\s*:[^\n]*(?:\n|$))*\s*$/;

function kindOf(trace: Trace, root: unknown): Answer['kind'] {
  if (trace.status === null) return 'none';
  if (trace.events.length > 0) return 'stream';
  if (ONLY_COMMENTS.test(trace.body.slice(0, 20_000))) return 'empty';
  if (root !== undefined) return 'json';
  if (PAGE.test(trace.body.slice(0, 2000)) || /\btext\/html\b/i.test(trace.headers['content-type'] ?? '')) return 'html';
  return 'text';
}

const pageText = (html: string): string =>
  html
    .slice(0, 8000)
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ');

const titleOf = (html: string): string => withoutControls(/<title[^>]*>([^<]{1,300})</i.exec(html.slice(0, 8000))?.[1] ?? '');

// Statuses of the error object; `code` may also be a vendor's own number.
const innerStatus = (codes: readonly string[]): number | null => {
  const found = codes.find((code) => /^[45]\d\d$/.test(code));
  return found === undefined ? null : Number(found);
};
const HIDES_OTHERS = [500, 502, 503];
const HIDDEN_ONES = [401, 402, 403, 429];

function effectiveStatus(status: number | null, codes: readonly string[]): number | null {
  const inner = innerStatus(codes);
  if (status === null || inner === null) return status;
  return status < 400 || (HIDES_OTHERS.includes(status) && HIDDEN_ONES.includes(inner)) ? inner : status;
}

/** A vendor that has one number for many services puts it at the end of the sentence. */
const TRAILING_CODE = /\((\d{4})\)\s*$/;

function read(trace: Trace): Answer {
  const root = trace.events.length > 0 ? undefined : parsed(trace.body);
  const kind = kindOf(trace, root);
  const streamError = kind === 'stream' ? errorInStream(trace) : undefined;
  const inStream = streamError !== undefined;
  const failed = trace.status !== null && (trace.status >= 400 || inStream || (kind === 'json' && hasError(root)));
  const source = inStream ? streamError : (root ?? (kind === 'html' ? pageText(trace.body) : trace.body.slice(0, 20_000)));
  const { messages, others, codes, fields, paths } = failed ? gather(source) : gather(null);
  const told = [...new Set([...messages, ...others])].filter(Boolean);
  for (const message of told) {
    const code = TRAILING_CODE.exec(message)?.[1];
    if (code) codes.push(`minimax:${code}`);
  }
  const said = told.slice(0, 3).join(': ').slice(0, MAX_WORDS);
  return {
    status: trace.status,
    effective: effectiveStatus(trace.status, codes),
    kind,
    root,
    failed,
    inStream,
    said,
    headline: (kind === 'html' && titleOf(trace.body)) || said,
    words: `${told.join('\n').slice(0, MAX_WORDS)}\n${codes.join('\n').slice(0, MAX_WORDS)}`.toLowerCase(),
    codes,
    fields: fields.filter((field) => field !== '' && field !== 'None'),
    paths,
  };
}

const readings = new WeakMap<Trace, Answer>();

/** Read once for each trace, however many classes ask. */
export function answerOf(trace: Trace): Answer {
  const known = readings.get(trace);
  if (known) return known;
  const answer = read(trace);
  readings.set(trace, answer);
  return answer;
}

export const has = (answer: Answer, pattern: RegExp): boolean => answer.failed && pattern.test(answer.words);
/** One of these is the code or type of the error, compared as a whole. */
export const hasCode = (answer: Answer, ...codes: readonly string[]): boolean =>
  answer.failed && answer.codes.some((code) => codes.includes(code.toLowerCase()));
