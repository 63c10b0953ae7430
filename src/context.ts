// What every command gets: the machine, the parsed flags, and one masked way out.

import { isAbsolute, resolve } from 'node:path';

import { usageError } from './errors.ts';
import type { FlagName, Given } from './flags.ts';
import type { Host } from './host.ts';
import { say } from './i18n/index.ts';
import type { Masker } from './masking.ts';
import type { Args, ClientId, Lang, Text } from './model.ts';
import { typographyFor, wrap } from './report/paint.ts';
import { shortened, visible, visibleJson, visiblePainted } from './report/visible.ts';

export interface Context {
  readonly host: Host;
  readonly given: Given;
  readonly lang: Lang;
  readonly masker: Masker;
  readonly version: string;
  readonly out: Output;
}

export class Output {
  readonly #host: Host;
  readonly #masker: Masker;
  readonly #lang: Lang;
  readonly #json: boolean;
  readonly #quiet: boolean;
  readonly #typeset: (text: string) => string;

  constructor(host: Host, masker: Masker, lang: Lang, options: { json: boolean; quiet: boolean }) {
    this.#host = host;
    this.#masker = masker;
    this.#lang = lang;
    this.#json = options.json;
    this.#quiet = options.quiet;
    this.#typeset = typographyFor(host);
  }

  /** Results, on stdout; nothing with `--json`, where the document alone stands there. */
  result(text: string): void {
    if (!this.#json) this.#host.terminal.writeOut(visiblePainted(this.#typeset(this.#masker.text(text))));
  }

  document(value: unknown): void {
    this.#host.terminal.writeOut(`${visibleJson(JSON.stringify(this.#masker.data(value), null, 2))}\n`);
  }

  /** A result or document that the sources hold as it is: what looks like a key in it is an example. */
  page(text: string, document: unknown): void {
    this.#host.terminal.writeOut(this.#json ? `${JSON.stringify(document, null, 2)}\n` : this.#typeset(text));
  }

  /** Progress, questions and warnings, on stderr. */
  note(text: Text, args: Args = {}): void {
    if (!this.#quiet) this.error(text, args);
  }

  error(text: Text, args: Args = {}): void {
    const { stderrIsTerminal, columns } = this.#host.terminal;
    const said = shortened(visible(this.#typeset(this.#masker.text(say(text, this.#lang, args)))));
    this.#host.terminal.writeErr(`${stderrIsTerminal ? wrap(said, Math.max(20, columns - 1)).join('\n') : said}\n`);
  }

  /** Text that is already in the reader's language, on stderr. */
  plainNote(text: string): void {
    if (!this.#quiet) this.#host.terminal.writeErr(visible(this.#masker.text(text)));
  }
}

export const has = (context: Context, flag: FlagName): boolean => context.given.flags[flag] === true;

export function flagValue(context: Context, flag: FlagName): string | null {
  const value = context.given.flags[flag];
  return typeof value === 'string' ? value : null;
}

const CLIENT_IDS: readonly ClientId[] = ['codex', 'claude-code'];
const ALIASES: Readonly<Record<string, ClientId>> = { cc: 'claude-code', claude: 'claude-code' };
const BAD_CLIENT = {
  en: '--client takes codex, claude-code or both with a comma, not {value}',
  zh: '--client 只接受 codex、claude-code 或用逗号连接的两者，不能是 {value}',
};
const BAD_TIMEOUT = {
  en: '--timeout takes a whole number of milliseconds above 0, not {value}',
  zh: '--timeout 需要大于 0 的整数毫秒，不能是 {value}',
};
const DEFAULT_TIMEOUT_MS = 30_000;

/** The clients that `--client` names, null without the flag. */
export function namedClients(context: Context): readonly ClientId[] | null {
  const value = flagValue(context, 'client');
  if (value === null) return null;
  const ids = value.split(',').map((id) => ALIASES[id.trim()] ?? id.trim());
  const unknown = ids.find((id) => !CLIENT_IDS.some((known) => known === id));
  if (unknown !== undefined) throw usageError(BAD_CLIENT, { value: unknown || "''" });
  return CLIENT_IDS.filter((id) => ids.includes(id));
}

export function timeoutMs(context: Context): number {
  const value = flagValue(context, 'timeout');
  if (value === null) return DEFAULT_TIMEOUT_MS;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw usageError(BAD_TIMEOUT, { value });
  return Number(value);
}

/** A path from the command line: `~/` is the home, everything else counts from the current folder. */
export function pathOf(context: Context, value: string): string {
  const { home, cwd } = context.host;
  if (value === '~' || value.startsWith('~/')) return resolve(home, value.slice(2));
  return isAbsolute(value) ? resolve(value) : resolve(cwd, value);
}
