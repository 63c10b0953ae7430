// The way every diagnosing command goes: detect, probe, diagnose.

import type { ClientState, Snapshot } from './clients/client.ts';
import { type Context, flagValue, has, namedClients, pathOf, timeoutMs } from './context.ts';
import { type DetectOptions, detect } from './detect.ts';
import { diagnose } from './diagnose.ts';
import { usageError } from './errors.ts';
import type { ClientId, Finding, Installed, Text, Valued } from './model.ts';
import type { Send } from './probe/session.ts';
import type { ClientEvidence, Evidence, Probed } from './probe/types.ts';
import type { Note } from './report/arbiter.ts';
import { verboseExchange } from './report/exchange.ts';
import type { Report } from './report/report.ts';
import type { Secret } from './secret.ts';
import { builtInTemplates, loadTemplates, type Template } from './templates.ts';

export interface Examined {
  readonly snapshot: Snapshot;
  readonly evidence: Evidence;
  readonly findings: readonly Finding[];
}

const NO_FOLDER: Text = { en: '--cwd takes a folder; {folder} is none', zh: '--cwd 需要一个已存在的文件夹，{folder} 不是' };

/** Without quirks and sources unless `inFull`. */
export async function templatesFor(context: Context, inFull = false): Promise<readonly Template[]> {
  const file = flagValue(context, 'template');
  return loadTemplates(
    context.host,
    file === null ? null : pathOf(context, file),
    inFull ? builtInTemplates(import.meta.url, true) : undefined,
    (broken) => context.out.error(broken.text, broken.args),
  );
}

export async function detectOptions(context: Context, templates: readonly Template[]): Promise<DetectOptions> {
  const cwd = flagValue(context, 'cwd');
  if (cwd !== null && (await context.host.files.read(pathOf(context, cwd))).state !== 'directory')
    throw usageError(NO_FOLDER, { folder: cwd });
  return {
    clients: namedClients(context),
    cwd: cwd === null ? context.host.cwd : pathOf(context, cwd),
    offline: has(context, 'offline') || has(context, 'dry-run'),
    trustProject: has(context, 'trust-project'),
    runHelpers: has(context, 'run-helpers'),
    templates,
  };
}

/** A variable that holds its own name holds no secret; masked, every mention of it would be unreadable. */
const isOwnName = ({ value, origin }: Valued<Secret>): boolean =>
  [origin.env, origin.path?.at(-1)].some((name) => name && value.equals(name));

/** The masker must know every credential of the configuration before the first word is printed. */
export function learnSecrets(context: Context, snapshot: Snapshot): void {
  for (const { channel } of snapshot.clients) {
    for (const { setting } of channel?.credentials ?? [])
      context.masker.learn(...[setting, ...setting.shadows].filter((written) => !isOwnName(written)).map(({ value }) => value));
  }
  for (const { output } of snapshot.facts.helpers.values()) context.masker.learn(output);
  context.masker.learn(...rememberedKeys(snapshot));
}

/** Ends of API keys that Claude Code was asked about: they stand in its state file, so a diff may show them. */
function rememberedKeys(snapshot: Snapshot): readonly string[] {
  const claude = snapshot.clients.find((state) => state.id === 'claude-code');
  const lists = ['approved', 'rejected'].map((list) => claude?.globalConfig.document?.at(['customApiKeyResponses', list])?.value);
  return lists.flatMap((list) => (Array.isArray(list) ? list.filter((entry): entry is string => typeof entry === 'string') : []));
}

export interface ProbeAllOptions {
  readonly only?: readonly ClientId[];
  /** Where earlier requests of this command share a time limit with these. */
  readonly send?: Send | null;
}

/** Probes all clients at the same time; offline the evidence is empty. */
export async function probeAll(context: Context, snapshot: Snapshot, { only, send }: ProbeAllOptions = {}): Promise<Evidence> {
  const states = snapshot.clients.filter(({ id }) => only?.includes(id) ?? true);
  if (states.length === 0 || snapshot.options.offline) return new Map();
  const [{ probeClient }, net] = await Promise.all([import('./probe/probe.ts'), import('./net/request.ts')]);
  const verbose = has(context, 'verbose');
  const onProbe = (probed: Probed): void => {
    if (verbose) context.out.plainNote(verboseExchange(probed));
  };
  const options = { send: send ?? net.send, timeoutMs: timeoutMs(context), random: (bytes: number) => context.host.random(bytes), onProbe };
  const probed = await Promise.all(states.map((state) => probeClient(state, snapshot, options)));
  const found = has(context, 'with-client')
    ? await Promise.all(states.map((state, index) => askItself(context, state, probed[index])))
    : probed;
  return new Map(found.map((evidence): [ClientId, ClientEvidence] => [evidence.client, evidence]));
}

/** `--with-client`: the installed client makes the request too, and decides. */
async function askItself(context: Context, state: ClientState, evidence: ClientEvidence | undefined): Promise<ClientEvidence> {
  if (!evidence) throw new TypeError(`${state.id} was not probed`);
  const [{ askClient }, { arbiterNote, askingNote }] = await Promise.all([import('./probe/with-client.ts'), import('./report/arbiter.ts')]);
  const tell = (note: Note | null): void => {
    if (note) context.out.note(note.text, note.args);
  };
  const onStart = ({ version }: Installed): void => tell(askingNote(state.client.name, version));
  const asked = await askClient(context.host, state, evidence, { timeoutMs: timeoutMs(context), onStart });
  tell(arbiterNote(asked, state.client));
  return asked;
}

const WAITING: Text = { en: 'Waiting for {hosts}, at most {s} s…', zh: '正在等待 {hosts} 的应答，最多 {s} 秒…' };
const LONG_MS = 2000;

/** Somebody who sits before a silent terminal is told what is awaited. */
async function withWord<T>(context: Context, { clients }: Snapshot, work: Promise<T>): Promise<T> {
  const addresses = clients.flatMap(({ channel }) => channel?.requestUrl ?? []).filter((url) => URL.canParse(url));
  const hosts = [...new Set(addresses.map((url) => new URL(url).host))].join(', ');
  const tell = (): void => context.out.note(WAITING, { hosts, s: Math.round(timeoutMs(context) / 1000) });
  const timer = context.host.terminal.stderrIsTerminal ? setTimeout(tell, LONG_MS) : undefined;
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

export async function examine(context: Context, options: DetectOptions): Promise<Examined> {
  const snapshot = await detect(context.host, options);
  learnSecrets(context, snapshot);
  const evidence = await withWord(context, snapshot, probeAll(context, snapshot));
  return { snapshot, evidence, findings: diagnose(snapshot, evidence) };
}

export const clientReports = ({ snapshot, evidence }: Pick<Examined, 'snapshot' | 'evidence'>): Report['clients'] =>
  snapshot.clients.map((state) => ({ state, evidence: evidence.get(state.id) ?? null }));
