// Starts a client on a channel for this one session; no file of the user is written.

import { constants } from 'node:os';

import type { ChannelIntent, Client } from '../clients/client.ts';
import { clientById } from '../clients/index.ts';
import type { SessionStart } from '../clients/launch.ts';
import { SWITCHING } from '../clients/switching.ts';
import { type Context, has, timeoutMs } from '../context.ts';
import { gatherFacts } from '../detect.ts';
import { EXIT, type ExitStatus, UserError, usageError } from '../errors.ts';
import { detectOptions, templatesFor } from '../examine.ts';
import type { Ended } from '../host.ts';
import { say } from '../i18n/index.ts';
import { startSession } from '../launch/session.ts';
import type { Facts, Text } from '../model.ts';
import type { Send } from '../probe/session.ts';
import { chooseSaved, savedNamed } from '../setup/choose-saved.ts';
import { readKey } from '../setup/key.ts';
import { fetchKey, givesKey } from '../setup/key-source.ts';
import { propose } from '../setup/propose.ts';
import { modelsOf, savedIntent } from '../setup/saved-route.ts';
import { type Wanted, wantedFrom } from '../setup/wanted.ts';
import type { Template } from '../templates.ts';

const WHICH_CLIENT: Text = {
  en: 'Which client? channel-doctor run codex or channel-doctor run claude-code (cc), and behind -- what the client gets',
  zh: '要启动哪个客户端？例如 channel-doctor run codex 或 channel-doctor run claude-code（cc），客户端自己的参数写在 -- 之后',
};
const WHICH_CHANNEL: Text = {
  en: 'On which channel? Give --name NAME (see: channel-doctor use), --base-url URL or --provider ID',
  zh: '要使用哪个渠道？请给出 --name NAME（可用 channel-doctor use 查看）、--base-url URL 或 --provider ID',
};
const NOT_INSTALLED: Text = {
  en: '{client} is not installed: there is no {command} on PATH. To install it: npm install -g {package}',
  zh: '{client} 没有安装：PATH 中找不到 {command}。安装：npm install -g {package}',
};
const NOT_FOR: Text = {
  en: 'The channel {name} was not saved for {client}. To add it: channel-doctor init --name {name} --client {id}',
  zh: '渠道 {name} 没有为 {client} 保存过。要补上请运行：channel-doctor init --name {name} --client {id}',
};
const NO_START: Text = { en: '{client} could not be started ({code}): {path}', zh: '{client} 无法启动（{code}）：{path}' };
const DRY: Text = { en: 'Dry run: this would be started', zh: '演练模式：将会启动' };
const PRIVATE_FILE: Text = { en: 'a private file with {names}', zh: '私有临时文件，包含 {names}' };
const JSON_NEEDS_DRY: Text = {
  en: 'stdout belongs to the client here: --json goes with --dry-run alone. Flags for the client stand behind --',
  zh: '这里的标准输出属于客户端：--json 只能与 --dry-run 一起使用。给客户端的参数请写在 -- 之后',
};

const ALIASES: Readonly<Record<string, string>> = { cc: 'claude-code', claude: 'claude-code' };

function clientFrom({ given }: Context): Client {
  const [word = ''] = given.positionals;
  const client = clientById(ALIASES[word.toLowerCase()] ?? word.toLowerCase());
  if (!client) throw usageError(WHICH_CLIENT);
  return client;
}

interface Ground {
  readonly client: Client;
  readonly wanted: Wanted;
  readonly templates: readonly Template[];
  readonly facts: Facts;
  readonly send: Send | null;
}

/** A saved channel is known to work and started on at once; only the list of models is asked for. */
async function fromSaved(context: Context, name: string, { client, wanted, templates, facts, send }: Ground): Promise<ChannelIntent> {
  const channel = await savedNamed(context.host, name);
  const { secret } = givesKey(context) ? await readKey(context) : await fetchKey(context, channel);
  const model = wanted.model(client.id);
  const options = { channel, secret, templates, facts, send, timeoutMs: timeoutMs(context), model, smallModel: wanted.smallModel };
  const intent = savedIntent(client, options);
  if (!intent) throw usageError(NOT_FOR, { name, client: client.name, id: client.id });
  return client.id === 'claude-code' ? { ...intent, models: await modelsOf(client, intent, options) } : intent;
}

/** An address in any shape: what this client needs from it is found by asking it, as `init` does. */
async function fromFlags(context: Context, { client, wanted, templates, facts, send }: Ground): Promise<ChannelIntent> {
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const own: Wanted = { ...wanted, scope: 'user' };
  const { intent } = await propose(client, { wanted: own, key, facts, send, timeoutMs: timeoutMs(context), templates });
  return intent;
}

async function intentFor(context: Context, ground: Ground): Promise<ChannelIntent> {
  const { wanted } = ground;
  if (wanted.baseUrl !== null || wanted.template !== null) return fromFlags(context, ground);
  const name = wanted.name ?? (await chooseSaved(context));
  if (name === null) throw usageError(WHICH_CHANNEL);
  return fromSaved(context, name, ground);
}

/** What would be started, with every key masked. */
function preview(context: Context, client: Client, start: SessionStart, command: string): ExitStatus {
  const args = [...start.args, ...(context.given.passed ?? [])];
  const env = Object.fromEntries(Object.entries(start.env).map(([name, value]) => [name, value === null ? null : String(value)]));
  const settings = start.settings ? { ...start.settings.others, env: start.settings.env } : null;
  if (has(context, 'json')) {
    const base = { schema: 'channel-doctor/report@1', version: context.version, command: 'run', status: 'healthy' };
    const summary = { errors: 0, warnings: 0, infos: 0, fixed: 0 };
    context.out.document({
      ...base,
      clients: [],
      findings: [],
      changes: [],
      summary,
      start: { client: client.id, command, args, env, settings },
    });
    return EXIT.ok;
  }
  context.out.note(DRY);
  const lines = Object.entries(env).map(([name, value]) => (value === null ? `  unset ${name}\n` : `  ${name}=${value}\n`));
  const names = settings ? [...Object.keys(start.settings?.others ?? {}), ...Object.keys(start.settings?.env ?? {})] : [];
  const file = start.settings ? [start.settings.flag, `<${say(PRIVATE_FILE, context.lang, { names: names.join(', ') })}>`] : [];
  context.out.result(`${lines.join('')}  ${[command, ...file, ...args].join(' ')}\n`);
  return EXIT.ok;
}

const RAISED: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The client's own end is the end of this program, whatever number it is. */
function passOn({ host }: Context, { code, signal }: Ended): ExitStatus {
  if (signal === null) return (code ?? EXIT.findings) as ExitStatus;
  if (RAISED.includes(signal)) host.endBy(signal);
  return (128 + (constants.signals[signal] ?? 0)) as ExitStatus;
}

export async function run(context: Context): Promise<ExitStatus> {
  const client = clientFrom(context);
  if (has(context, 'json') && !has(context, 'dry-run')) throw usageError(JSON_NEEDS_DRY);
  const templates = await templatesFor(context);
  const wanted = wantedFrom(context, templates);
  const detect = await detectOptions(context, templates);
  const facts = await gatherFacts(context.host, detect);
  const installed = facts.installed[client.id];
  if (!installed)
    throw new UserError(EXIT.findings, NOT_INSTALLED, { client: client.name, command: client.command, package: client.npmPackage });
  const send = detect.offline ? null : (await import('../net/request.ts')).send;
  const intent = await intentFor(context, { client, wanted, templates, facts, send });
  const passed = context.given.passed ?? [];
  const { launch } = SWITCHING[client.id];
  const start = launch(intent, client.read(facts), { facts, args: passed, trustProject: has(context, 'trust-project') });
  if (has(context, 'dry-run')) return preview(context, client, start, installed.path);
  for (const { text, args } of start.notes) context.out.note(text, args);
  // What was meant for this program stays with it.
  const own = { ...start, env: { CHANNEL_DOCTOR_KEY: null, ...start.env } };
  const ended = await startSession(context.host, { command: installed.path, args: passed, cwd: detect.cwd }, own);
  if (ended.error) throw new UserError(EXIT.findings, NO_START, { client: client.name, code: ended.error, path: installed.path });
  return passOn(context, ended);
}
