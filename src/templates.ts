// Provider templates: data about known gateways.

import { basename, dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError, usageError } from './errors.ts';
import type { FileSystem, Host } from './host.ts';
import type { CredentialKind, Text, WireApi } from './model.ts';

export { hasHole } from './templates/address.ts';
export { foreignKeyOwner, type KeyOwner, ownersOfKey, type PlanMismatch, planMismatch, vendorOf, vendorOfKey } from './templates/keys.ts';
export {
  closestMatches,
  type Fit,
  matchesOfUrl,
  rootOfOtherDialect,
  rootsFor,
  type TemplateMatch,
  templateForUrl,
} from './templates/match.ts';
export { searchTemplates } from './templates/search.ts';

export interface TemplateRoot {
  /** The base URL as the client that speaks this wire API wants it. */
  readonly url: string;
  /** documented, from peers' presets, or inferred (probe before trusting). */
  readonly confidence: 'documented' | 'preset' | 'inferred';
  readonly header: CredentialKind | null;
  /** Lower-case name of the header, with `header: 'header'`. */
  readonly headerName?: string;
  /** Models worth proposing, best first. */
  readonly models: readonly string[];
  readonly smallModel?: string;
}

export interface TemplateKey {
  readonly prefixes: readonly string[];
  /** What keys usually look like; one that does not match is no proof of anything. */
  readonly pattern: string | null;
  readonly console: string | null;
  /** Takes keys of other vendors: a gateway in front of one, a local server. */
  readonly anyVendor?: boolean;
}

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly kind: 'official' | 'relay' | 'gateway' | 'local' | 'plan' | 'cloud';
  readonly region: string;
  /** Per wire API; never derived from one another. Several where a plan or region has its own. May hold holes: `https://{host}/v1`. */
  readonly roots: Readonly<Partial<Record<WireApi, readonly TemplateRoot[]>>>;
  readonly key: TemplateKey;
  /** Template ids of the same vendor's other plans (pay as you go, subscription). */
  readonly siblings: readonly string[];
  /** Claude Code variables that this provider needs. Values may hold holes: `{region}`. */
  readonly claudeEnv: Readonly<Record<string, string>>;
  /** In English; `quirkTexts` has both languages. */
  readonly quirks: readonly string[];
  readonly sources: readonly string[];
  readonly quirkTexts?: readonly Text[];
  readonly nameZh?: string;
  /** The company, where several templates are of one. */
  readonly vendor?: string;
  /** Models that exist on this plan alone, so that asking for one tells which plan the user has. */
  readonly planModels?: readonly string[];
  /** The terms admit coding agents only: no bare probes beyond the one that stands for the client. */
  readonly agentsOnly?: boolean;
  /** Place in lists, lower first; 100 where not said. */
  readonly rank?: number;
}

/** The part of the host that loading needs. */
export interface Reading extends Pick<Host, 'home' | 'env'> {
  readonly files: Pick<FileSystem, 'read' | 'list'>;
}
const MAX_OWN_FILES = 500;

/**
 * Where the built-in templates are: beside a bundle in dist/ one file (made by scripts/pack-templates.mjs; one read instead of one per provider),
 * else the folder of TOML files of the package. The one file leaves out quirks and sources, which only people read; `inFull` is the folder.
 */
export function builtInTemplates(moduleUrl: string = import.meta.url, inFull = false): string {
  const folder = dirname(fileURLToPath(moduleUrl));
  return basename(folder) === 'dist' && !inFull ? join(folder, 'templates.json') : join(folder, '..', 'templates');
}

/** The folder of the user's own templates. */
export function ownTemplateFolder(host: Pick<Host, 'home' | 'env'>): string {
  const configured = host.env.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(configured) ? configured : join(host.home, '.config'), 'channel-doctor', 'templates');
}

/**
 * Built-in templates and the user's own, which replace built-in ones of the same id, and the one of `--template FILE` before all; by rank, then id.
 * A file of the user's folder that can't be used is left out and handed to `onBroken`: it must not stop a check.
 * Throws a UserError (exit 2) where `file` can't be used.
 */
export async function loadTemplates(
  host: Reading,
  file: string | null = null,
  builtIn: string = builtInTemplates(),
  onBroken: (error: UserError) => void = () => {},
): Promise<Template[]> {
  const byId = new Map<string, Template>();
  const own = await readFolder(host, ownTemplateFolder(host));
  for (const item of [...(await readBuiltIn(host, builtIn)), ...own]) {
    if (item instanceof UserError) onBroken(item);
    else byId.set(item.id, item);
  }
  const sorted = [...byId.values()].sort((a, b) => (a.rank ?? 100) - (b.rank ?? 100) || (a.id < b.id ? -1 : 1));
  if (file === null) return sorted;
  const named = await readTemplateFile(host, file);
  return [named, ...sorted.filter(({ id }) => id !== named.id)];
}

/** The template of `--template FILE`. Throws a UserError (exit 2) where it can't be read or used. */
export async function readTemplateFile(host: Reading, path: string): Promise<Template> {
  const template = await readOne(host, path);
  if (template instanceof UserError) throw template;
  return template;
}

async function readFolder(host: Reading, folder: string): Promise<readonly (Template | UserError)[]> {
  const names = (await host.files.list(folder)).filter((name) => name.endsWith('.toml')).slice(0, MAX_OWN_FILES);
  return Promise.all(names.map((name) => readOne(host, join(folder, name))));
}

async function readOne(host: Reading, path: string): Promise<Template | UserError> {
  const text = await readText(host, path);
  if (text instanceof UserError) return text;
  // Most people have no templates of their own.
  const { parseTemplate } = await import('./templates/parse.ts');
  return parseTemplate(text, path);
}

/** The packed file was checked when it was made and is replaced with the program; where it is not there, the TOML files of the package are read. */
async function readBuiltIn(host: Reading, builtIn: string): Promise<readonly (Template | UserError)[]> {
  if (!builtIn.endsWith('.json')) return readFolder(host, builtIn);
  const { bytes } = await host.files.read(builtIn);
  if (bytes === null) return readFolder(host, join(dirname(builtIn), '..', 'templates'));
  return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) as readonly Template[];
}

async function readText(host: Reading, path: string): Promise<string | UserError> {
  const fact = await host.files.read(path);
  if (fact.bytes !== null) return new TextDecoder().decode(fact.bytes);
  const text = {
    en: "The template {file} can't be read ({state}). Check the path and its permissions.",
    zh: '读不了模板文件 {file}（{state}）。请检查路径和权限。',
  };
  return usageError(text, { file: path, state: fact.code ?? fact.state });
}
