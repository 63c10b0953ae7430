import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import type { ChannelIntent } from '../../../src/clients/client.ts';
import type { Edit } from '../../../src/model.ts';
import { Secret } from '../../../src/secret.ts';
import { factsOf, HOME, type Home } from '../../helpers/facts.ts';
import { GATEWAY, KEY, NEWEST, SETTINGS, settings } from './homes.ts';

const intent: ChannelIntent = {
  baseUrl: GATEWAY,
  model: 'm-main',
  smallModel: null,
  key: { secret: new Secret(KEY) },
  header: 'bearer',
  wireApi: 'anthropic-messages',
  name: null,
  template: null,
  scope: 'user',
  models: null,
};
const DONE = { '~/.claude.json': '{"hasCompletedOnboarding":true}' };

function edits(version: string, home: Home, change: Partial<ChannelIntent> = {}): readonly Edit[] {
  const facts = factsOf({ ...home, installed: { 'claude-code': version } });
  return claudeCode.write({ ...intent, ...change }, claudeCode.read(facts), facts);
}

/** `file: path = value`, the home left out. */
const shown = (list: readonly Edit[]): string[] =>
  list.map((edit) => {
    const file = edit.file.replace(`${HOME}/`, '');
    if (edit.op !== 'set') return `${file}: ${edit.op}${'path' in edit ? ` ${edit.path.join('.')}` : ''}`;
    const value = edit.value instanceof Secret ? `<${edit.value.reveal()}>` : JSON.stringify(edit.value);
    return `${file}: ${edit.path.join('.')} = ${value}`;
  });

const S = '.claude/settings.json';
const CORE = [
  `${S}: env.ANTHROPIC_BASE_URL = "${GATEWAY}"`,
  `${S}: env.ANTHROPIC_AUTH_TOKEN = <${KEY}>`,
  `${S}: env.ANTHROPIC_MODEL = "m-main"`,
];

describe('write', () => {
  test('an empty home', () => {
    expect(shown(edits(NEWEST, {}))).toEqual([...CORE, '.claude.json: hasCompletedOnboarding = true']);
  });

  test('nothing to change, nothing to write', () => {
    const env = { ANTHROPIC_BASE_URL: GATEWAY, ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: 'm-main' };
    expect(edits(NEWEST, { files: { ...DONE, [SETTINGS]: settings(env) } })).toEqual([]);
  });

  test('a gateway that reads x-api-key only: the key is approved, a rejection is taken back', () => {
    const tail = KEY.slice(-20);
    const home = {
      files: { '~/.claude.json': JSON.stringify({ customApiKeyResponses: { approved: ['other'], rejected: [tail, 'more'] } }) },
    };
    expect(shown(edits(NEWEST, home, { header: 'x-api-key' }))).toEqual([
      CORE[0],
      `${S}: env.ANTHROPIC_API_KEY = <${KEY}>`,
      CORE[2],
      '.claude.json: hasCompletedOnboarding = true',
      `.claude.json: customApiKeyResponses.approved = ["other","${tail}"]`,
      '.claude.json: customApiKeyResponses.rejected = ["more"]',
    ]);
  });

  test.each<[string, Home]>([
    ['the shell', { files: DONE, env: { ANTHROPIC_API_KEY: 'old' } }],
    ['.claude.json', { files: { '~/.claude.json': '{"hasCompletedOnboarding":true,"env":{"ANTHROPIC_API_KEY":"old"}}' } }],
    ['the file itself', { files: { ...DONE, [SETTINGS]: settings({ ANTHROPIC_API_KEY: 'old' }) } }],
  ])('the other key in %s is emptied', (_, home) => {
    expect(shown(edits(NEWEST, home))).toEqual([CORE[0], CORE[1], `${S}: env.ANTHROPIC_API_KEY = ""`, CORE[2]]);
  });

  test('an empty one and one of a stronger layer are left alone', () => {
    expect(shown(edits(NEWEST, { files: DONE, env: { ANTHROPIC_API_KEY: '' } }))).toEqual(CORE);
    const local = { '~/project/.claude/settings.local.json': settings({ ANTHROPIC_API_KEY: 'x', CLAUDE_CODE_USE_BEDROCK: '1' }) };
    expect(shown(edits(NEWEST, { files: { ...DONE, ...local } }))).toEqual(CORE);
  });

  test.each([
    [NEWEST, { CLAUDE_CODE_USE_BEDROCK: '1' }, {}, ['CLAUDE_CODE_USE_BEDROCK']],
    [NEWEST, { CLAUDE_CODE_USE_VERTEX: '1', CLAUDE_CODE_USE_FOUNDRY: 'true' }, {}, ['CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_USE_FOUNDRY']],
    [NEWEST, {}, { CLAUDE_CODE_USE_BEDROCK: '1' }, ['CLAUDE_CODE_USE_BEDROCK']],
    [NEWEST, { CLAUDE_CODE_USE_BEDROCK: '1' }, { CLAUDE_CODE_USE_BEDROCK: '0' }, []],
    ['1.0.60', {}, { CLAUDE_CODE_USE_BEDROCK: '0' }, ['CLAUDE_CODE_USE_BEDROCK']],
  ])('cloud switches in %s: shell %j, file %j', (version, env, own, expected) => {
    const list = shown(edits(version, { env, files: { ...DONE, [SETTINGS]: settings(own) } }));
    expect(list).toEqual([...CORE, ...expected.map((name) => `${S}: env.${name} = ""`)]);
  });

  test.each<[string, Partial<ChannelIntent>, Record<string, string>, Record<string, string>]>([
    [NEWEST, { models: ['m-main'] }, {}, { OPUS: 'm-main', SONNET: 'm-main', HAIKU: 'm-main' }],
    [NEWEST, { models: ['m-main', 'm-small'], smallModel: 'm-small' }, {}, { OPUS: 'm-main', SONNET: 'm-main', HAIKU: 'm-small' }],
    [NEWEST, { models: ['m-main', 'claude-opus-5-5', 'claude-sonnet-5-5', 'claude-haiku-5-5'] }, {}, {}],
    [NEWEST, { models: null }, {}, {}],
    [NEWEST, { models: null, smallModel: 'm-small' }, {}, { HAIKU: 'm-small' }],
  ])('models of %s with %j', (version, change, env, expected) => {
    const list = shown(edits(version, { files: DONE, env }, change));
    const added = Object.entries(expected).map(([family, model]) => `${S}: env.ANTHROPIC_DEFAULT_${family}_MODEL = "${model}"`);
    expect(list).toEqual([...CORE, ...added]);
  });

  test('the small model of an old version, and stale ones of the shell', () => {
    expect(shown(edits('1.0.60', { files: DONE }, { models: ['m-main'] }))).toEqual([
      ...CORE,
      `${S}: env.ANTHROPIC_SMALL_FAST_MODEL = "m-main"`,
    ]);
    const env = { CLAUDE_CODE_SUBAGENT_MODEL: 'oldvendor', ANTHROPIC_DEFAULT_OPUS_MODEL: 'm-main' };
    const list = shown(edits(NEWEST, { files: DONE, env }, { models: ['m-main', 'claude-sonnet-5-5', 'claude-haiku-5-5'] }));
    expect(list).toEqual([...CORE, `${S}: env.CLAUDE_CODE_SUBAGENT_MODEL = "m-main"`]);
  });

  test('a project file never gets the key', () => {
    const list = shown(edits(NEWEST, { files: DONE, env: { ANTHROPIC_API_KEY: 'old' } }, { scope: 'project' }));
    expect(list).toEqual([
      `project/.claude/settings.json: env.ANTHROPIC_BASE_URL = "${GATEWAY}"`,
      'project/.claude/settings.json: env.ANTHROPIC_MODEL = "m-main"',
    ]);
  });

  test('the local file', () => {
    expect(shown(edits(NEWEST, { files: DONE }, { scope: 'local' }))).toEqual(
      CORE.map((line) => line.replace(S, 'project/.claude/settings.local.json')),
    );
  });

  test('CLAUDE_CONFIG_DIR', () => {
    const list = edits(NEWEST, { env: { CLAUDE_CONFIG_DIR: `${HOME}/cc` } });
    expect(new Set(list.map(({ file }) => file))).toEqual(new Set([`${HOME}/cc/settings.json`, `${HOME}/cc/.claude.json`]));
  });

  test('what this version would drop is mended first', () => {
    const withBom = { bytes: new TextEncoder().encode('\ufeff{"theme":"dark"}') };
    expect(shown(edits('2.0.0', { files: { ...DONE, [SETTINGS]: withBom } }))[0]).toBe(`${S}: remove-bom`);
    expect(shown(edits(NEWEST, { files: { ...DONE, [SETTINGS]: withBom } }))[0]).toBe(CORE[0]);
    expect(shown(edits('1.0.60', { files: { ...DONE, [SETTINGS]: '{"$schema":"x"}' } }))[0]).toBe(`${S}: remove $schema`);
    expect(shown(edits(NEWEST, { files: { ...DONE, [SETTINGS]: '{"$schema":"x"}' } }))[0]).toBe(CORE[0]);
  });

  test('further variables of a provider, unless the user has his own', () => {
    const template = {
      claudeEnv: { API_TIMEOUT_MS: '600000', ANTHROPIC_MODEL: 'other', CLOUD_ML_REGION: '{region}' },
    } as unknown as NonNullable<ChannelIntent['template']>;
    expect(shown(edits(NEWEST, { files: DONE }, { template }))).toEqual([...CORE, `${S}: env.API_TIMEOUT_MS = "600000"`]);
    expect(shown(edits(NEWEST, { files: { ...DONE, [SETTINGS]: settings({ API_TIMEOUT_MS: '5' }) } }, { template }))).toEqual(CORE);
  });

  test('a provider that wants the other key set and empty', () => {
    const template = { claudeEnv: { ANTHROPIC_API_KEY: '' } } as unknown as NonNullable<ChannelIntent['template']>;
    expect(shown(edits(NEWEST, { files: DONE }, { template }))).toEqual([...CORE, `${S}: env.ANTHROPIC_API_KEY = ""`]);
    expect(shown(edits(NEWEST, { files: DONE, env: { ANTHROPIC_API_KEY: 'old' } }, { template }))).toHaveLength(4);
    expect(shown(edits(NEWEST, { files: DONE }, { template, header: 'x-api-key' }))).not.toContain(`${S}: env.ANTHROPIC_API_KEY = ""`);
  });
});
