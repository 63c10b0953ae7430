// Which protocol a client would speak to a gateway, and at which addresses to look for it.

import { candidateBases, endsInVersion, withoutEndpoint, withoutQuery, withoutV1 } from '../base-url.ts';
import type { Client, ClientState } from '../clients/client.ts';
import { below } from '../clients/version.ts';
import { usageError } from '../errors.ts';
import type { Text, WireApi } from '../model.ts';
import { hasHole } from '../templates.ts';
import type { Wanted } from './wanted.ts';

/** `wire_api = "chat"` is gone from this version on (codex.md, section 4). */
const CHAT_REMOVED = '0.95.0';
const WRONG_WIRE: Text = { en: '{client} does not speak {wire}', zh: '{client} 不支持 {wire} 协议' };

/** What this version speaks, what it prefers first. */
export function wiresOf(client: Client, state: ClientState): readonly [WireApi, ...WireApi[]] {
  if (client.id === 'claude-code') return ['anthropic-messages'];
  return below(state.version, CHAT_REMOVED) ? ['openai-responses', 'openai-chat'] : ['openai-responses'];
}

/** @throws UserError (exit 2) for a protocol that the client does not speak. */
export function wireFor(client: Client, state: ClientState, wanted: WireApi | null): WireApi {
  const own = wiresOf(client, state);
  const wire = wanted ?? own[0];
  if (!own.includes(wire)) throw usageError(WRONG_WIRE, { client: client.name, wire });
  return wire;
}

/** Bases to try, the likeliest first; empty where the template has none for this wire API, or only ones with your own host in them. */
export function basesToTry(wanted: Wanted, wire: WireApi): readonly string[] {
  const roots = (wanted.template?.roots[wire] ?? []).map(({ url }) => url).filter((url) => !hasHole(url));
  if (wanted.baseUrl === null) return roots;
  const written = withoutQuery(wanted.baseUrl);
  const candidates = candidateBases(wanted.baseUrl, wire).map(({ baseUrl }) => baseUrl);
  const core = withoutEndpoint(written);
  const asMeant = wire === 'anthropic-messages' ? withoutV1(core) : core;
  return [...new Set([asMeant, ...candidates, core])];
}

/** Without the network: what the client's own documentation would write. */
export function likeliest(bases: readonly string[], wire: WireApi): string {
  const versioned = wire === 'anthropic-messages' ? undefined : bases.find(endsInVersion);
  return versioned ?? bases[0] ?? '';
}
