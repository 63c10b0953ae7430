// What somebody sees who has nothing configured yet, or mistypes.

import { afterAll, describe, expect, it } from 'vitest';

import { closeAll, doctor, gateway, machineWith } from './machine.ts';

const KEY = 'sk-test-0123456789abcdef';

afterAll(closeAll);

describe('check', () => {
  it.each([
    ['en', 'To set a channel up: channel-doctor init'],
    ['zh', '要设置渠道，请运行：channel-doctor init'],
  ])('names the next step where nothing is configured (%s)', async (lang, said) => {
    const { status, out } = await doctor(machineWith(), ['check', '--lang', lang]);
    expect([status, out]).toEqual([0, expect.stringContaining(said)]);
  });

  it('does not call a file that does not parse an absent channel', async () => {
    const host = machineWith({ files: { '~/.codex/config.toml': 'model = [[\n', '~/.claude/settings.json': '{"env":' } });
    const { status, out } = await doctor(host, ['check']);
    expect([status, out.match(/its configuration cannot be read/g)?.length]).toEqual([1, 2]);
    expect(out).not.toContain('no channel is configured');
  });

  it('keeps a key with a line end in one line', async () => {
    const settings = { env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: `${KEY}\n`, ANTHROPIC_MODEL: 'm-main' } };
    const host = machineWith({ files: { '~/.claude/settings.json': JSON.stringify(settings) } });
    const { out } = await doctor(host, ['check', '--offline', '--client', 'claude-code']);
    expect(out).toMatch(/key +\S+\\n +~\/\.claude\/settings\.json/);
  });

  it('refuses a folder that is not there', async () => {
    const { status, err } = await doctor(machineWith(), ['check', '--cwd', '~/gone']);
    expect([status, err]).toEqual([2, expect.stringContaining('--cwd takes a folder; ~/gone is none')]);
  });
});

it('probe names neither files nor installations: its channel stands in none', async () => {
  const { url } = await gateway(KEY, ['m-main']);
  const args = ['probe', '--base-url', url, '--key-env', 'GW_KEY', '--model'];
  const works = await doctor(machineWith({ env: { GW_KEY: KEY } }), [...args, 'm-main']);
  expect([works.status, works.out]).toEqual([0, expect.stringContaining('Codex CLI: works')]);
  const fails = await doctor(machineWith({ env: { GW_KEY: KEY } }), [...args, 'm-other']);
  expect([fails.status, fails.out]).toEqual([1, expect.stringContaining('m-other')]);
  for (const { out } of [works, fails]) expect(out).not.toMatch(/not installed|config\.toml|settings\.json/);
});

it.each([
  ['~/gone.key', 'does not exist'],
  ['~', 'is a folder'],
])('--key-file %s %s', async (file, said) => {
  const { status, err } = await doctor(machineWith(), ['probe', '-u', 'https://gw.example', '-m', 'm', '--key-file', file]);
  expect([status, err]).toEqual([2, expect.stringContaining(said)]);
});

it('show --env says that masked keys are no use to a shell', async () => {
  const settings = { env: { ANTHROPIC_BASE_URL: 'https://gw.example', ANTHROPIC_AUTH_TOKEN: KEY } };
  const { status, out, err } = await doctor(machineWith({ files: { '~/.claude/settings.json': JSON.stringify(settings) } }), [
    'show',
    '--env',
  ]);
  expect([status, err]).toEqual([0, expect.stringContaining('Keys are masked')]);
  expect(out + err).not.toContain(KEY);
});
