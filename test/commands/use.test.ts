// Switching both clients to a saved channel and back, on a machine in memory with gateways on the loopback.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { MemoryHost, MemoryMachine } from '../helpers/memory-host.ts';
import { closeAll, doctor, type Gateway, gateway, machineWith, sentKeys, type VERSIONS } from './machine.ts';

const KEYS = { a: 'sk-test-aaaa0123456789', b: 'sk-test-bbbb0123456789' };
const CODEX = '~/.codex/config.toml';
const CLAUDE = '~/.claude/settings.json';
const WITH_B = { env: { KEY_OF_B: KEYS.b } };

let a: Gateway;
let b: Gateway;
beforeEach(async () => {
  [a, b] = await Promise.all([gateway(KEYS.a, ['m-a', 'm-small']), gateway(KEYS.b, ['m-b'])]);
});
afterEach(closeAll);

const claude = async (host: MemoryHost) => JSON.parse((await host.text(CLAUDE)) ?? '{}');

/** Both channels are saved, `b` by reference, and `b` is in use. */
async function prepared(
  machine: MemoryMachine = {},
  versions?: Partial<typeof VERSIONS>,
  how: readonly string[] = ['--key-env', 'KEY_OF_B'],
): Promise<MemoryHost> {
  const host = machineWith(machine, versions);
  const init = (name: string, { url }: Gateway, key: readonly string[]) => [
    'init',
    '--name',
    name,
    '-u',
    url,
    '-m',
    `m-${name}`,
    ...key,
    '--yes',
    '--quiet',
  ];
  const first = await doctor(host, init('a', a, ['--key-stdin']), { stdin: `${KEYS.a}\n` });
  const second = await doctor(host, init('b', b, how), WITH_B);
  expect([first.status, second.status, first.err + second.err]).toEqual([0, 0, '']);
  a.requests.splice(0);
  b.requests.splice(0);
  return host;
}

describe('use NAME', () => {
  it('switches both clients and back, by value and by reference', async () => {
    const host = await prepared();
    expect(await doctor(host, ['use', 'a', '--yes'])).toMatchObject({ status: 0 });
    expect((await claude(host)).env).toMatchObject({ ANTHROPIC_BASE_URL: a.url, ANTHROPIC_AUTH_TOKEN: KEYS.a, ANTHROPIC_MODEL: 'm-a' });
    expect(await host.text(CODEX)).toMatch(/model = "m-a"\nmodel_provider = "a"/);
    expect([sentKeys(a), sentKeys(b)]).toEqual([[`Bearer ${KEYS.a}`], []]);
    a.requests.splice(0);
    expect(await doctor(host, ['use', 'b', '--yes'], WITH_B)).toMatchObject({ status: 0 });
    expect(await claude(host)).toMatchObject({
      env: { ANTHROPIC_BASE_URL: b.url, ANTHROPIC_AUTH_TOKEN: '' },
      apiKeyHelper: 'printenv KEY_OF_B',
    });
    expect(await host.text(CODEX)).toMatch(/model_provider = "b"[\s\S]*\[model_providers\.b\][\s\S]*env_key = "KEY_OF_B"/);
    expect([sentKeys(a), new Set(sentKeys(b))]).toEqual([[], new Set([`Bearer ${KEYS.b}`, KEYS.b])]);
    expect((await host.text(CLAUDE)) ?? '').not.toContain(KEYS.b);
    expect(await doctor(host, ['use', 'a', '--yes'])).toMatchObject({ status: 0 });
    expect(await claude(host)).not.toHaveProperty('apiKeyHelper');
  });

  it('keeps everything else, and undo takes it back whole', async () => {
    const files = {
      [CODEX]: '# mine\napproval_policy = "never" # really\n\n[mcp_servers.x]\ncommand = "x"\n',
      [CLAUDE]: '{\n  "hooks": {"Stop": []},\n  "env": {"MINE": "1"}\n}\n',
    };
    const host = await prepared({ files });
    const before = await Promise.all([CODEX, CLAUDE].map((file) => host.text(file)));
    await doctor(host, ['use', 'a', '--yes']);
    expect(await claude(host)).toMatchObject({ hooks: { Stop: [] }, env: { MINE: '1' } });
    expect(await host.text(CODEX)).toMatch(/^# mine\napproval_policy = "never" # really\n[\s\S]*\[mcp_servers\.x\]\ncommand = "x"/);
    expect(await doctor(host, ['undo', '--yes'])).toMatchObject({ status: 0 });
    expect(await Promise.all([CODEX, CLAUDE].map((file) => host.text(file)))).toEqual(before);
  });

  it('replaces models of the channel before that this gateway does not serve', async () => {
    const host = await prepared();
    await doctor(host, ['use', 'a', '--yes']);
    host.files.put(
      host.path(CLAUDE),
      JSON.stringify({ env: { ...(await claude(host)).env, ANTHROPIC_DEFAULT_HAIKU_MODEL: 'm-small', CLAUDE_CODE_SUBAGENT_MODEL: 'm-a' } }),
    );
    expect(await doctor(host, ['use', 'b', '--yes'], WITH_B)).toMatchObject({ status: 0 });
    expect((await claude(host)).env).toMatchObject({ ANTHROPIC_DEFAULT_HAIKU_MODEL: 'm-b', CLAUDE_CODE_SUBAGENT_MODEL: 'm-b' });
  });

  it('warns of them where nobody can be asked', async () => {
    const host = await prepared();
    await doctor(host, ['use', 'a', '--yes']);
    host.files.put(host.path(CLAUDE), JSON.stringify({ env: { ...(await claude(host)).env, CLAUDE_CODE_SUBAGENT_MODEL: 'm-a' } }));
    const { status, err } = await doctor(host, ['use', 'b', '--yes', '--offline'], WITH_B);
    expect([status, err]).toEqual([0, expect.stringMatching(/CLAUDE_CODE_SUBAGENT_MODEL still names m-a/)]);
  });

  it('writes nothing where the gateway refuses, unless told to', async () => {
    const host = await prepared();
    const wrong = { env: { KEY_OF_B: 'sk-test-wrong0123456789' } };
    await doctor(host, ['use', 'a', '--yes']);
    const before = await host.text(CLAUDE);
    expect(await doctor(host, ['use', 'b', '--yes'], wrong)).toMatchObject({ status: 1, err: expect.stringContaining('--no-verify') });
    expect(await host.text(CLAUDE)).toBe(before);
    await doctor(host, ['use', 'b', '--yes', '--no-verify'], wrong);
    expect(await host.text(CLAUDE)).toContain(b.url);
  });

  it.each([
    ['--dry-run', 0],
    ['--check', 5],
  ])('with %s shows the diff, masked, and writes nothing', async (flag, status) => {
    const host = await prepared();
    const before = await Promise.all([CODEX, CLAUDE].map((file) => host.text(file)));
    const said = await doctor(host, ['use', 'a', flag]);
    expect([said.status, said.out]).toEqual([status, expect.stringMatching(/\+ model = "m-a"/)]);
    expect(said.out + said.err).not.toContain(KEYS.a);
    expect(await Promise.all([CODEX, CLAUDE].map((file) => host.text(file)))).toEqual(before);
  });

  it('asks no script: without --yes nothing is written', async () => {
    const host = await prepared();
    expect(await doctor(host, ['use', 'a'])).toMatchObject({ status: 2, err: expect.stringContaining('--yes') });
    expect(await host.text(CLAUDE)).toContain(b.url);
  });

  it('says so where it is in use already', async () => {
    const host = await prepared();
    await doctor(host, ['use', 'b', '--yes'], WITH_B);
    expect(await doctor(host, ['use', 'b', '--check'], WITH_B)).toMatchObject({ status: 0, err: expect.stringContaining('already') });
  });

  it('reports as JSON what was switched', async () => {
    const host = await prepared();
    const { status, out } = await doctor(host, ['use', 'a', '--yes', '--json']);
    const report = JSON.parse(out);
    expect([status, report.command, report.status, report.summary.errors]).toEqual([0, 'use', 'healthy', 0]);
    expect(report.changes.map(({ file }: { file: string }) => file).sort()).toEqual([host.path(CLAUDE), host.path(CODEX)]);
    expect(report.clients.map(({ probe }: { probe: { ok: boolean } }) => probe.ok)).toEqual([true, true]);
    expect(out).not.toContain(KEYS.a);
  });

  it('takes one client alone', async () => {
    const host = await prepared();
    const before = await host.text(CODEX);
    await doctor(host, ['use', 'a', '--yes', '--client', 'claude-code']);
    expect([await host.text(CODEX), (await claude(host)).env.ANTHROPIC_BASE_URL]).toEqual([before, a.url]);
  });

  it('leaves a client that the channel was not saved for, and says so', async () => {
    const host = machineWith();
    await doctor(host, ['init', '--client', 'codex', '-u', a.url, '-m', 'm-a', '--key-stdin', '--yes'], { stdin: KEYS.a });
    const name = new URL(a.url).host.replace(':', '-');
    expect(await doctor(host, ['use', name, '--yes'])).toMatchObject({
      status: 0,
      err: expect.stringContaining('was not saved for Claude Code'),
    });
    expect(await doctor(host, ['use', name, '--yes', '--client', 'claude-code'])).toMatchObject({ status: 2 });
    expect(await host.text(CLAUDE)).toBeNull();
  });

  it('uses a table again that leads there already', async () => {
    const host = machineWith({}, { codex: '0.171.0' });
    await doctor(host, ['init', '-u', a.url, '-m', 'm-a', '--key-stdin', '--yes'], { stdin: KEYS.a });
    const first = await host.text(CODEX);
    await doctor(host, ['init', '-u', b.url, '-m', 'm-b', '--name', 'b', '--key-stdin', '--yes'], { stdin: KEYS.b });
    await doctor(host, ['use', new URL(a.url).host.replace(':', '-'), '--yes']);
    expect((await host.text(CODEX))?.startsWith(first ?? 'nothing')).toBe(true);
  });

  it('takes a new key and keeps it', async () => {
    const host = await prepared();
    expect(await doctor(host, ['use', 'b', '--yes', '--key-stdin'], { stdin: KEYS.b })).toMatchObject({ status: 0 });
    expect((await claude(host)).env.ANTHROPIC_AUTH_TOKEN).toBe(KEYS.b);
    await doctor(host, ['use', 'a', '--yes']);
    expect(await doctor(host, ['use', 'b', '--yes'])).toMatchObject({ status: 0 });
  });

  it('is not misled by a key in CHANNEL_DOCTOR_KEY', async () => {
    const host = await prepared();
    await doctor(host, ['use', 'a', '--yes'], { env: { CHANNEL_DOCTOR_KEY: KEYS.b } });
    expect([sentKeys(a), sentKeys(b)]).toEqual([[`Bearer ${KEYS.a}`], []]);
  });

  it.each([
    ['an unknown name', ['use', 'aa'], 2, 'a, b'],
    ['a name and --off', ['use', 'a', '--off'], 2, '--off'],
    ['a variable that is not set', ['use', 'b', '--yes'], 2, 'KEY_OF_B'],
  ])('refuses %s', async (_, argv, status, named) => {
    expect(await doctor(await prepared(), argv)).toMatchObject({ status, out: '', err: expect.stringContaining(named) });
  });
});

describe('a key by reference', () => {
  const LINE = 'pass show gw';
  const lines = { [LINE]: { stdout: `${KEYS.b}\n` } };

  it('is a helper in both clients', async () => {
    const host = await prepared({ lines }, undefined, ['--key-command', LINE]);
    expect(await doctor(host, ['use', 'b', '--yes'])).toMatchObject({ status: 0 });
    expect((await claude(host)).apiKeyHelper).toBe(LINE);
    expect(await host.text(CODEX)).toContain(`[model_providers.b.auth]\ncommand = "sh"\nargs = ["-c", "${LINE}"]`);
    expect((await host.text(CODEX)) + JSON.stringify(await claude(host))).not.toContain(KEYS.b);
    await doctor(host, ['use', '--off', '--yes']);
    expect([await host.text(CODEX), await claude(host)]).toEqual([expect.not.stringMatching(/providers\.b|^model/m), {}]);
  });

  it('is a variable in a Codex that runs none, which then has to be set', async () => {
    const host = await prepared({ lines }, { codex: '0.105.0', claude: '2.1.332' }, ['--key-command', LINE]);
    expect(await doctor(host, ['use', 'b', '--yes', '--client', 'codex'])).toMatchObject({
      status: 1,
      out: expect.stringContaining('B_API_KEY'),
    });
    expect(await doctor(host, ['use', 'b', '--yes', '--client', 'codex'], { env: { B_API_KEY: KEYS.b } })).toMatchObject({ status: 0 });
    expect(await host.text(CODEX)).toContain('env_key = "B_API_KEY"');
  });

  it('may be a file with an odd name', async () => {
    const host = await prepared({ files: { "~/it's my key": { text: `${KEYS.b}\n`, mode: 0o600 } } }, undefined, [
      '--key-file',
      "~/it's my key",
    ]);
    expect(await doctor(host, ['use', 'b', '--yes'])).toMatchObject({ status: 0 });
    expect((await claude(host)).apiKeyHelper).toBe("cat '/home/u/it'\\''s my key'");
  });
});

describe('what init saves', () => {
  const init = (host: MemoryHost, ...argv: string[]) =>
    doctor(host, ['init', '--client', 'codex', '-m', 'm-a', '--key-stdin', '--yes', ...argv], { stdin: KEYS.a });
  const names = async (host: MemoryHost): Promise<string[]> =>
    JSON.parse((await doctor(host, ['use', '--json'])).out).channels.map(({ name }: { name: string }) => name);
  const hostOf = ({ url }: Gateway): string => new URL(url).host.replace(':', '-');

  const template = {
    '~/.config/channel-doctor/templates/new-api.toml': readFileSync(new URL('../../templates/new-api.toml', import.meta.url), 'utf8'),
  };

  it('is named by the flag, else by the template, else by the host', async () => {
    for (const [argv, name] of [
      [[], hostOf(a)],
      [['--provider', 'new-api'], 'new-api'],
      [['--provider', 'new-api', '--name', '公司'], '公司'],
    ] as const) {
      const host = machineWith({ files: template });
      await init(host, '-u', a.url, ...argv);
      expect(await names(host)).toEqual([name]);
    }
  });

  it('does not overwrite another gateway of the same kind', async () => {
    const host = machineWith({ files: template });
    await init(host, '-u', a.url, '--provider', 'new-api');
    await init(host, '-u', b.url, '--provider', 'new-api', '--no-verify');
    expect(await names(host)).toEqual(['new-api', hostOf(b)]);
  });

  it('gains a client at the same place', async () => {
    const host = machineWith();
    await init(host, '-u', a.url, '--name', 'x');
    await init(host, '-u', a.url, '--name', 'x', '--client', 'claude-code');
    expect(await doctor(host, ['use', 'x', '--check'])).toMatchObject({ status: 0, err: expect.stringContaining('already') });
  });

  it('is nothing where nothing was written, and never stops a set-up', async () => {
    const host = machineWith();
    await init(host, '-u', a.url, '--dry-run');
    await init(host, '-u', b.url);
    expect(await names(host)).toEqual([]);
    const broken = machineWith({ files: { '~/.config/channel-doctor/channels.json': '{' } });
    expect(await init(broken, '-u', a.url)).toMatchObject({ status: 0, err: expect.stringContaining('channels.json') });
  });
});

describe('use without a name', () => {
  it('lists what is saved, and where each key comes from', async () => {
    const host = await prepared();
    const { status, out } = await doctor(host, ['use']);
    expect([status, out]).toEqual([
      0,
      expect.stringMatching(/^a {2}key in the store\n[\s\S]*\nb {2}key from \$KEY_OF_B\n[\s\S]*m-b {2}in use/),
    ]);
    const { channels } = JSON.parse((await doctor(host, ['use', '--json'])).out);
    expect(channels.map(({ name, active }: { name: string; active: string[] }) => [name, active])).toEqual([
      ['a', []],
      ['b', ['codex', 'claude-code']],
    ]);
  });

  it('says how to save one where none is', async () => {
    expect(await doctor(machineWith(), ['use'])).toMatchObject({ status: 0, out: '', err: expect.stringContaining('init --name') });
  });

  it('shows an entry that is not usable', async () => {
    const host = machineWith({ files: { '~/.config/channel-doctor/channels.json': '{"channels":{"x":{"key":{}}}}' } });
    expect(await doctor(host, ['use'])).toMatchObject({ status: 0, out: expect.stringContaining('not usable: key') });
    expect(await doctor(host, ['use', 'x'])).toMatchObject({ status: 3 });
  });
});

describe('use --off', () => {
  it('takes back what the channel set, and nothing else', async () => {
    const files = { [CODEX]: '# mine\n[mcp_servers.x]\ncommand = "x"\n', [CLAUDE]: '{"env":{"MINE":"1"},"model":"opus"}' };
    const host = await prepared({ files, env: { CLAUDE_CODE_USE_BEDROCK: '1' } });
    await doctor(host, ['use', 'b', '--yes'], WITH_B);
    expect(await doctor(host, ['use', '--off', '--yes'])).toMatchObject({
      status: expect.any(Number),
      err: expect.stringContaining('undo'),
    });
    expect(await claude(host)).toEqual({ env: { MINE: '1' }, model: 'opus' });
    expect(await host.text(CODEX)).not.toMatch(/model_provider = |^model = |\[model_providers\.b\]/m);
    expect(await host.text(CODEX)).toMatch(/# mine\n[\s\S]*\[mcp_servers\.x\]\ncommand = "x"/);
  });

  it('keeps a provider that was made by hand, unselected', async () => {
    const table = '[model_providers.hand]\nname = "hand"\nbase_url = "https://gw.example/v1"\nquery_params = { v = "1" }\nenv_key = "K"\n';
    const host = machineWith({ files: { [CODEX]: `model = "m"\nmodel_provider = "hand"\n\n${table}` } }, { codex: '0.171.0' });
    expect(await doctor(host, ['use', '--off', '--yes'])).toMatchObject({ status: 0 });
    expect(await host.text(CODEX)).toMatch(/^\n*\[model_providers\.hand\]/);
  });

  it('tells where a channel still comes from', async () => {
    const host = machineWith({ env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: KEYS.a } }, { claude: '2.1.332' });
    expect(await doctor(host, ['use', '--off', '--yes'])).toMatchObject({
      status: 1,
      err: expect.stringMatching(/still goes to .* \$ANTHROPIC_BASE_URL/),
    });
  });

  it('changes nothing where there is nothing, and asks no gateway', async () => {
    const host = await prepared();
    await doctor(host, ['use', '--off', '--yes']);
    const text = await host.text(CLAUDE);
    expect(await doctor(host, ['use', '--off', '--check'])).toMatchObject({
      status: 0,
      err: expect.stringContaining('nothing was changed'),
    });
    expect([await host.text(CLAUDE), a.requests.length + b.requests.length]).toEqual([text, 0]);
  });
});
