// Looking into JSON that somebody else wrote: nothing here throws, whatever the data.

export type JsonObject = Readonly<Record<string, unknown>>;

/** Deeper than any real answer; recursion over a copy made with it stays shallow. */
const MAX_DEPTH = 24;
const MAX_MEMBERS = 200;
const FINE = ['0', '200', 'ok', 'success'];

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Lone surrogates, which no terminal and no UTF-8 file can take, become U+FFFD. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : '');
export const nameOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? textOf(value).slice(0, 200) : null);
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** A copy without anything nested too deep or too many, so that those who walk through it need no guard of their own. */
export function shallow(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((item) => shallow(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_MEMBERS)
      .map(([key, item]) => [key, shallow(item, depth + 1)]),
  );
}

/**
 * The error inside a JSON answer, undefined where there is none: the `error` member, or the whole object where that is the error
 * (`{"code":401,"msg":…}`, `{"success":false,…}`, `{"base_resp":{"status_code":1004}}` as relays and vendors in China answer with status 200).
 */
export function errorIn(json: unknown): unknown {
  if (!isObject(json)) return undefined;
  if (isObject(json.error)) return shallow(json.error);
  if (json.error !== undefined && json.error !== null && json.error !== false && json.error !== '') return shallow(json);
  if (json.type === 'error') return shallow(json);
  const baseStatus = objectOf(json.base_resp).status_code;
  if (typeof baseStatus === 'number' && baseStatus !== 0) return shallow(json);
  const says = typeof json.message === 'string' || typeof json.msg === 'string' || typeof json.detail === 'string';
  const code = json.code ?? json.errcode;
  const codeIsBad = code !== undefined && code !== null && !FINE.includes(String(code).toLowerCase());
  const statusIsBad = typeof json.status === 'number' && json.status >= 400;
  return says && (json.success === false || codeIsBad || statusIsBad) ? shallow(json) : undefined;
}
