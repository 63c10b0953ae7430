import { describe, expect, it } from 'vitest';

import { HOME, type Home } from '../../helpers/facts.ts';
import { config, GATEWAY, KEY, read, readConfig } from './homes.ts';

const OTHER = 'https://other.example/v1';
const trust = `[projects."${HOME}/project"]\ntrust_level = "trusted"\n`;

describe('the base URL', () => {
  it.each<[what: string, version: string, text: string, home: Home, url: string | null]>([
    ['own provider', '0.8.0', config(), {}, `${GATEWAY}/responses`],
    ['chat by default', '0.94.0', config().replace('wire_api = "responses"\n', ''), {}, `${GATEWAY}/chat/completions`],
    ['responses by default', '0.95.0', config().replace('wire_api = "responses"\n', ''), {}, `${GATEWAY}/responses`],
    ['variable', '0.118.0', 'model = "m"\n', { env: { OPENAI_BASE_URL: OTHER } }, `${OTHER}/responses`],
    ['variable ignored', '0.120.0', 'model = "m"\n', { env: { OPENAI_BASE_URL: OTHER } }, 'https://api.openai.com/v1/responses'],
    ['key ignored', '0.113.0', `openai_base_url = "${GATEWAY}"\n`, {}, 'https://api.openai.com/v1/responses'],
    ['key', '0.115.0', `openai_base_url = "${GATEWAY}"\n`, { env: { OPENAI_BASE_URL: OTHER } }, `${GATEWAY}/responses`],
    ['no base_url', '0.171.0', 'model_provider = "x"\n[model_providers.x]\nname = "x"\n', {}, 'https://api.openai.com/v1/responses'],
    [
      'table of a built-in name',
      '0.105.0',
      config().replaceAll('gw"', 'openai"').replace('.gw]', '.openai]'),
      {},
      'https://api.openai.com/v1/responses',
    ],
    ['local built-in', '0.171.0', 'model_provider = "ollama"\n', {}, 'http://localhost:11434/v1/responses'],
    ['oss is free', '0.171.0', config().replaceAll('"gw"', '"oss"').replace('.gw]', '.oss]'), {}, `${GATEWAY}/responses`],
    ['query', '0.171.0', config('query_params = { v = "1" }'), {}, `${GATEWAY}/responses?v=1`],
  ])('%s [%s]', (_, version, text, home, url) => {
    const state = readConfig(version, text, home);
    expect(state.stops).toEqual([]);
    expect(state.channel?.requestUrl).toBe(url);
  });

  it('says where it stands and what it beats', () => {
    const state = readConfig('0.115.0', `openai_base_url = "${GATEWAY}"\n`, { env: { OPENAI_BASE_URL: OTHER } });
    expect(state.channel?.baseUrl).toMatchObject({
      value: GATEWAY,
      origin: { scope: 'user', file: `${HOME}/.codex/config.toml`, line: 1, key: 'openai_base_url' },
      shadows: [{ value: OTHER, origin: { scope: 'env', env: 'OPENAI_BASE_URL' } }],
    });
  });
});

describe('layers', () => {
  const project = (text: string): NonNullable<Home['files']> => ({ '~/project/.codex/config.toml': text });
  const redirect = config('env_key = "GW_API_KEY"', '', OTHER);

  it.each<[what: string, version: string, user: string, base: string]>([
    ['not read', '0.63.0', config(), GATEWAY],
    ['read untrusted', '0.80.0', config(), OTHER],
    ['untrusted', '0.92.0', config(), GATEWAY],
    ['trusted', '0.120.0', config() + trust, OTHER],
    ['provider denied', '0.130.0', config() + trust, GATEWAY],
  ])('project: %s [%s]', (_, version, user, base) => {
    const state = readConfig(version, user, { files: project(redirect) });
    expect(state.channel?.baseUrl?.value).toBe(base);
    if (base === OTHER) expect(state.channel?.baseUrl).toMatchObject({ origin: { scope: 'project' }, shadows: [{ value: GATEWAY }] });
  });

  it('lets a trusted project choose the model, also below a trusted work tree', () => {
    const git = { root: HOME, tracked: new Set<string>(), ignored: new Set<string>() };
    const home = { files: project('model = "p"\n'), git };
    expect(readConfig('0.171.0', config() + trust, home).channel?.model?.value).toBe('p');
    expect(readConfig('0.171.0', `${config()}[projects."${HOME}"]\ntrust_level = "trusted"\n`, home).projectTrusted).toBe(true);
    expect(readConfig('0.171.0', config(), home).layers.find(({ scope }) => scope === 'project')).toMatchObject({
      inEffect: false,
      ignoredBecause: 'untrusted',
    });
  });

  it('does not take the home folder for a project', () => {
    expect(readConfig('0.171.0', config(), { cwd: '~/' }).layers.filter(({ scope }) => scope === 'project')).toHaveLength(0);
  });

  it.each([
    ['0.23.0', 'm-main'],
    ['0.50.0', 'managed'],
    ['0.171.0', 'managed'],
  ])('managed settings [%s]', (version, model) => {
    const files = { '/etc/codex/managed_config.toml': 'model = "managed"\n' };
    expect(readConfig(version, config(), { files }).channel?.model?.value).toBe(model);
  });

  it.each([
    ['0.50.0', false],
    ['0.80.0', true],
  ])('system settings fill gaps [%s]', (version, counts) => {
    const state = read(version, { files: { '/etc/codex/config.toml': config(), '~/.codex/config.toml': 'model = "mine"\n' } });
    expect(state.channel?.model?.value).toBe('mine');
    expect(state.channel?.provider).toBe(counts ? 'gw' : 'openai');
  });

  it('merges one provider over several files', () => {
    const files = {
      '/etc/codex/config.toml': config('', '', OTHER),
      '~/.codex/config.toml': '[model_providers.gw]\nexperimental_bearer_token = "k"\n',
    };
    const state = read('0.171.0', { files });
    expect(state.providers).toHaveLength(1);
    expect(state.provider?.layer.scope).toBe('user');
    expect(state.channel?.baseUrl).toMatchObject({ value: OTHER, origin: { scope: 'system' } });
  });

  it('obeys a legacy profile up to 0.133', () => {
    const text = `profile = "work"\n${config().replace('model_provider = "gw"\n', '')}[profiles.work]\nmodel_provider = "gw"\n`;
    expect(readConfig('0.133.0', text).channel).toMatchObject({ provider: 'gw', requestUrl: `${GATEWAY}/responses` });
    expect(readConfig('0.133.0', text).providerId?.origin).toMatchObject({ scope: 'profile', key: 'profiles.work.model_provider' });
    expect(readConfig('0.134.0', text)).toMatchObject({
      profile: { value: 'work' },
      stops: [{ kind: 'legacy-profile', origin: { line: 1 } }],
    });
  });

  it('shows files of the first Codex without using them', () => {
    const state = read('0.171.0', { files: { '~/.codex/config.json': '{"provider":"x"}', '~/.codex/config.yaml': 'provider: x' } });
    expect(state.configured).toBe(true);
    expect(state.layers.filter(({ ignoredBecause }) => ignoredBecause === 'version').map(({ file }) => file)).toEqual([
      `${HOME}/.codex/config.json`,
      `${HOME}/.codex/config.yaml`,
    ]);
  });

  it('finds its folder by CODEX_HOME', () => {
    const files = { '/cx/config.toml': config() };
    expect(read('0.171.0', { files, env: { CODEX_HOME: '/cx' } })).toMatchObject({ home: '/cx', channel: { provider: 'gw' }, stops: [] });
  });
});

describe('~/.codex/.env', () => {
  const home = (version: string, dotenv: string, env: Record<string, string> = {}) =>
    readConfig(version, config(), { env, files: { '~/.codex/.env': dotenv } });

  it.each([
    ['0.8.0', 'GW_API_KEY=file\n', 'env', undefined],
    ['0.20.0', 'GW_API_KEY=file\n', 'env', 'file'],
    ['0.23.0', 'GW_API_KEY=file\n', 'file', 'env'],
  ])('[%s]', (version, dotenv, winner, shadow) => {
    const variable = home(version, dotenv, { GW_API_KEY: 'env' }).variable('GW_API_KEY');
    expect(variable?.value).toBe(winner);
    expect(variable?.shadows[0]?.value).toBe(shadow);
  });

  it('gives no CODEX_ names', () => {
    const state = home('0.171.0', `CODEX_API_KEY=x\nGW_API_KEY=${KEY}\n`);
    expect(state.variable('CODEX_API_KEY')).toBeNull();
    expect(state.variableNames).not.toContain('CODEX_API_KEY');
    expect(state.variable('GW_API_KEY')?.origin).toMatchObject({
      scope: 'dotenv',
      file: `${HOME}/.codex/.env`,
      line: 2,
      env: 'GW_API_KEY',
    });
  });

  it('expands variables, and lets the last of a name count', () => {
    const state = home('0.171.0', 'GW_API_KEY=first\nGW_API_KEY=sk-$PART\n', { PART: 'x' });
    expect(state.variable('GW_API_KEY')?.value).toBe('sk-x');
    expect(home('0.20.0', 'A=first\nA=second\n').variable('A')?.value).toBe('first');
  });

  it('loses its first name to a byte order mark', () => {
    expect(home('0.171.0', `\ufeffGW_API_KEY=${KEY}\n`).unsetKeyVariable?.value).toBe('GW_API_KEY');
  });
});

describe('what is not there', () => {
  it('has no channel', () => {
    expect(read('0.171.0', {})).toMatchObject({ configured: false, channel: null, stops: [] });
    expect(read(null, {})).toMatchObject({ version: '0.171.0', versionBasis: 'assumed', installed: null });
    expect(read('0.200.0', {}).versionBasis).toBe('newer-than-known');
  });

  it('does not call the file of a project a configuration', () => {
    expect(read('0.171.0', { files: { '~/project/.codex/config.toml': 'model = "x"\n' } }).configured).toBe(false);
  });

  it('uses the default model of the version', () => {
    expect(readConfig('0.50.0', '[tui]\n').channel?.model).toMatchObject({ value: 'gpt-5-codex', origin: { scope: 'default' } });
  });
});
