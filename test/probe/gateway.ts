// A gateway in memory: what it answers to a request, and everything it was asked.

import type { ClientId } from '../../src/model.ts';
import { probeClient } from '../../src/probe/probe.ts';
import type { ClientEvidence, Probed } from '../../src/probe/types.ts';
import { Secret } from '../../src/secret.ts';
import type { HttpRequest, Limits, Route } from '../../src/wire/types.ts';
import { snapshot, type World } from '../rules/world.ts';
import { exchange, type Given } from './failures/exchange.ts';

/** A whole stream of the protocol that was asked for. */
export const works = ({ wireApi }: Pick<HttpRequest, 'wireApi'>): Given =>
  wireApi === 'anthropic-messages'
    ? {
        events: [
          ['message_start', { type: 'message_start', message: { model: 'm-main', usage: { input_tokens: 1, output_tokens: 1 } } }],
          ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
          ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'ok' } }],
          ['content_block_stop', { type: 'content_block_stop', index: 0 }],
          ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }],
          ['message_stop', { type: 'message_stop' }],
        ],
      }
    : {
        events: [
          ['response.created', { type: 'response.created', response: { id: 'r1' } }],
          [
            'response.output_item.done',
            {
              type: 'response.output_item.done',
              item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'ok' }] },
            },
          ],
          ['response.completed', { type: 'response.completed', response: { id: 'r1', output: [] } }],
        ],
      };

/** In the shape of the protocol that was asked for. */
export const refuses =
  (status: number, message: string, more: object = {}) =>
  ({ wireApi }: Pick<HttpRequest, 'wireApi'>): Given => ({
    status,
    json: { ...(wireApi === 'anthropic-messages' ? { type: 'error' } : {}), error: { type: 'error', message, ...more } },
  });

export interface Asked {
  readonly request: HttpRequest;
  readonly route: Route;
  readonly limits: Limits;
}

/** The key of a request, without its scheme; null where it carries none. */
export function keyOf(request: HttpRequest): string | null {
  const secret = request.headers.map(([, value]) => value).find((value) => value instanceof Secret);
  return secret instanceof Secret ? secret.reveal().replace(/^Bearer /, '') : null;
}

export const bodyOf = (request: HttpRequest): Record<string, unknown> => JSON.parse(request.body ?? '{}');
export const isSmall = (request: HttpRequest): boolean => bodyOf(request).tools === undefined;

export interface Probing {
  readonly evidence: ClientEvidence;
  readonly asked: readonly Asked[];
  readonly told: readonly Probed[];
}

export async function probing(world: World, client: ClientId, answer: (request: HttpRequest) => Given): Promise<Probing> {
  const asked: Asked[] = [];
  const told: Probed[] = [];
  const picture = snapshot(world);
  const state = picture.clients.find(({ id }) => id === client);
  if (!state) throw new Error(`no ${client} in this world`);
  const evidence = await probeClient(state, picture, {
    timeoutMs: 30_000,
    random: (bytes) => 'c3'.repeat(bytes),
    onProbe: (probed) => told.push(probed),
    send: async (request, route, limits) => {
      asked.push({ request, route, limits });
      return { ...exchange({ wireApi: request.wireApi, ...answer(request) }).trace, request };
    },
  });
  return { evidence, asked, told };
}

export const urlsOf = ({ asked }: Probing): string[] => asked.map(({ request }) => request.url.replace(/\?.*$/, ''));
