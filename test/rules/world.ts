// A literal home, what its clients are, and what a rule says of it: for table tests of rules.

import { expect } from 'vitest';
import type { Snapshot } from '../../src/clients/client.ts';
import { CLIENTS } from '../../src/clients/index.ts';
import { holesOf } from '../../src/i18n/index.ts';
import type { ClientId, Edit, Facts, ModelUse, Setting, Severity, WireApi } from '../../src/model.ts';
import { factsAfter, planEdits } from '../../src/plan.ts';
import type { ClientEvidence, Evidence, Probed } from '../../src/probe/types.ts';
import { type Draft, type Rule, wordsOf } from '../../src/rules/rule.ts';
import { readStartUpFiles } from '../../src/start-up.ts';
import type { Phase, StreamEvent } from '../../src/wire/types.ts';
import { factsOf, type Home } from '../helpers/facts.ts';

export const KEY = 'sk-test-0123456789abcdef';
export const CLAUDE = '2.1.332';
export const CODEX = '0.171.0';

export interface World extends Home {
  readonly facts?: Partial<Facts>;
  readonly options?: Partial<Snapshot['options']>;
}

/** Only clients that are configured or installed, as `check` takes them. */
export function snapshotOf(facts: Facts, options: World['options'] = {}): Snapshot {
  return {
    facts,
    clients: CLIENTS.map((client) => client.read(facts)).filter((state) => state.configured || state.installed !== null),
    templates: [],
    startUp: readStartUpFiles(facts),
    options: { offline: false, trustProject: false, runHelpers: false, ...options },
  };
}

export const worldFacts = (world: World): Facts => ({ ...factsOf(world), ...world.facts });
export const snapshot = (world: World): Snapshot => snapshotOf(worldFacts(world), world.options);

export const check = (rule: Rule, world: World, evidence: Evidence = new Map()): readonly Draft[] => [
  ...rule.check(snapshot(world), evidence),
];

const MARKS = {
  dns: 1,
  tcp: 2,
  proxy: null,
  tls: null,
  sent: 3,
  headers: 10,
  firstEvent: 12,
  firstToken: 14,
  firstVisible: 14,
  lastToken: 15,
  end: 16,
};

export interface Seen {
  /** Absent: it worked. */
  readonly failure?: string;
  readonly speaks?: boolean;
  readonly status?: number | null;
  readonly phase?: Phase;
  readonly baseUrl?: string;
  readonly wireApi?: WireApi;
  readonly firstToken?: number;
  readonly events?: readonly number[];
}

export function probed(seen: Seen = {}): Probed {
  const {
    failure,
    speaks = failure === undefined,
    status = failure === undefined ? 200 : 404,
    phase,
    baseUrl = 'https://gw.example',
    wireApi = 'anthropic-messages',
  } = seen;
  const events = (seen.events ?? []).map((at): StreamEvent => ({ at, event: null, data: '{}' }));
  return {
    purpose: 'faithful',
    note: '',
    baseUrl,
    wireApi,
    trace: {
      request: { method: 'POST', url: baseUrl, headers: [], body: null, wireApi, model: null, stream: true },
      viaProxy: false,
      marks: { ...MARKS, firstToken: failure === undefined ? (seen.firstToken ?? MARKS.firstToken) : null },
      status: phase === undefined ? status : null,
      headers: {},
      body: '',
      bodyBytes: 0,
      bodyCut: false,
      events,
      reading: null,
      error: phase === undefined ? null : { phase, code: 'X', detail: '' },
      receivedAt: null,
    },
    outcome: { ok: failure === undefined, speaks, failure: failure === undefined ? null : { id: failure, severity: 'error', args: {} } },
  };
}

export function seen(client: ClientId, faithful: Seen | null, more: Partial<ClientEvidence> = {}): Evidence {
  const evidence: ClientEvidence = {
    client,
    faithful: faithful && probed(faithful),
    notSent: null,
    otherModels: [],
    candidates: [],
    otherHeader: null,
    otherWires: [],
    noKey: null,
    inventedKey: null,
    smallBody: null,
    parts: [],
    direct: null,
    websocket: null,
    shadowed: [],
    models: null,
    all: [],
    ...more,
  };
  return new Map([[client, evidence]]);
}

/** Every value that loses works or fails as told. */
export function shadowedIn(world: World, client: ClientId, works: boolean): ClientEvidence['shadowed'] {
  const channel = snapshot(world).clients.find(({ id }) => id === client)?.channel;
  const settings: ['baseUrl' | 'credential', Setting<unknown>][] = [
    ...(channel?.baseUrl ? [['baseUrl', channel.baseUrl] as ['baseUrl', Setting<unknown>]] : []),
    ...(channel?.credentials ?? []).map(({ setting }): ['credential', Setting<unknown>] => ['credential', setting]),
  ];
  return settings.flatMap(([what, setting]) =>
    setting.shadows.map((_, index) => ({ what, setting, index, probed: probed(works ? {} : { failure: 'auth/invalid-key' }) })),
  );
}

/** The further models of this world, each served or not. */
export function modelsIn(world: World, served: (use: ModelUse) => boolean): ClientEvidence['otherModels'] {
  const channel = snapshot(world).clients.find(({ id }) => id === 'claude-code')?.channel;
  return (channel?.models ?? []).slice(1).map((use) => ({ use, probed: probed(served(use) ? {} : { failure: 'model/no-channel' }) }));
}

export interface Expected {
  readonly severity?: Severity;
  readonly client?: ClientId;
  readonly variant?: string;
  readonly safety?: 'safe' | 'unsafe' | null;
  readonly origin?: object;
  readonly args?: object;
}

/** One draft as expected; every argument its sentences take is given; no key in any of them. */
export function expectDraft(rule: Rule, drafts: readonly Draft[], expected: Expected): Draft {
  expect(drafts.map(({ origin, variant }) => ({ origin, variant }))).toHaveLength(1);
  const [draft] = drafts as [Draft];
  const { severity = rule.severity, safety, ...rest } = expected;
  expect(draft.severity ?? rule.severity).toBe(severity);
  expect(draft).toMatchObject(rest);
  if (safety !== undefined) expect(draft.fix?.safety ?? null).toBe(safety);
  if (draft.variant !== undefined) expect(rule.variants).toHaveProperty([draft.variant]);
  const { title, why, advice, ofClient } = wordsOf(rule, draft.variant);
  const besides = draft.client ? Object.values(ofClient?.[draft.client] ?? {}) : [];
  for (const { en } of [title, why, advice, ...besides]) {
    for (const hole of holesOf(en)) expect(draft.args ?? {}).toHaveProperty(hole);
  }
  expect(JSON.stringify(draft.args ?? {})).not.toContain(KEY);
  return draft;
}

/** The facts after the edits; fails the test where one of them is refused. */
export function fixed(world: World, drafts: readonly Draft[]): Facts {
  const facts = worldFacts(world);
  const edits: Edit[] = drafts.flatMap(({ fix }) => fix?.edits ?? []);
  const plan = planEdits(edits, facts);
  expect(plan.refusals).toEqual([]);
  expect(plan.files.length + plan.folders.length).toBeGreaterThan(0);
  return factsAfter(facts, plan);
}

export const textIn = (facts: Facts, path: string): string => new TextDecoder().decode(facts.files.get(path)?.bytes ?? new Uint8Array());

/** The fix is applied and the rule has nothing more to say. */
export function expectConverges(rule: Rule, world: World, evidence: Evidence = new Map()): Facts {
  const after = fixed(world, check(rule, world, evidence));
  const again = [...rule.check(snapshotOf(after, world.options), evidence)];
  expect(again.filter(({ severity }) => (severity ?? rule.severity) !== 'info')).toEqual([]);
  return after;
}

export const claudeSettings = (env: Readonly<Record<string, string>> = {}, more: object = {}): string =>
  JSON.stringify(
    { ...more, env: { ANTHROPIC_BASE_URL: 'https://gw.example/api', ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: 'm-main', ...env } },
    null,
    2,
  );

/** A healthy Claude Code, with further variables in its settings. */
export const claude = (env: Readonly<Record<string, string>> = {}, more: World = {}): World => ({
  installed: { 'claude-code': CLAUDE },
  ...more,
  files: { '~/.claude/settings.json': claudeSettings(env), '~/.claude.json': '{\n  "hasCompletedOnboarding": true\n}\n', ...more.files },
});

export const codexConfig = (table = 'env_key = "GW_API_KEY"', root = '', base = 'https://gw.example/v1'): string =>
  `model = "m-main"\nmodel_provider = "gw"\n${root}\n[model_providers.gw]\nname = "gw" # mine\nbase_url = "${base}"\nwire_api = "responses"\n${table}\n`;

/** A healthy Codex, or one with another config.toml. */
export const codex = (config: string = codexConfig(), more: World = {}): World => ({
  installed: { codex: CODEX },
  ...more,
  files: { '~/.codex/config.toml': config, ...more.files },
  env: { GW_API_KEY: KEY, ...more.env },
});

export const codexOf = (version: string, config?: string, more: World = {}): World =>
  codex(config, { ...more, installed: { codex: version } });
export const claudeOf = (version: string, env: Readonly<Record<string, string>> = {}, more: World = {}): World =>
  claude(env, { ...more, installed: { 'claude-code': version } });

export const login = (more: object = {}): string =>
  JSON.stringify(
    { OPENAI_API_KEY: null, tokens: { id_token: 'x.y.z', access_token: 'chatgpt-access-token-0001', refresh_token: 'r' }, ...more },
    null,
    2,
  );
