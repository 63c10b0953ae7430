// provider/: undefined, reserved-id, no-name, wire-api-chat, wire-api-unknown, in-project-file.

import { describe, expect, test } from 'vitest';
import { rule as inProjectFile } from '../../../src/rules/provider/in-project-file.ts';
import { rule as noName } from '../../../src/rules/provider/no-name.ts';
import { rule as reservedId } from '../../../src/rules/provider/reserved-id.ts';
import { rule as undefinedProvider } from '../../../src/rules/provider/undefined.ts';
import { rule as wireApiChat } from '../../../src/rules/provider/wire-api-chat.ts';
import { rule as wireApiUnknown } from '../../../src/rules/provider/wire-api-unknown.ts';
import { check, codex, codexConfig, codexOf, expectConverges, expectDraft, probed, seen, textIn } from '../world.ts';

const FILE = '/home/u/.codex/config.toml';
const table = (id: string, more = 'name = "x"'): string => `[model_providers.${id}]\n${more}\nbase_url = "https://gw.example/v1"\n`;
const select = (id: string, tables: string): string => `model_provider = "${id}" # chosen\n\n${tables}`;

describe('provider/undefined', () => {
  test.each([
    ['no table at all', select('custom', ''), { variant: 'none', origin: { file: FILE, line: 1, key: 'model_provider' }, safety: null }],
    ['only the case differs', select('GW', table('gw')), { variant: 'near', args: { near: 'gw' }, safety: 'safe' }],
    ['a slip', select('taotokn', table('taotoken')), { variant: 'near', args: { near: 'taotoken' }, safety: 'unsafe' }],
    ['nothing is near', select('other', table('gw')), { args: { defined: 'gw' }, safety: null }],
    ['two differ only in case', select('GW', table('gw') + table('Gw')), { safety: null }],
  ] as const)('%s', (_, config, expected) => {
    expectDraft(undefinedProvider, check(undefinedProvider, codex(config)), expected);
  });
  test.each([
    ['defined', codexConfig()],
    ['built in', 'model_provider = "openai"\n'],
    ['a local built-in', 'model_provider = "ollama"\n'],
    ['capitals with a table of that name', select('OpenAI', table('OpenAI'))],
    ['a dot that split the name', select('my.relay', table('my.relay'))],
    ['a file that does not parse', 'model_provider = "x\n'],
    ['none named', 'model = "m"\n'],
  ])('silent: %s', (_, config) => {
    expect(check(undefinedProvider, codex(config))).toEqual([]);
  });
  test('the fix keeps the comment', () => {
    const after = expectConverges(undefinedProvider, codex(select('GW', table('gw'))));
    expect(textIn(after, FILE)).toContain('model_provider = "gw" # chosen');
  });
});

describe('provider/reserved-id', () => {
  test.each([
    ['selected', '0.171.0', select('openai', table('openai')), {}],
    ['not selected', '0.115.0', `${codexConfig()}\n${table('ollama')}`, {}],
    ['ignored by an older one', '0.113.0', select('openai', table('openai')), { variant: 'ignored' }],
    ['ignored, and the default', '0.113.0', table('openai'), { variant: 'ignored' }],
  ] as const)('%s', (_, version, config, expected) => {
    const world = codexOf(version, config);
    expectDraft(reservedId, check(reservedId, world), { ...expected, safety: 'safe' });
    expectConverges(reservedId, world);
  });
  test.each([
    ['a longer name', '0.171.0', select('openai-custom', table('openai-custom'))],
    ['other case', '0.171.0', select('OpenAI', table('OpenAI'))],
    ['ignored and not selected', '0.113.0', `${codexConfig()}\n${table('openai')}`],
    ['free in this version', '0.50.0', select('ollama', table('ollama'))],
    ['the account of Bedrock', '0.171.0', `${codexConfig()}\n[model_providers.amazon-bedrock.aws]\nprofile = "p"\n`],
  ] as const)('silent: %s', (_, version, config) => {
    expect(check(reservedId, codexOf(version, config))).toEqual([]);
  });
  test('renames table and selection together, also where nothing selected it', () => {
    const chosen = expectConverges(reservedId, codex(select('openai', table('openai'))));
    expect(textIn(chosen, FILE)).toContain('[model_providers.openai-custom]');
    expect(textIn(chosen, FILE)).toContain('model_provider = "openai-custom" # chosen');
    const implied = expectConverges(reservedId, codex(table('openai')));
    expect(textIn(implied, FILE)).toContain('model_provider = "openai-custom"');
  });
});

describe('provider/no-name', () => {
  test.each([
    ['no name', table('gw', 'env_key = "K"')],
    ['an empty one', table('gw', 'name = "  "')],
    ['an orphan sub-table', '[model_providers.gw.http_headers]\nx-a = "1"\n'],
    ['not selected', `${codexConfig()}\n${table('other', 'env_key = "K"')}`],
  ])('%s', (_, config) => {
    const world = codex(config);
    expectDraft(noName, check(noName, world), { safety: 'safe' });
    expectConverges(noName, world);
  });
  test.each([
    ['named', codexConfig()],
    ['one name split by a dot', table('my.relay')],
    ['a wrong type is another rule', table('gw', 'name = 5')],
    ['a reserved id is another rule', table('openai', 'env_key = "K"')],
  ])('silent: %s', (_, config) => {
    expect(check(noName, codex(config))).toEqual([]);
  });
});

const chat = (table_: string): string => table_.replace('wire_api = "responses"', 'wire_api = "chat"');

describe('provider/wire-api-chat', () => {
  const unselected = `${codexConfig()}\n${table('old', 'name = "old"\nwire_api = "chat"')}`;
  test('selected: no fix without proof', () => {
    const drafts = check(wireApiChat, codex(chat(codexConfig())));
    expectDraft(wireApiChat, drafts, { safety: null, origin: { file: FILE, key: 'model_providers.gw.wire_api' } });
  });
  test('selected, and /responses works at this base', () => {
    const world = codex(chat(codexConfig()));
    const works = probed({ wireApi: 'openai-responses', baseUrl: 'https://gw.example/v1' });
    const wire = seen('codex', null, { otherWires: [works] });
    expectDraft(wireApiChat, check(wireApiChat, world, wire), { variant: 'proven', safety: 'safe' });
    expectConverges(wireApiChat, world, wire);
  });
  test('not selected', () => {
    expectDraft(wireApiChat, check(wireApiChat, codex(unselected)), { variant: 'unselected', safety: 'safe' });
    expectConverges(wireApiChat, codex(unselected));
  });
  test.each([
    ['a version that speaks it', codexOf('0.94.0', chat(codexConfig()))],
    ['responses', codex()],
    ['a comment', codex(`# wire_api = "chat"\n${codexConfig()}`)],
  ])('silent: %s', (_, world) => {
    expect(check(wireApiChat, world)).toEqual([]);
  });
});

describe('provider/wire-api-unknown', () => {
  test.each(['anthropic', 'Responses', 'messages', 'responses_websocket'])('%s', (value) => {
    const world = codex(codexConfig().replace('"responses"', `"${value}"`));
    expectDraft(wireApiUnknown, check(wireApiUnknown, world), { safety: 'safe', args: { value } });
    expectConverges(wireApiUnknown, world);
  });
  test.each([
    ['responses', codex()],
    ['chat is another rule', codex(chat(codexConfig()))],
    ['known for a while', codexOf('0.92.0', codexConfig().replace('"responses"', '"responses_websocket"'))],
    ['absent', codex(table('gw'))],
  ])('silent: %s', (_, world) => {
    expect(check(wireApiUnknown, world)).toEqual([]);
  });
});

describe('provider/in-project-file', () => {
  const project = '~/project/.codex/config.toml';
  const trusted = `${codexConfig()}\n[projects."/home/u/project"]\ntrust_level = "trusted"\n`;
  const inProject = (text: string, version = '0.171.0', own = trusted) => codexOf(version, own, { files: { [project]: text } });
  test('provider keys', () => {
    const world = inProject(codexConfig());
    expectDraft(inProjectFile, check(inProjectFile, world), { args: { keys: 'model_provider, model_providers' }, safety: 'unsafe' });
    const after = expectConverges(inProjectFile, world);
    expect(textIn(after, '/home/u/project/.codex/config.toml')).toContain('model = "m-main"');
    expect(textIn(after, FILE)).toBe(trusted);
  });
  test('carries over what the user’s file lacks', () => {
    const world = inProject('openai_base_url = "https://gw.example/v1"\n', '0.171.0', 'model = "m"\n');
    const after = expectConverges(inProjectFile, world);
    expect(textIn(after, FILE)).toContain('openai_base_url = "https://gw.example/v1"');
  });
  test.each([
    ['obeyed by 0.120', inProject(codexConfig(), '0.120.0')],
    ['no provider key', inProject('model = "m"\napproval_policy = "on-request"\n')],
    ['no file', codex()],
  ])('silent: %s', (_, world) => {
    expect(check(inProjectFile, world)).toEqual([]);
  });
});
