// Runs one command without a terminal and without a process: what it would print as JSON comes back.

import type { CommandInfo } from '../commands/command.ts';
import { namedClients, Output, timeoutMs } from '../context.ts';
import { UserError } from '../errors.ts';
import type { FlagName } from '../flags.ts';
import type { Host, Terminal } from '../host.ts';
import { chooseLanguage, say } from '../i18n/index.ts';
import { Masker } from '../masking.ts';
import { nodeHost } from '../node-host.ts';
import { VERSION } from '../version.ts';
import { ChannelDoctorError } from './error.ts';
import type { ChannelOptions, CommonOptions } from './options.ts';

type Command = Awaited<ReturnType<CommandInfo['load']>>;
export type Flags = Partial<Record<FlagName, string | boolean | number | undefined>>;

interface Captured extends Terminal {
  readonly document: () => string;
}

/** Nobody is at it. Standard input is the key, where one was given. */
function silentTerminal(key: string | undefined, onNote: CommonOptions['onNote']): Captured {
  let printed = '';
  return {
    stdinIsTerminal: false,
    stdoutIsTerminal: false,
    stderrIsTerminal: false,
    columns: 80,
    rows: 24,
    writeOut: (text) => {
      printed += text;
    },
    writeErr: (text) => {
      for (const line of text.split('\n')) if (line !== '') onNote?.(line);
    },
    readStdin: async () => key ?? '',
    async *stdinPieces() {},
    openKeyboard: () => ({ close: () => {} }),
    document: () => printed,
  };
}

const commonFlags = (options: CommonOptions): Flags => ({
  json: true,
  yes: true,
  client: options.clients?.join(','),
  cwd: options.cwd,
  offline: options.offline,
  timeout: options.timeoutMs,
  'trust-project': options.trustProject,
  'run-helpers': options.runHelpers,
  'with-client': options.withClient,
});

export const channelFlags = (options: ChannelOptions): Flags => ({
  'base-url': options.baseUrl,
  provider: options.provider,
  template: options.template,
  model: options.model,
  'small-model': options.smallModel,
  wire: options.wire,
  'key-stdin': options.key !== undefined,
  'key-env': options.keyEnv,
  'key-file': options.keyFile,
  'key-command': options.keyCommand,
});

/** As the command line would hand them over: a switch that is off is not there. */
const givenFlags = (flags: Flags): Partial<Record<FlagName, string | boolean>> =>
  Object.fromEntries(
    Object.entries(flags).flatMap(([name, value]) =>
      value === undefined || value === false ? [] : [[name, value === true ? true : String(value)]],
    ),
  );

function language(options: CommonOptions, host: Host): 'en' | 'zh' {
  return options.lang ?? chooseLanguage(host.env, () => Intl.DateTimeFormat().resolvedOptions().locale);
}

/** @throws ChannelDoctorError where the program would end with 2 or 3 and no report of what it found. */
export async function runForReport<T>(
  load: () => Promise<Command>,
  options: CommonOptions & { readonly key?: string },
  own: Flags,
): Promise<T> {
  const terminal = silentTerminal(options.key, options.onNote);
  const host = nodeHost({ ...(options.env ? { env: options.env } : {}), terminal });
  const masker = new Masker();
  masker.learn(options.key);
  const lang = language(options, host);
  const given = { flags: givenFlags({ ...commonFlags(options), ...own }), positionals: [] };
  const out = new Output(host, masker, lang, { json: true, quiet: false });
  const context = { host, given, lang, masker, version: VERSION, out };
  try {
    namedClients(context);
    timeoutMs(context);
    await (await load()).run(context);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new ChannelDoctorError(masker.text(say(error.text, lang, error.args)), error.exit);
  }
  return JSON.parse(terminal.document()) as T;
}
