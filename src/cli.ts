// argv → command → exit status. The only place that ends the process, and the only catch-all.

import type { CommandInfo } from './commands/command.ts';
import { COMMANDS } from './commands/index.ts';
import { type Context, namedClients, Output, timeoutMs } from './context.ts';
import { EXIT, type ExitStatus, UserError, usageError } from './errors.ts';
import { FLAGS, type FlagName, type FlagSpec, type Given, parseFlags, SHARED } from './flags.ts';
import { commandHelp, mainHelp } from './help.ts';
import type { Host } from './host.ts';
import { chooseLanguage, say, suggestion } from './i18n/index.ts';
import { Masker } from './masking.ts';
import type { Lang } from './model.ts';
import { nodeHost } from './node-host.ts';
import { visible } from './report/visible.ts';
import { nearestName } from './rules/nearest-name.ts';
import { VERSION } from './version.ts';
import { untilWritten } from './writing.ts';

const NO_COMMAND = { en: 'There is no command {command}{hint}. Commands: {known}', zh: '没有 {command} 这个命令{hint}。可用命令：{known}' };
const TOO_MANY = {
  en: '{command} takes no argument {argument}. See: channel-doctor {command} --help',
  zh: '{command} 不接受参数 {argument}。请看：channel-doctor {command} --help',
};
const BAD_LANG = { en: '--lang takes en or zh, not {value}', zh: '--lang 只接受 en 或 zh，不能是 {value}' };
const BUG = {
  en: 'channel-doctor {version} hit a defect of its own on {platform}, Node {node}: {detail}\nPlease report it. Nothing was left half written.',
  zh: 'channel-doctor {version} 自身出现缺陷（{platform}，Node {node}）：{detail}\n请反馈给我们。没有留下写了一半的文件。',
};

const systemLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

function languageFor(host: Host, argv: readonly string[]): Lang {
  const index = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='));
  const word = index < 0 ? undefined : argv[index];
  const value = word?.includes('=') ? word.slice('--lang='.length) : index < 0 ? undefined : argv[index + 1];
  return value === 'en' || value === 'zh' ? value : chooseLanguage(host.env, systemLocale);
}

const specs: readonly [string, FlagSpec][] = Object.entries(FLAGS);

/** `--client`, `-u`: flags whose value is the next word. */
const takesNextWord = (word: string | undefined): boolean =>
  specs.some(([name, { short, value }]) => value !== undefined && (word === `--${name}` || (short !== undefined && word === `-${short}`)));

/** The first word that is neither a flag nor the value of one; flags may stand before the command. */
function splitCommand(argv: readonly string[]): { name: string | null; rest: readonly string[] } {
  const index = argv.findIndex((word, at) => !word.startsWith('-') && !takesNextWord(argv[at - 1]));
  const name = argv[index];
  return name === undefined ? { name: null, rest: argv } : { name, rest: [...argv.slice(0, index), ...argv.slice(index + 1)] };
}

function noCommand(name: string): UserError {
  const names = COMMANDS.map((known) => known.name);
  const close = nearestName(name, names, 2);
  return usageError(NO_COMMAND, { command: name.slice(0, 60), hint: suggestion(close), known: names.join(', ') });
}

function contextOf(given: Given, host: Host, lang: Lang, masker: Masker): Context {
  const out = new Output(host, masker, lang, { json: given.flags.json === true, quiet: given.flags.quiet === true });
  return { host, given, lang, masker, version: VERSION, out };
}

/** Null where nobody can be asked. */
async function commandFromMenu(given: Given, host: Host, lang: Lang, masker: Masker): Promise<CommandInfo | null> {
  const { stdinIsTerminal, stderrIsTerminal } = host.terminal;
  if (!stdinIsTerminal || !stderrIsTerminal || given.flags.json === true) return null;
  const { askForCommand } = await import('./commands/menu.ts');
  return askForCommand(contextOf(given, host, lang, masker));
}

async function runCommand(command: CommandInfo, given: Given, host: Host, lang: Lang, masker: Masker): Promise<ExitStatus> {
  const context = contextOf(given, host, lang, masker);
  const unexpected = given.positionals[command.maxPositionals];
  if (unexpected !== undefined) throw usageError(TOO_MANY, { command: command.name, argument: unexpected.slice(0, 60) });
  // Bad values are wrong usage, also of flags that this run would not come to use.
  namedClients(context);
  timeoutMs(context);
  return (await command.load()).run(context);
}

/** The whole program, but for the process itself. */
export async function main(argv: readonly string[], host: Host): Promise<ExitStatus> {
  const masker = new Masker();
  // Behind `--` stand another program's words.
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  const lang = languageFor(host, own);
  const fail = (text: string): void => host.terminal.writeErr(`${visible(masker.text(text))}\n`);
  const { name, rest } = splitCommand(argv);
  const command = COMMANDS.find((known) => known.name === name);
  try {
    if (name !== null && !command) throw noCommand(name);
    const known: readonly FlagName[] = [...SHARED, ...(command?.flags ?? [])];
    const given = parseFlags(rest, known, command?.name ?? '', command?.passesOn);
    if (typeof given.flags.lang === 'string' && !['en', 'zh'].includes(given.flags.lang))
      throw usageError(BAD_LANG, { value: given.flags.lang });
    if (given.flags.version === true) {
      host.terminal.writeOut(`${VERSION}\n`);
      return EXIT.ok;
    }
    if (given.flags.help === true) {
      const { stdoutIsTerminal, columns } = host.terminal;
      const page = { lang, columns: stdoutIsTerminal ? columns : Number.POSITIVE_INFINITY };
      host.terminal.writeOut(command ? commandHelp(command, page) : mainHelp(page));
      return EXIT.ok;
    }
    const chosen = command ?? (await commandFromMenu(given, host, lang, masker));
    if (!chosen) {
      const { stderrIsTerminal, columns } = host.terminal;
      host.terminal.writeErr(mainHelp({ lang, columns: stderrIsTerminal ? columns : Number.POSITIVE_INFINITY }));
      return EXIT.usage;
    }
    return await runCommand(chosen, given, host, lang, masker);
  } catch (error) {
    if (error instanceof UserError) {
      if (command && own.includes('--json')) {
        const { failedReport } = await import('./report/failed.ts');
        const json = new Output(host, masker, lang, { json: true, quiet: false });
        json.document(failedReport(command.name, error, VERSION, lang));
      }
      fail(say(error.text, lang, error.args));
      return error.exit;
    }
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    fail(say(BUG, lang, { version: VERSION, platform: host.platform, node: process.version, detail }));
    return EXIT.findings;
  }
}

/** Runs the program on this process. */
export async function start(): Promise<void> {
  process.on('SIGINT', () => void untilWritten().then(() => process.exit(EXIT.interrupted)));
  const host = nodeHost();
  // Meant for the client under test. It has no influence on our own connections, but Node would warn at each of them.
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.exitCode = await main(process.argv.slice(2), host);
  // Requests that were under way would keep the process until they end.
  if (process.exitCode === EXIT.interrupted) process.exit(EXIT.interrupted);
}
