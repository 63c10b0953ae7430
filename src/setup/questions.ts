// What a terminal is asked when no flag says it.

import { meantBase } from '../base-url.ts';
import type { Context } from '../context.ts';
import type { ClientId, Text } from '../model.ts';
import type { Template } from '../templates.ts';
import type { Wanted } from './wanted.ts';

const WHERE: Text = { en: 'Gateway address (any shape), or a provider’s name', zh: '网关地址（任何写法都可以），或服务商名称' };
const NEITHER: Text = {
  en: 'Neither an address nor a known provider; try https://gateway.example',
  zh: '既不是地址也不是已知服务商；可以写成 https://gateway.example',
};
const CLIENTS: Text = { en: 'Which client should be set up?', zh: '要设置哪个客户端？' };
const BOTH: Text = { en: 'both', zh: '两者都设置' };

const canAsk = ({ host }: Context): boolean => host.terminal.stdinIsTerminal && host.terminal.stderrIsTerminal;

const byName = (templates: readonly Template[], answer: string): Template | undefined =>
  templates.find(({ id, name }) => [id, name.toLowerCase()].includes(answer.trim().toLowerCase()));

/** Null where nobody can be asked. */
export async function askForAddress(context: Context, wanted: Wanted, templates: readonly Template[]): Promise<Wanted | null> {
  if (!canAsk(context)) return null;
  const { askText } = await import('../prompts.ts');
  const isAddress = (answer: string): boolean => /[.:]/.test(answer) && meantBase(answer) !== null;
  const answer = await askText(
    WHERE[context.lang],
    (value) => byName(templates, value) !== undefined || isAddress(value) || NEITHER[context.lang],
  );
  const template = byName(templates, answer);
  return template ? { ...wanted, template } : { ...wanted, baseUrl: meantBase(answer) };
}

export async function askForClients(context: Context): Promise<readonly ClientId[] | null> {
  if (!canAsk(context)) return null;
  const { askChoice } = await import('../prompts.ts');
  const chosen = await askChoice<ClientId | 'both'>(CLIENTS[context.lang], [
    { name: 'Codex', value: 'codex' },
    { name: 'Claude Code', value: 'claude-code' },
    { name: BOTH[context.lang], value: 'both' },
  ]);
  return chosen === 'both' ? ['codex', 'claude-code'] : [chosen];
}
