// Which clients are set up, and where they can't be.

import type { Client } from '../clients/client.ts';
import { CLIENTS } from '../clients/index.ts';
import { below } from '../clients/version.ts';
import { type Context, namedClients } from '../context.ts';
import { usageError } from '../errors.ts';
import type { Facts, Text } from '../model.ts';
import type { Wanted } from './wanted.ts';

const NO_CLIENT: Text = {
  en: 'Neither codex nor claude is installed or configured here. Name the client to set up: --client codex, --client claude-code or both',
  zh: '这里既没有安装也没有配置 codex 或 claude。请指定要设置的客户端：--client codex、--client claude-code 或两者',
};
const CODEX_PROJECT: Text = {
  en: '--scope {scope} is not possible for Codex {version}: it takes no provider from a project file. Use --scope user',
  zh: 'Codex {version} 不支持 --scope {scope}：它不会从项目文件读取 provider。请使用 --scope user',
};

/** `.codex/config.toml` of a project sets no provider from this version on (codex.md, section 1). */
const CODEX_PROJECT_IGNORED = '0.130.0';

/** Those that are installed or configured. */
export const foundClients = (facts: Facts): readonly Client[] =>
  CLIENTS.filter((client) => facts.installed[client.id] !== null || client.read(facts).configured);

/** Those named, else those found. @throws UserError (exit 2) where there are none. */
export function chooseClients(context: Context, facts: Facts): readonly Client[] {
  const named = namedClients(context);
  const chosen = named ? CLIENTS.filter(({ id }) => named.includes(id)) : foundClients(facts);
  if (chosen.length === 0) throw usageError(NO_CLIENT);
  return chosen;
}

/** @throws UserError (exit 2) for a project file that Codex would ignore. */
export function refuseImpossibleScope(clients: readonly Client[], wanted: Wanted, facts: Facts): void {
  if (wanted.scope === 'user') return;
  const codex = clients.find(({ id }) => id === 'codex');
  const version = codex?.read(facts).version;
  if (version && (wanted.scope === 'local' || !below(version, CODEX_PROJECT_IGNORED)))
    throw usageError(CODEX_PROJECT, { scope: wanted.scope, version });
}
