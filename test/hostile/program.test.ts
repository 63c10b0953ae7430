// The whole program against a hostile gateway and a hostile home: what it prints obeys nobody and betrays no key.

import { afterAll, describe, expect, test } from 'vitest';

import { main } from '../../src/cli.ts';
import { type MemoryMachine, memoryHost } from '../helpers/memory-host.ts';
import { HOSTILE_ANSWERS, HOSTILE_LISTS, type HostileAnswer, TERMINAL_SEQUENCES } from './answers.ts';
import { CONTROL } from './control.ts';
import { type HostileServer, serve } from './server.ts';

const KEY = 'sk-test-0123456789abcdef';
const open: HostileServer[] = [];
afterAll(async () => {
  for (const server of open) await server.close();
});

const homeFor = (url: string): MemoryMachine => ({
  files: {
    '~/.codex/config.toml': {
      mode: 0o600,
      text: `model = "m-main"\nmodel_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "${url}/v1"\nwire_api = "responses"\nhttp_headers = { Authorization = "Bearer ${KEY}" }\n`,
    },
    '~/.claude/settings.json': {
      mode: 0o600,
      text: JSON.stringify({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: 'm-main' } }),
    },
    '~/.claude.json': '{"hasCompletedOnboarding":true}',
  },
  env: { LANG: 'C.UTF-8', CHANNEL_DOCTOR_KEY: KEY },
});

async function run(machine: MemoryMachine, ...args: string[]): Promise<string> {
  const host = memoryHost(machine);
  await main([...args, '--timeout', '800'], host);
  expect(host.printed.err).not.toContain('defect of its own');
  return host.printed.out + host.printed.err;
}

function expectSafe(printed: string): void {
  expect(printed).not.toMatch(CONTROL);
  expect(printed).not.toContain(KEY);
  expect(printed).not.toContain('hunter2secret');
  expect(printed.length).toBeLessThan(200_000);
}

const modelUnknown: HostileAnswer = async (write, socket) => {
  await write('HTTP/1.1 404 No\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n');
  await write('{"error":{"message":"The model `m-main` does not exist","code":"model_not_found","type":"invalid_request_error"}}');
  socket.end();
};

const LOUD = Object.keys(HOSTILE_ANSWERS).filter((name) => /terminal|location|surrogates|invalid utf|beginnings of keys|deep/.test(name));

describe('a hostile gateway', () => {
  test.each(LOUD)('%s', async (name) => {
    const server = await serve(() => HOSTILE_ANSWERS[name] as HostileAnswer);
    open.push(server);
    const home = homeFor(server.url);
    expectSafe(await run(home, 'check', '--json'));
    expectSafe(await run(home, 'check', '--verbose'));
    expectSafe(await run(home, 'probe', '-u', server.url, '-m', 'm-main', '--lang', 'zh'));
  });

  test.each(Object.keys(HOSTILE_LISTS))('a list of models with %s', async (name) => {
    const list = HOSTILE_LISTS[name] as HostileAnswer;
    const server = await serve((line) => (line.includes('/models') ? list : modelUnknown));
    open.push(server);
    const home = homeFor(server.url);
    expectSafe(await run(home, 'check', '--json'));
    expectSafe(await run(home, 'check'));
  });
});

describe('a hostile home', () => {
  const escaped = JSON.stringify(TERMINAL_SEQUENCES).slice(1, -1);
  const settings = `{"env":{"ANTHROPIC_BASE_URL":"http://127.0.0.1:1/${escaped}","ANTHROPIC_AUTH_TOKEN":"${KEY}","ANTHROPIC_MODEL":"m${escaped}","ANTHROPIC_BASE_URLL${escaped}":"x"}}`;
  const homes: Readonly<Record<string, MemoryMachine>> = {
    'sequences in settings': { files: { '~/.claude/settings.json': settings } },
    'raw sequences in settings': { files: { '~/.claude/settings.json': `{"env":{"ANTHROPIC_MODEL":"m${TERMINAL_SEQUENCES}"}}` } },
    'sequences in config.toml': {
      files: {
        '~/.codex/config.toml': `model = "m\\u001b[2J"\nmodel_provider = "g\\u009b2J"\n[model_providers."g\\u009b2J"]\nname = "g"\nbase_url = "http://127.0.0.1:1/\\u202e"\nexperimental_bearer_token = "${KEY}"\n`,
      },
    },
    'raw sequences in config.toml': { files: { '~/.codex/config.toml': `model = "m${TERMINAL_SEQUENCES}"\n` } },
    'sequences in variables': {
      env: {
        ANTHROPIC_BASE_URL: `http://127.0.0.1:1/${TERMINAL_SEQUENCES}`,
        ANTHROPIC_AUTH_TOKEN: KEY,
        ANTHROPIC_MODEL: TERMINAL_SEQUENCES,
      },
    },
    'half surrogate pairs': {
      files: { '~/.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"http://127.0.0.1:1/\\ud800","ANTHROPIC_MODEL":"\\udfff"}}' },
    },
    'a value of 300 KB': {
      files: { '~/.claude/settings.json': JSON.stringify({ env: { ANTHROPIC_BASE_URL: `http:${'/'.repeat(300_000)}` } }) },
    },
    'a key of 1 MB': {
      files: {
        '~/.claude/settings.json': JSON.stringify({
          env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1', ANTHROPIC_AUTH_TOKEN: `sk-${'a1'.repeat(500_000)}` },
        }),
      },
    },
    'pipes in place of files': {
      files: { '~/.claude/settings.json': { pipe: true }, '~/.codex/config.toml': { pipe: true }, '~/.bashrc': { pipe: true } },
    },
    'a loop of links': { files: { '~/.claude/settings.json': { link: 'settings.json' }, '~/.codex': { link: '.codex' } } },
  };

  test.each(Object.keys(homes))('%s', async (name) => {
    const home = { ...homes[name], env: { LANG: 'C.UTF-8', ...homes[name]?.env } };
    for (const args of [['check'], ['check', '--offline', '--json'], ['fix', '--offline', '--yes', '--json'], ['show']]) {
      const printed = await run(home, ...args);
      expect(printed).not.toMatch(CONTROL);
      expect(printed).not.toContain(KEY);
    }
  });

  test('a text report stays short whatever a value is', async () => {
    for (const name of ['a value of 300 KB', 'a key of 1 MB'])
      expect((await run(homes[name] as MemoryMachine, 'check', '--offline')).length).toBeLessThan(20_000);
  });
});
