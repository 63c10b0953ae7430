import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import { bodyOf, channelHome, headersOf, NEWEST, read, SETTINGS, settings } from './homes.ts';

const asked = (version: string, env: Record<string, string>, more: Record<string, unknown> = {}) =>
  claudeCode.request(read(version, channelHome({}, { files: { [SETTINGS]: settings({ ANTHROPIC_AUTH_TOKEN: 'k', ...env }, more) } })))
    ?.model;

describe('the main model', () => {
  test.each([
    ['0.2.126', {}, {}, 'claude-3-7-sonnet-20250219'],
    ['1.0.128', {}, {}, 'claude-sonnet-4-20250514'],
    ['2.0.0', {}, {}, 'claude-sonnet-4-5-20250929'],
    ['2.1.0', {}, {}, 'claude-sonnet-4-5-20250929'],
    ['2.1.100', {}, {}, 'claude-sonnet-4-6'],
    ['2.1.200', {}, {}, 'claude-opus-4-8'],
    [NEWEST, {}, {}, 'claude-opus-5-5'],
    ['1.0.60', { ANTHROPIC_DEFAULT_SONNET_MODEL: 's', ANTHROPIC_DEFAULT_OPUS_MODEL: 'o' }, {}, 'claude-sonnet-4-20250514'],
    ['2.0.77', { ANTHROPIC_DEFAULT_SONNET_MODEL: 's', ANTHROPIC_DEFAULT_OPUS_MODEL: 'o' }, {}, 's'],
    ['2.1.100', { ANTHROPIC_DEFAULT_SONNET_MODEL: 's', ANTHROPIC_DEFAULT_OPUS_MODEL: 'o' }, {}, 's'],
    [NEWEST, { ANTHROPIC_DEFAULT_SONNET_MODEL: 's', ANTHROPIC_DEFAULT_OPUS_MODEL: 'o' }, {}, 'o'],
    [NEWEST, { ANTHROPIC_DEFAULT_MODEL: 'd' }, {}, 'd'],
    ['2.1.200', { ANTHROPIC_DEFAULT_MODEL: 'd' }, {}, 'claude-opus-4-8'],
    ['1.0.60', { ANTHROPIC_MODEL: 'GLM-4.6' }, {}, 'glm-4.6'],
    ['2.0.77', { ANTHROPIC_MODEL: 'GLM-4.6' }, {}, 'GLM-4.6'],
    [NEWEST, { ANTHROPIC_MODEL: 'm-main\n' }, {}, 'm-main'],
    [NEWEST, { ANTHROPIC_MODEL: '' }, {}, 'claude-opus-5-5'],
    [NEWEST, { ANTHROPIC_MODEL: 'm' }, { model: 'other' }, 'm'],
    [NEWEST, {}, { model: 'm-settings' }, 'm-settings'],
    ['2.0.77', {}, { model: 'm-settings' }, 'claude-sonnet-4-5-20250929'],
    ['1.0.60', { ANTHROPIC_MODEL: 'opus' }, {}, 'claude-opus-4-20250514'],
    ['1.0.60', { ANTHROPIC_MODEL: 'haiku' }, {}, 'haiku'],
    ['0.2.126', { ANTHROPIC_MODEL: 'opus' }, {}, 'opus'],
    [NEWEST, { ANTHROPIC_MODEL: 'opus', ANTHROPIC_DEFAULT_OPUS_MODEL: 'o' }, {}, 'o'],
    [NEWEST, { ANTHROPIC_MODEL: 'haiku', ANTHROPIC_SMALL_FAST_MODEL: 'x' }, {}, 'claude-haiku-5-5'],
    ['2.1.100', { ANTHROPIC_MODEL: 'haiku' }, {}, 'claude-haiku-4-5-20251001'],
    ['2.1.200', { ANTHROPIC_MODEL: 'fable', ANTHROPIC_DEFAULT_FABLE_MODEL: 'f' }, {}, 'f'],
    ['2.1.100', { ANTHROPIC_MODEL: 'fable', ANTHROPIC_DEFAULT_FABLE_MODEL: 'f' }, {}, 'fable'],
    ['1.0.60', { ANTHROPIC_MODEL: 'm[1m]' }, {}, 'm[1m]'],
    [NEWEST, { ANTHROPIC_MODEL: 'm[1m]' }, {}, 'm'],
    [NEWEST, { ANTHROPIC_MODEL: 'constructor' }, {}, 'constructor'],
  ])('%s %j %j → %s', (version, env, more, expected) => {
    expect(asked(version, env, more)).toBe(expected);
  });

  test('a project’s model survives the first start of 2.0.77, and so does the user’s after the migration', () => {
    const home = (file: string, state: string) => channelHome({}, { files: { [file]: '{"model":"kept"}', '~/.claude.json': state } });
    const withoutModel = settings({ ANTHROPIC_AUTH_TOKEN: 'k' });
    const project = home('~/project/.claude/settings.json', '{}');
    expect(claudeCode.request(read('2.0.77', { ...project, files: { ...project.files, [SETTINGS]: withoutModel } }))?.model).toBe('kept');
    const user = {
      files: {
        [SETTINGS]: settings({ ANTHROPIC_AUTH_TOKEN: 'k' }, { model: 'kept' }),
        '~/.claude.json': '{"sonnet45MigrationComplete":true}',
      },
    };
    expect(claudeCode.request(read('2.0.77', user))?.model).toBe('kept');
  });

  test('`model` of the settings is shadowed by the variable', () => {
    const { channel } = read(NEWEST, {
      files: { [SETTINGS]: settings({ ANTHROPIC_MODEL: 'a' }, { model: 'b' }) },
      env: { ANTHROPIC_MODEL: 'c' },
    });
    expect([channel?.model?.value, ...(channel?.model?.shadows.map(({ value }) => value) ?? [])]).toEqual(['a', 'c', 'b']);
  });

  test('[1m] asks for the long context by a beta', () => {
    const state = read(NEWEST, channelHome({ ANTHROPIC_MODEL: 'm[1m]' }));
    expect(headersOf(state)?.['anthropic-beta']).toMatch(/,context-1m-2025-08-07$/);
    expect(state.channel?.models[0]?.setting.value).toBe('m[1m]');
  });
});

describe('all models', () => {
  const uses = (version: string, env: Record<string, string>) =>
    read(version, channelHome(env)).channel?.models.map(({ role, setting }) => [role, setting.value]);
  const all = {
    ANTHROPIC_SMALL_FAST_MODEL: 'sf',
    ANTHROPIC_DEFAULT_OPUS_MODEL: 'o',
    ANTHROPIC_DEFAULT_SONNET_MODEL: 's',
    ANTHROPIC_DEFAULT_HAIKU_MODEL: 'h',
    CLAUDE_CODE_SUBAGENT_MODEL: 'sub',
  };
  const main = ['main', 'm-main'];
  test.each([
    ['0.2.126', {}, [main, ['small', 'claude-3-5-haiku-20241022']]],
    ['1.0.60', all, [main, ['small', 'sf'], ['sub-agent', 'sub']]],
    ['2.0.77', {}, [main, ['small', 'claude-haiku-4-5-20251001']]],
    ['2.0.77', all, [main, ['small', 'sf'], ['haiku', 'h'], ['sonnet', 's'], ['opus', 'o'], ['sub-agent', 'sub']]],
    ['2.1.0', { ANTHROPIC_DEFAULT_HAIKU_MODEL: 'h' }, [main, ['small', 'h']]],
    ['2.1.50', {}, [main]],
    [NEWEST, {}, [main]],
    [NEWEST, all, [main, ['haiku', 'h'], ['sonnet', 's'], ['opus', 'o'], ['sub-agent', 'sub']]],
    [NEWEST, { ANTHROPIC_DEFAULT_OPUS_MODEL: 'm-main', CLAUDE_CODE_SUBAGENT_MODEL: '' }, [main]],
    [NEWEST, { CLAUDE_CODE_SUBAGENT_MODEL: 'sonnet', ANTHROPIC_DEFAULT_SONNET_MODEL: 'm-main' }, [main]],
  ])('%s %j', (version, env, expected) => {
    expect(uses(version, env)).toEqual(expected);
  });

  test('the small model is asked as the client asks it: 512 tokens, no tools', () => {
    const body = bodyOf(read('1.0.60', channelHome({ ANTHROPIC_SMALL_FAST_MODEL: 'sf' })), { model: 'sf' });
    expect(body).toMatchObject({ model: 'sf', max_tokens: 512, stream: true });
    expect(body).not.toHaveProperty('tools');
  });
});
