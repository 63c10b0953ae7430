// url/: without the wire a suspicion, with it a proof.

import { describe, expect, it } from 'vitest';

import type { Candidate, Evidence } from '../../../src/probe/types.ts';
import type { Rule } from '../../../src/rules/rule.ts';
import { URL_RULES } from '../../../src/rules/url/index.ts';
import {
  check,
  claude,
  claudeOf,
  codex,
  codexConfig,
  codexOf,
  expectDraft,
  fixed,
  probed,
  type Seen,
  seen,
  snapshotOf,
  textIn,
  type World,
} from '../world.ts';

const ruleOf = (name: string): Rule => {
  const rule = URL_RULES.find(({ id }) => id === `url/${name}`);
  if (!rule) throw new Error(`no rule url/${name}`);
  return rule;
};
const claudeAt = (base: string): World => claude({ ANTHROPIC_BASE_URL: base });
const codexAt = (base: string): World => codex(codexConfig(undefined, '', base));
const candidate = (baseUrl: string, how: Candidate['how']): Candidate => ({ baseUrl, how, proven: true, probed: probed({ baseUrl }) });

/** What all rules of the folder say, as `name severity`. */
const said = (world: World, evidence: Evidence = new Map()): string[] =>
  URL_RULES.flatMap((rule) => check(rule, world, evidence).map(({ severity = rule.severity }) => `${rule.id.slice(4)} ${severity}`)).filter(
    (line) => !line.endsWith(' info'),
  );

describe('offline', () => {
  it.each<[string, World, string[]]>([
    ['an invisible character', claudeAt('https://gw.example/api\u200b'), ['invisible-character error']],
    ['a blank inside', claudeAt('https://gw .example/api'), ['invalid error']],
    ['full-width punctuation', codexAt('https：//gw.example/v1'), ['invalid error']],
    ['the path of a request', claudeAt('https://gw.example/api/v1/messages'), ['full-endpoint warning']],
    ['a version segment for Claude Code', claudeAt('https://gw.example/v1'), ['v1-doubled warning']],
    ['two of them for Codex', codexAt('https://gw.example/v1/v1'), ['v1-doubled warning']],
    ['none for Codex', codexAt('https://gw.example'), ['v1-missing warning']],
    ['a query', codexAt('https://gw.example/v1?a=b'), ['query warning']],
    [
      'a slash, for the last Codex that keeps it',
      codexOf('0.50.0', codexConfig(undefined, '', 'https://gw.example/v1/')),
      ['trailing-slash warning'],
    ],
    [
      'several, for a Claude Code that takes one away',
      claudeOf('2.0.77', { ANTHROPIC_BASE_URL: 'https://gw.example/api//' }),
      ['trailing-slash warning'],
    ],
    ['no encryption', codexAt('http://gw.example/v1'), ['plain-http warning']],
    ['an Azure host without its path', codexAt('https://me.openai.azure.com/v1'), ['azure-shape warning']],
  ])('%s', (_, world, expected) => {
    expect(said(world)).toEqual(expected);
  });

  it.each<[string, World]>([
    ['the canonical forms', claudeAt('https://gw.example/api')],
    ['a version segment for Codex', codexAt('https://gw.example/v1')],
    ['a slash, for a newer Codex', codexAt('https://gw.example/v1/')],
    ['a slash, for the first Codex that trims it', codexOf('0.51.0', codexConfig(undefined, '', 'https://gw.example/v1/'))],
    ['a slash for Claude Code', claudeAt('https://gw.example/api/')],
    ['a slash for an old Claude Code', claudeOf('2.0.77', { ANTHROPIC_BASE_URL: 'https://gw.example/api/' })],
    ['several for a newer Claude Code', claudeAt('https://gw.example/api//')],
    ['plain http on loopback', claudeAt('http://127.0.0.1:3000')],
    ['plain http in a private range', codexAt('http://192.168.1.9:8000/v1')],
    ['another version segment', codexAt('https://gw.example/api/paas/v4')],
    ['an odd path', claudeAt('https://gw.example/a/b/c/anthropic')],
  ])('silent: %s', (_, world) => {
    expect(said(world)).toEqual([]);
  });
});

describe('with the wire', () => {
  const failed = (failure: string): Seen => ({ failure, speaks: false });

  it('an address that works is never wrong, however odd', () => {
    for (const base of ['https://gw.example/v1', 'https://gw.example/api/v1/messages', 'https://gw.example/api?x=y']) {
      expect(said(claudeAt(base), seen('claude-code', {}))).toEqual([]);
    }
    for (const base of ['https://gw.example', 'https://gw.example/v1/v1/']) expect(said(codexAt(base), seen('codex', {}))).toEqual([]);
  });

  it.each<[string, World, Candidate, 'codex' | 'claude-code']>([
    // Names without their area: url/trailing-slash has no executable case.
    ['v1-doubled', claudeAt('https://gw.example/v1'), candidate('https://gw.example', 'v1-removed'), 'claude-code'],
    ['v1-missing', codexAt('https://gw.example/api'), candidate('https://gw.example/api/v1', 'v1-added'), 'codex'],
    ['full-endpoint', codexAt('https://gw.example/v1/responses'), candidate('https://gw.example/v1', 'endpoint-cut'), 'codex'],
    ['trailing-slash', codexAt('https://gw.example/v1//'), candidate('https://gw.example/v1', 'slash-cut'), 'codex'],
    ['wrong-dialect', claudeAt('https://gw.example/openai'), candidate('https://gw.example/anthropic', 'template'), 'claude-code'],
    ['query', codexAt('https://gw.example/v1?a=b'), candidate('https://gw.example/v1', 'query-cut'), 'codex'],
  ])('%s: the proven base is offered, and is what the client then uses', (name, world, proven, client) => {
    const rule = ruleOf(name);
    const evidence = seen(client, failed('route/not-found'), { candidates: [proven] });
    expectDraft(rule, check(rule, world, evidence), { severity: 'error', safety: 'safe', client });
    const facts = fixed(world, check(rule, world, evidence));
    expect([...rule.check(snapshotOf(facts), seen(client, {}))]).toEqual([]);
    const file = client === 'codex' ? '/home/u/.codex/config.toml' : '/home/u/.claude/settings.json';
    expect(textIn(facts, file)).toContain(`"${proven.baseUrl}"`);
  });

  it('website: no address is known that would work', () => {
    const rule = ruleOf('website');
    expectDraft(rule, check(rule, claudeAt('https://gw.example/console'), seen('claude-code', failed('route/website'))), { safety: null });
  });

  it('says nothing of the address where something else failed', () => {
    for (const failure of ['auth/invalid-key', 'quota/exhausted', 'net/refused', 'model/not-found', 'server/error']) {
      expect(said(claudeAt('https://gw.example/v1'), seen('claude-code', { failure })), failure).toEqual([]);
    }
  });
});
