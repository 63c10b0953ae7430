// What a gateway may dislike in the request of a client, apart from path, key and model. Pure.

import type { ClientId } from '../model.ts';
import { type JsonObject, listOf, objectOf, parseJson } from '../wire/json.ts';
import type { HttpRequest } from '../wire/types.ts';
import type { Failure, RequestPart } from './types.ts';

/** More than any answer of one word needs, and less than what models allow. */
export const LOWER_LIMIT = 4096;
/** Without these there is no request. */
const NEEDED = ['model', 'messages', 'input', 'stream', 'max_tokens'];

export const bodyOf = ({ body }: HttpRequest): JsonObject => objectOf(parseJson(body ?? ''));

const part = (name: string, without: readonly string[], failure: string, covers = without): RequestPart => ({
  name,
  covers,
  options: { without },
  failure,
});
const fields = (body: JsonObject, ...names: readonly string[]): readonly string[] => names.filter((name) => name in body);

function codexParts(body: JsonObject): readonly RequestPart[] {
  const types = listOf(body.tools).map((tool) => String(objectOf(tool).type));
  // From the end, so that the places before keep their numbers.
  const placesOf = (...wanted: readonly string[]): readonly string[] =>
    types.flatMap((type, index) => (wanted.includes(type) ? [`tools.${index}`] : [])).reverse();
  const custom = placesOf('custom');
  const search = placesOf('web_search');
  const both = placesOf('custom', 'web_search');
  const reasoning = fields(body, 'reasoning', 'include');
  const others = fields(body, 'prompt_cache_key', 'text');
  return [
    ...(custom.length > 0 ? [part('custom', custom, 'request/tool-type')] : []),
    ...(search.length > 0 ? [part('web_search', search, 'request/tool-type')] : []),
    ...(custom.length > 0 && search.length > 0 ? [part('custom, web_search', both, 'request/tool-type')] : []),
    part('tools', fields(body, 'tools', 'tool_choice', 'parallel_tool_calls'), 'request/unsupported-parameter', ['tools', ...both]),
    part(reasoning.join(', '), reasoning, 'request/unsupported-parameter'),
    part(others.join(', '), others, 'request/unsupported-parameter'),
  ];
}

function claudeParts(body: JsonObject): readonly RequestPart[] {
  const described = fields(body, 'system', 'metadata');
  return [
    part('context_management', ['context_management'], 'request/unsupported-parameter'),
    part('output_config', ['output_config'], 'request/unsupported-parameter'),
    // What is managed there is the thinking.
    part('thinking', ['thinking', 'context_management'], 'request/unsupported-parameter'),
    part('anthropic-beta', ['anthropic-beta', 'context_management'], 'request/beta-header'),
    part(described.join(', '), described, 'request/unsupported-parameter'),
    part('tools', ['tools'], 'request/tool-type'),
    { name: 'max_tokens', covers: ['max_tokens'], options: { maxTokens: LOWER_LIMIT }, failure: 'request/bad-value' },
  ];
}

/** The most telling first; such that make no difference to this request may be among them. */
export function partsOf(client: ClientId, request: HttpRequest): readonly RequestPart[] {
  const body = bodyOf(request);
  return (client === 'codex' ? codexParts(body) : claudeParts(body)).filter(({ name }) => name !== '');
}

/** What an error calls `tools[1].type` or `body.store`, as a place in the body; null where a request can't do without it. */
function placeOf(field: string): string | null {
  const names = field
    .replace(/\[(\w+)\]/g, '.$1')
    .split('.')
    .filter((name) => /^[\w-]+$/.test(name) && name !== 'body');
  const [first = ''] = names;
  if (first === '' || NEEDED.includes(first)) return null;
  // A part of a tool is of no use without the rest of it.
  return (first === 'tools' ? names.slice(0, 2) : names).join('.');
}

/** The parts that a refusal blames. */
export function blamedParts(failure: Failure, parts: readonly RequestPart[]): readonly RequestPart[] {
  if (failure.id === 'request/tool-type' || failure.id === 'request/beta-header') return parts.filter((one) => one.failure === failure.id);
  const field = String(failure.args.field ?? '');
  const known = parts.find(({ name }) => name === field);
  if (known) return [known];
  const place = placeOf(field);
  return place === null ? [] : [part(field, [place], failure.id)];
}

/** Would the gateway see any difference? */
export const isSameRequest = (a: HttpRequest, b: HttpRequest): boolean =>
  a.url === b.url && a.body === b.body && a.headers.map(([name]) => name).join() === b.headers.map(([name]) => name).join();

const isCovered = (inner: RequestPart, outer: RequestPart): boolean => inner.covers.every((name) => outer.covers.includes(name));

/** Of the parts without which the request passed, the one at fault; null where several unrelated ones would do. */
export function culpritOf(passed: readonly RequestPart[]): RequestPart | null {
  return passed.find((one) => passed.every((other) => isCovered(one, other))) ?? null;
}
