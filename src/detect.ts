// Reads everything that rules may need from the machine, once, and gives it its meaning.

import { type Client, type ClientState, helperId, type Snapshot } from './clients/client.ts';
import { CLIENTS } from './clients/index.ts';
import { installedVersion } from './clients/installed.ts';
import { gitFacts } from './git.ts';
import type { Host } from './host.ts';
import { ownFolders, readTrustedFiles } from './journal.ts';
import type { ClientId, Facts, FileFact, HelperResult, Installed } from './model.ts';
import { foldersOfClient, wrongPlaces } from './rules/file/wrong-places.ts';
import { Secret } from './secret.ts';
import { fishPartsFolder, readStartUpFiles, startUpPlaces } from './start-up.ts';
import type { Template } from './templates.ts';

export interface DetectOptions {
  readonly clients: readonly ClientId[] | null;
  readonly cwd: string;
  readonly offline: boolean;
  readonly trustProject: boolean;
  readonly runHelpers: boolean;
  readonly templates: readonly Template[];
}

/** What one file names may be another file: a profile, a certificate. Deeper chains do not exist. */
const MAX_ROUNDS = 4;
const HELPER_TIMEOUT_MS = 20_000;

async function installedClients(host: Host): Promise<Record<ClientId, Installed | null>> {
  const found = await Promise.all(
    CLIENTS.map(async (client) => [client.id, await installedVersion(host, client.command, client.npmPackage)] as const),
  );
  return Object.fromEntries(found) as Record<ClientId, Installed | null>;
}

/** Files and folders that some part of the diagnosis wants, given what is known so far. */
function wanted(facts: Facts): { files: ReadonlySet<string>; folders: ReadonlySet<string> } {
  const files = new Set<string>();
  const folders = new Set<string>([fishPartsFolder(facts)]);
  for (const client of CLIENTS) {
    const wants = client.wants(facts);
    for (const file of [...wants.files, ...wrongPlaces(facts, client.id)]) files.add(file);
    for (const folder of [...wants.folders, ...foldersOfClient(facts, client.id)]) folders.add(folder);
  }
  for (const { path } of startUpPlaces(facts, facts.folders.get(fishPartsFolder(facts)) ?? [])) files.add(path);
  if (facts.platform === 'linux' && facts.env.WSL_DISTRO_NAME) for (const path of windowsHomes(facts, folders)) files.add(path);
  return { files, folders };
}

/** Under WSL, the configurations in the Windows homes. */
function windowsHomes(facts: Facts, folders: Set<string>): readonly string[] {
  const users = '/mnt/c/Users';
  folders.add(users);
  return (facts.folders.get(users) ?? []).flatMap((name) => [
    `${users}/${name}/.codex/config.toml`,
    `${users}/${name}/.claude/settings.json`,
  ]);
}

const MIB = 1024 * 1024;

/** Larger than this it is no configuration, and what is made of it would cost many times its size. Claude Code keeps histories in its state file. */
function maxBytesOf(path: string, startUp: ReadonlySet<string>): number {
  if (path.endsWith('.claude.json')) return 16 * MIB;
  return startUp.has(path) || path.endsWith('.fish') ? MIB : 4 * MIB;
}

async function readWanted(host: Host, facts: Facts): Promise<Facts> {
  let known = facts;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const { files, folders } = wanted(known);
    const newFiles = [...files].filter((path) => !known.files.has(path));
    const newFolders = [...folders].filter((path) => !known.folders.has(path));
    if (newFiles.length + newFolders.length === 0) break;
    const startUp = new Set(startUpPlaces(known, []).map(({ path }) => path));
    const [read, listed] = await Promise.all([
      Promise.all(newFiles.map((path) => host.files.read(path, maxBytesOf(path, startUp)))),
      Promise.all(newFolders.map(async (path) => [path, await host.files.list(path)] as const)),
    ]);
    known = {
      ...known,
      files: new Map([...known.files, ...read.map((fact): [string, FileFact] => [fact.path, fact])]),
      folders: new Map([...known.folders, ...listed]),
    };
  }
  return known;
}

async function runKeyHelpers(host: Host, states: readonly ClientState[]): Promise<ReadonlyMap<string, HelperResult>> {
  const results = new Map<string, HelperResult>();
  for (const { keyHelper } of states) {
    if (!keyHelper || keyHelper.fromProject) continue;
    const options = { timeoutMs: HELPER_TIMEOUT_MS };
    const run = keyHelper.args ? host.exec(keyHelper.command, keyHelper.args, options) : host.shell(keyHelper.command, options);
    const { code, stdout, stderr } = await run;
    const output = stdout.trim();
    results.set(helperId(keyHelper), { code, output: output === '' ? null : new Secret(output), stderr });
  }
  return results;
}

export async function gatherFacts(host: Host, options: Pick<DetectOptions, 'cwd' | 'runHelpers'>): Promise<Facts> {
  const empty: Facts = {
    platform: host.platform,
    home: host.home,
    cwd: options.cwd,
    env: host.env,
    now: host.now(),
    files: new Map(),
    folders: new Map(),
    installed: { codex: null, 'claude-code': null },
    git: null,
    trustedFiles: new Map(),
    helpers: new Map(),
  };
  // Which files a version reads is known only then.
  const [installed, trustedFiles] = await Promise.all([installedClients(host), readTrustedFiles(host, ownFolders(host))]);
  const facts = await readWanted(host, { ...empty, installed, trustedFiles });
  const states = CLIENTS.map((client) => client.read(facts));
  const present = states.flatMap((state) =>
    state.layers.filter((layer) => layer.fact.state === 'file').map((layer) => layer.fact.realPath),
  );
  const [git, helpers] = await Promise.all([
    gitFacts(host, [...new Set(present)]),
    options.runHelpers ? runKeyHelpers(host, states) : Promise.resolve(new Map<string, HelperResult>()),
  ]);
  // The same facts where nothing came to them: what they mean is known already.
  return git === null && helpers.size === 0 ? facts : { ...facts, git, helpers };
}

const isChosen = (client: Client, state: ClientState, clients: readonly ClientId[] | null): boolean =>
  clients ? clients.includes(client.id) : state.configured || state.installed !== null;

/** Pure: the snapshot that follows from facts, also from facts as they would be after an edit. */
export function interpret(facts: Facts, options: Omit<DetectOptions, 'cwd'>): Snapshot {
  const states = CLIENTS.map((client) => ({ client, state: client.read(facts) }));
  return {
    facts,
    clients: states.filter(({ client, state }) => isChosen(client, state, options.clients)).map(({ state }) => state),
    templates: options.templates,
    startUp: readStartUpFiles(facts),
    options: { offline: options.offline, trustProject: options.trustProject, runHelpers: options.runHelpers },
  };
}

export async function detect(host: Host, options: DetectOptions): Promise<Snapshot> {
  return interpret(await gatherFacts(host, options), options);
}
