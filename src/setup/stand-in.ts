// A client that stands in for a channel given by flags, on a machine with nothing on it but the way out to the network.

import type { Client } from '../clients/client.ts';
import { CLIENTS } from '../clients/index.ts';
import type { Context } from '../context.ts';
import type { ClientId, Facts, WireApi } from '../model.ts';

/** The newest client that speaks a wire API stands in for it; Codex spoke chat up to 0.94 (codex.md, section 4). */
const SPEAKER: Readonly<Record<WireApi, { readonly id: ClientId; readonly version?: string }>> = {
  'anthropic-messages': { id: 'claude-code' },
  'openai-responses': { id: 'codex' },
  'openai-chat': { id: 'codex', version: '0.94.0' },
};

/** Facts of that machine. */
export function emptyFacts(context: Context, id: ClientId, version: string): Facts {
  const { host } = context;
  const network = /^(https?_proxy|all_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|home|userprofile|path)$/i;
  const env = Object.fromEntries(Object.entries(host.env).filter(([name]) => network.test(name)));
  const installed = { codex: null, 'claude-code': null, [id]: { version, path: id } };
  const nothing = { files: new Map(), folders: new Map(), git: null, trustedFiles: new Map(), helpers: new Map() };
  return { platform: host.platform, home: host.home, cwd: host.cwd, env, now: host.now(), installed, ...nothing };
}

/** One for each wire API that may be meant. */
export function speakers(
  wire: WireApi | null,
  named: readonly ClientId[] | null,
): readonly { client: Client; version: string; wire: WireApi }[] {
  const wires: readonly WireApi[] = wire ? [wire] : ['openai-responses', 'anthropic-messages'];
  return wires.flatMap((api) => {
    const { id, version } = SPEAKER[api];
    const client = CLIENTS.find((known) => known.id === id);
    return client && (named === null || named.includes(id)) ? [{ client, version: version ?? client.newestKnownVersion, wire: api }] : [];
  });
}
