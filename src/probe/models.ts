// The list of models a gateway offers. Help for a wrong name, never a verdict: it may be open, absent, or list what chat refuses.

import type { ClientState } from '../clients/client.ts';
import type { HttpRequest, Trace } from '../wire/types.ts';

const AUTH_HEADERS = ['authorization', 'x-api-key', 'anthropic-version'];

/** `GET …/models` beside the endpoint of a request, with the same credential. */
export function listRequest(state: ClientState, request: HttpRequest): HttpRequest {
  const url = request.url.replace(/\/(?:messages|responses|chat\/completions)(?=[?#]|$)/, '/models').replace(/\?beta=true$/, '');
  return {
    method: 'GET',
    url,
    headers: [...request.headers.filter(([name]) => AUTH_HEADERS.includes(name)), ['accept', 'application/json']],
    body: null,
    wireApi: state.channel?.wireApi ?? request.wireApi,
    model: null,
    stream: false,
  };
}

/** Ids in any of the shapes gateways use; null where the answer is no list. */
export function listedModels(trace: Trace): readonly string[] | null {
  if (trace.status !== 200) return null;
  try {
    const body: unknown = JSON.parse(trace.body);
    const { data, models } = (body ?? {}) as { data?: unknown; models?: unknown };
    const rows = Array.isArray(data) ? data : Array.isArray(models) ? models : Array.isArray(body) ? body : null;
    if (rows === null) return null;
    const ids = rows.map((row: unknown) => {
      if (typeof row === 'string') return row;
      const { id, slug, name, model } = (row ?? {}) as Record<string, unknown>;
      return [id, slug, model, name].find((value) => typeof value === 'string');
    });
    return ids.filter((id): id is string => typeof id === 'string');
  } catch {
    return null;
  }
}
