// Starting a client on a channel for one session: what it is given, that nothing of the user's is written, and how it ends.

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../../src/cli.ts';
import { nodeHost } from '../../src/node-host.ts';
import type { MemoryHost, MemoryMachine } from '../helpers/memory-host.ts';
import { closeAll, doctor, type Gateway, gateway, machineWith, sentKeys, type VERSIONS } from './machine.ts';

const KEY = 'sk-test-0123456789abcdef';
const OLD = 'sk-test-old-0123456789ab';
const CHANNELS = '~/.config/channel-doctor/channels.json';

const route = (wireApi: string, more: object = {}) => ({
  baseUrl: 'https://gw.example/v1',
  wireApi,
  header: 'bearer',
  model: 'm-main',
  smallModel: null,
  ...more,
});
const SAVED = {
  mine: {
    provider: null,
    key: { from: 'env', name: 'GW_KEY' },
    clients: { codex: route('openai-responses'), 'claude-code': route('anthropic-messages', { baseUrl: 'https://gw.example' }) },
  },
  half: { provider: null, key: { from: 'env', name: 'GW_KEY' }, clients: { codex: route('openai-responses') } },
};

interface Started {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What stood in the private settings file while the client ran. */
  readonly settings: { readonly apiKeyHelper?: string; readonly env: Readonly<Record<string, string>> } | null;
  readonly mode: number | null;
}

interface Session {
  readonly host: MemoryHost;
  readonly started: Started[];
}

function session(machine: MemoryMachine = {}, versions?: Partial<typeof VERSIONS>, ended = {}): Session {
  const started: Started[] = [];
  const host: MemoryHost = machineWith(
    {
      ...machine,
      files: { [CHANNELS]: JSON.stringify({ channels: SAVED }), ...machine.files },
      env: { GW_KEY: KEY, CHANNEL_DOCTOR_KEY: 'sk-test-never-passed-on', ...machine.env },
      onStart: async (command, args, env) => {
        const file = args[0] === '--settings' ? (args[1] ?? '') : '';
        const text = file === '' ? null : await host.text(file);
        started.push({ command, args, env, settings: text === null ? null : JSON.parse(text), mode: await host.mode(file) });
        return ended;
      },
    },
    versions,
  );
  return { host, started };
}

const OFFLINE = ['--name', 'mine', '--offline'];
const only = (started: readonly Started[]): Started => {
  const [first, ...more] = started;
  if (!first || more.length > 0) throw new Error(`started ${started.length} times`);
  return first;
};

afterEach(closeAll);

describe('run claude-code', () => {
  it.each(['claude-code', 'cc', 'claude'])(
    'as %s, gets the channel by environment and private settings, and its own arguments',
    async (name) => {
      const { host, started } = session();
      expect(await doctor(host, ['run', name, ...OFFLINE, '--', '-p', 'say "hi"', '--model', 'x'])).toMatchObject({ status: 0, out: '' });
      const { command, args, env, settings, mode } = only(started);
      expect([command, args.slice(2)]).toEqual(['/usr/bin/claude', ['-p', 'say "hi"', '--model', 'x']]);
      expect(env).toMatchObject({
        ANTHROPIC_BASE_URL: 'https://gw.example',
        ANTHROPIC_AUTH_TOKEN: KEY,
        ANTHROPIC_MODEL: 'm-main',
        HOME: '/home/u',
      });
      expect(settings).toMatchObject({
        apiKeyHelper: '',
        env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_API_KEY: '' },
      });
      expect([mode, await host.text(args[1] ?? ''), args.join(' ').includes(KEY)]).toEqual([0o600, null, false]);
      expect(Object.keys(env)).not.toContain('CHANNEL_DOCTOR_KEY');
    },
  );

  it('beats what settings, a helper, headers, logins and switches of the user say', async () => {
    const files = {
      '~/.claude/settings.json': JSON.stringify({
        apiKeyHelper: `echo ${OLD}`,
        env: {
          ...{
            ANTHROPIC_BASE_URL: 'https://old.example',
            ANTHROPIC_AUTH_TOKEN: OLD,
            CLAUDE_CODE_SUBAGENT_MODEL: 'old-model',
            CLAUDE_CODE_USE_VERTEX: '1',
          },
          ANTHROPIC_CUSTOM_HEADERS: `x-team: blue\nx-portkey-api-key: ${OLD}`,
        },
      }),
      '~/.claude.json': JSON.stringify({ primaryApiKey: 'sk-ant-old-0123456789ab' }),
    };
    const { host, started } = session({
      files,
      env: { ANTHROPIC_API_KEY: OLD, CLAUDE_CODE_OAUTH_TOKEN: OLD, CLAUDE_CODE_USE_BEDROCK: '1' },
    });
    await doctor(host, ['run', 'cc', ...OFFLINE]);
    const { env, settings } = only(started);
    expect(JSON.stringify([env, settings])).not.toContain(OLD);
    expect(settings?.env).toMatchObject({
      ...{ ANTHROPIC_API_KEY: '', CLAUDE_CODE_OAUTH_TOKEN: '', CLAUDE_CODE_USE_BEDROCK: '', CLAUDE_CODE_USE_VERTEX: '' },
      ...{ CLAUDE_CODE_SUBAGENT_MODEL: 'm-main', ANTHROPIC_CUSTOM_HEADERS: `x-team: blue\nx-api-key: ${KEY}` },
    });
    for (const name of ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK']) expect(env).not.toHaveProperty(name);
  });

  it('does not let a project lead the key through its proxy', async () => {
    const files = {
      '~/project/.claude/settings.json': JSON.stringify({ env: { HTTPS_PROXY: 'http://evil.example', NODE_TLS_REJECT_UNAUTHORIZED: '0' } }),
    };
    const { host, started } = session({ files, env: { HTTPS_PROXY: 'http://mine.example' } });
    const { err } = await doctor(host, ['run', 'cc', ...OFFLINE]);
    expect(only(started).settings?.env).toMatchObject({ HTTPS_PROXY: 'http://mine.example', NODE_TLS_REJECT_UNAUTHORIZED: '' });
    expect(err).toMatch(/HTTPS_PROXY[\s\S]*--trust-project/);
    const trusting = session({ files });
    await doctor(trusting.host, ['run', 'cc', ...OFFLINE, '--trust-project']);
    expect(only(trusting.started).settings?.env).not.toHaveProperty('HTTPS_PROXY');
  });

  it('tells of the question about an API key, where it will be asked', async () => {
    const keyed = { ...SAVED.mine, clients: { 'claude-code': route('anthropic-messages', { header: 'x-api-key' }) } };
    const files = { [CHANNELS]: JSON.stringify({ channels: { mine: keyed } }) };
    const asked = session({ files });
    expect((await doctor(asked.host, ['run', 'cc', ...OFFLINE])).err).toContain('answer Yes');
    expect(only(asked.started).env).toMatchObject({ ANTHROPIC_API_KEY: KEY });
    expect(only(asked.started).env).not.toHaveProperty('ANTHROPIC_AUTH_TOKEN');
    expect((await doctor(session({ files }).host, ['run', 'cc', ...OFFLINE, '--', '-p', 'hi'])).err).toBe('');
    const approved = { ...files, '~/.claude.json': JSON.stringify({ customApiKeyResponses: { approved: [KEY.slice(-20)] } }) };
    expect((await doctor(session({ files: approved }).host, ['run', 'cc', ...OFFLINE])).err).toBe('');
  });

  const OLDER = { claude: '1.0.60' };
  it.each([
    [
      'a settings file beats a version without the flag',
      { '~/.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"https://old.example"}}' },
      OLDER,
      'ANTHROPIC_BASE_URL',
    ],
    ['a helper beats a version without the flag', { '~/.claude/settings.json': '{"apiKeyHelper":"echo x"}' }, OLDER, 'apiKeyHelper'],
    [
      'a managed file beats everything',
      { '/etc/claude-code/managed-settings.json': '{"env":{"ANTHROPIC_AUTH_TOKEN":"sk-test-managed-01234"}}' },
      { claude: '2.1.332' },
      'managed',
    ],
    [
      'a login beats the key',
      { '~/.claude/.credentials.json': '{"claudeAiOauth":{"accessToken":"sk-ant-oat01-x"}}' },
      { claude: '1.0.0' },
      'login',
    ],
  ])('does not start where %s', async (_, files, versions, named) => {
    const { host, started } = session({ files }, versions);
    expect(await doctor(host, ['run', 'cc', ...OFFLINE])).toMatchObject({ status: 3, err: expect.stringContaining(named) });
    expect(started).toEqual([]);
  });

  it('gives a version without the flag the environment alone', async () => {
    const { host, started } = session({ files: { '~/.claude/settings.json': '{"env":{"MINE":"1"}}' } }, OLDER);
    await doctor(host, ['run', 'cc', ...OFFLINE, '--', '-p', 'hi']);
    expect(only(started)).toMatchObject({ args: ['-p', 'hi'], settings: null, env: { ANTHROPIC_AUTH_TOKEN: KEY } });
  });
});

describe('run codex', () => {
  it('gets everything but the key by -c, and the key by a variable that no .env can set', async () => {
    const { host, started } = session({
      files: { '~/.codex/config.toml': 'model = "x"\n[model_providers.mine]\nname = "mine"\nbase_url = "https://old.example"\n' },
    });
    await doctor(host, ['run', 'codex', ...OFFLINE, '--', 'exec', 'hi']);
    const { args, env, settings } = only(started);
    const table = '{name="mine-run",base_url="https://gw.example/v1",wire_api="responses",env_key="CODEX_CHANNEL_DOCTOR_KEY"}';
    expect(args).toEqual([
      '-c',
      'model="m-main"',
      '-c',
      'model_provider="mine-run"',
      '-c',
      `model_providers.mine-run=${table}`,
      'exec',
      'hi',
    ]);
    expect([env.CODEX_CHANNEL_DOCTOR_KEY, settings]).toEqual([KEY, null]);
  });

  it('beats a legacy profile', async () => {
    const { host, started } = session(
      { files: { '~/.codex/config.toml': 'profile = "p"\n[profiles.p]\nmodel = "x"\nmodel_provider = "openai"\n' } },
      { codex: '0.105.0' },
    );
    await doctor(host, ['run', 'codex', ...OFFLINE]);
    expect(only(started).args).toEqual(expect.arrayContaining(['profiles.p.model="m-main"', 'profiles.p.model_provider="mine"']));
  });

  it('does not start where a managed file decides', async () => {
    const { host, started } = session({ files: { '/etc/codex/managed_config.toml': 'model_provider = "corp"\n' } });
    expect(await doctor(host, ['run', 'codex', ...OFFLINE])).toMatchObject({
      status: 3,
      err: expect.stringContaining('/etc/codex/managed_config.toml'),
    });
    expect(started).toEqual([]);
  });

  it('may get another model', async () => {
    const { host, started } = session();
    await doctor(host, ['run', 'codex', ...OFFLINE, '-m', 'claude-code=n,codex=m "2"']);
    expect(only(started).args).toContain('model="m \\"2\\""');
  });
});

describe('a channel from flags', () => {
  let gw: Gateway;
  beforeEach(async () => {
    gw = await gateway(KEY, ['m-main']);
  });

  it.each([
    ['cc', '/v1/messages', (url: string, { env }: Started) => expect(env.ANTHROPIC_BASE_URL).toBe(url)],
    ['codex', '', (url: string, { args }: Started) => expect(args.join(' ')).toContain(`base_url="${url}/v1"`)],
  ])('is found by asking, for %s, whatever was pasted', async (client, pasted, check) => {
    const { host, started } = session();
    expect(await doctor(host, ['run', client, '-u', gw.url + pasted, '-m', 'm-main', '--key-env', 'GW_KEY'])).toMatchObject({ status: 0 });
    check(gw.url, only(started));
    expect(sentKeys(gw)).toEqual([`Bearer ${KEY}`]);
  });

  it('replaces taotoken cc -k KEY -u URL -m MODEL', async () => {
    const { host, started } = session();
    const { err } = await doctor(host, ['run', 'cc', '-k', KEY, '-u', gw.url, '-m', 'm-main']);
    expect(only(started).env.ANTHROPIC_AUTH_TOKEN).toBe(KEY);
    expect([err.includes(KEY), /history/.test(err)]).toEqual([false, true]);
  });

  it('starts without asking where asking is not wanted', async () => {
    const { host, started } = session();
    await doctor(host, ['run', 'codex', '-u', gw.url, '-m', 'm-main', '--key-env', 'GW_KEY', '--offline']);
    expect([only(started).args.join(' ').includes(`${gw.url}/v1`), gw.requests]).toEqual([true, []]);
  });
});

describe('how it ends', () => {
  it.each([
    [{ code: 0 }, 0, []],
    [{ code: 7 }, 7, []],
    [{ code: 137 }, 137, []],
    [{ code: null, signal: 'SIGINT' }, 130, ['SIGINT']],
    [{ code: null, signal: 'SIGTERM' }, 143, ['SIGTERM']],
    [{ code: null, signal: 'SIGKILL' }, 137, []],
    [{ code: null, error: 'EACCES' }, 1, []],
  ])('%j is %i', async (ended, status, signals) => {
    const { host } = session({}, undefined, ended);
    expect((await doctor(host, ['run', 'codex', ...OFFLINE])).status).toBe(status);
    expect(host.endedBy).toEqual(signals);
  });

  it.each([
    ['no client', ['run'], 2, 'run codex'],
    ['an unknown client', ['run', 'vim', ...OFFLINE], 2, 'run codex'],
    ['no channel', ['run', 'codex'], 2, '--name'],
    ['an unknown channel', ['run', 'codex', '--name', 'mien'], 2, 'mine'],
    ['a channel of the other client', ['run', 'cc', '--name', 'half'], 2, 'half'],
    ['words without --', ['run', 'codex', 'exec', ...OFFLINE], 2, 'exec'],
    ['JSON beside the client’s own output', ['run', 'codex', '--json', ...OFFLINE], 2, '--dry-run'],
    ['settings of the user’s own', ['run', 'cc', ...OFFLINE, '--', '--settings', 'x.json'], 2, '--settings'],
  ])('%s is wrong usage', async (_, argv, status, named) => {
    const { host, started } = session();
    const { err, ...said } = await doctor(host, argv);
    expect([said.status, err, started]).toEqual([status, expect.stringContaining(named), []]);
  });

  it('says how to install a client that is not there', async () => {
    const { host } = session({}, { codex: '0.171.0' });
    expect(await doctor(host, ['run', 'cc', ...OFFLINE])).toMatchObject({
      status: 1,
      err: expect.stringContaining('npm install -g @anthropic-ai/claude-code'),
    });
  });

  it.each(['codex', 'cc'])('a dry run shows what %s would get, masked, and starts nothing', async (client) => {
    const { host, started } = session();
    const text = await doctor(host, ['run', client, '--name', 'mine', '--dry-run', '--', 'x']);
    const json = await doctor(host, ['run', client, '--name', 'mine', '--dry-run', '--json', '--', 'x']);
    expect([text.status, json.status, started]).toEqual([0, 0, []]);
    expect(text.out).toMatch(/KEY=sk-t…cdef|TOKEN=sk-t…cdef/);
    expect(text.out + text.err + json.out).not.toContain(KEY);
    expect(JSON.parse(json.out)).toMatchObject({ command: 'run', start: { args: expect.arrayContaining(['x']) } });
  });

  it('passes no language or JSON flag of the client’s on to itself', async () => {
    const { host, started } = session();
    const { status } = await doctor(host, ['run', 'codex', ...OFFLINE, '--', 'exec', '--json', '--lang', 'xx', '--', '-p']);
    expect([status, only(started).args.slice(-6)]).toEqual([0, ['exec', '--json', '--lang', 'xx', '--', '-p']]);
  });
});

describe.skipIf(process.platform === 'win32')('real processes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'channel-doctor-test-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('get arguments and environment as they are, and leave nothing behind', async () => {
    const [home, bin] = [join(folder, 'home'), join(folder, 'bin')];
    for (const path of [join(home, '.config', 'channel-doctor'), bin]) mkdirSync(path, { recursive: true });
    writeFileSync(join(home, '.config', 'channel-doctor', 'channels.json'), JSON.stringify({ channels: SAVED }));
    const script = `#!/bin/sh\n[ "$1" = --version ] && { echo 2.1.332; exit; }\nfile="$2"; { printf '%s\\n' "$@"; env; cat "$file"; ls -l "$file"; } > "$HOME/said"\nexit 7\n`;
    writeFileSync(join(bin, 'claude'), script);
    chmodSync(join(bin, 'claude'), 0o755);
    const real = nodeHost();
    const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin`, GW_KEY: KEY, LANG: 'C' };
    const before = readdirSync(home, { recursive: true }).sort();
    const host = { ...real, env, home, cwd: home, which: async (name: string) => (name === 'claude' ? join(bin, name) : null) };
    expect(await main(['run', 'cc', ...OFFLINE, '--', '-p', "it's $HOME *"], host)).toBe(7);
    const said = readFileSync(join(home, 'said'), 'utf8');
    expect(said).toMatch(/^--settings\n(.*)\n-p\nit's \$HOME \*\n/);
    expect(said).toContain(`ANTHROPIC_AUTH_TOKEN=${KEY}`);
    expect(said).toMatch(/-rw------- .*settings\.json/);
    expect(
      readdirSync(home, { recursive: true })
        .filter((name) => name !== 'said')
        .sort(),
    ).toEqual(before);
    expect(readdirSync(tmpdir())).not.toContain(/^--settings\n.*\/(channel-doctor-[^/]+)\//.exec(said)?.[1]);
  });
});
