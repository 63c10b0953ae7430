// Every value and what it shadows; exports for each shell; keys in clear on a terminal alone.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

import { commentLine, currentShell, type ExportShell, exportLine } from '../../src/documents/shell/assign.ts';
import { doctor, machineWith } from './machine.ts';

const KEY = 'sk-test-0123456789abcdef';
const SHADOWED = 'sk-test-shadowed-6789ab';
const FILES = {
  '~/.claude/settings.json': `{\n  "env": {\n    "ANTHROPIC_BASE_URL": "https://gw.example",\n    "ANTHROPIC_AUTH_TOKEN": "${KEY}",\n    "ANTHROPIC_MODEL": "m-main"\n  }\n}\n`,
  '~/.claude.json': '{"env":{"ANTHROPIC_BASE_URL":"https://global.example"}}',
  '~/.codex/config.toml':
    'model = "m-codex"\nmodel_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "https://gw.example/v1"\nwire_api = "responses"\nenv_key = "GW_KEY"\n',
};
const ENV = {
  ANTHROPIC_BASE_URL: 'https://old.example',
  ANTHROPIC_AUTH_TOKEN: SHADOWED,
  ANTHROPIC_DEFAULT_HAIKU_MODEL: 'm-small',
  GW_KEY: KEY,
};
/** Without the layout. */
const flat = (text: string): string => text.replace(/\s+/g, ' ').replaceAll(': ', ' ');
const machine = (more = {}) => machineWith({ files: FILES, env: ENV, ...more });

describe('show', () => {
  it('tells every value, where it comes from, and all that it beats, strongest first', async () => {
    const { status, out } = await doctor(machine(), ['show', '--client', 'claude-code']);
    expect([status, flat(out)]).toEqual([
      0,
      expect.stringContaining(
        'base URL https://gw.example ~/.claude/settings.json:3:27 env.ANTHROPIC_BASE_URL ' +
          'overrides https://global.example ~/.claude.json:1:30 env.ANTHROPIC_BASE_URL overrides https://old.example $ANTHROPIC_BASE_URL',
      ),
    ]);
    const others = [
      'sk-t…cdef',
      'sk-t…89ab',
      'haiku model m-small $ANTHROPIC_DEFAULT_HAIKU_MODEL',
      'request https://gw.example/v1/messages?beta=true',
    ];
    for (const part of others) expect(flat(out)).toContain(part);
    expect(out).not.toMatch(new RegExp(`${KEY}|${SHADOWED}`));
  });

  it('names the provider and the key command', async () => {
    const host = machineWith({ files: { ...FILES, '~/.claude/settings.json': '{"apiKeyHelper":"pass show gw"}' }, env: { GW_KEY: KEY } });
    const { out } = await doctor(host, ['show']);
    for (const part of ['provider gw ', 'key command pass show gw ', 'key (authorization) sk-t…cdef $GW_KEY'])
      expect(flat(out)).toContain(part);
  });

  it('speaks Chinese, and reports as JSON', async () => {
    expect(flat((await doctor(machine(), ['show', '--lang', 'zh'])).out)).toMatch(
      /Base URL https:\/\/gw\.example .*覆盖 https:\/\/old\.example/,
    );
    const report = JSON.parse((await doctor(machine(), ['show', '--json'])).out);
    const channel = { baseUrl: { shadows: [{}, {}] } };
    expect(report).toMatchObject({ command: 'show', clients: [{ id: 'codex' }, { id: 'claude-code', channel }] });
    expect(report).not.toHaveProperty('exports');
  });

  it('shows keys in clear on a terminal alone', async () => {
    for (const argv of [
      ['show', '--reveal'],
      ['show', '--env', '--reveal'],
    ]) {
      expect(await doctor(machine(), argv)).toMatchObject({ status: 2, out: '' });
      expect((await doctor(machine({ isTerminal: true }), argv)).out).toContain(KEY);
    }
    expect(await doctor(machine({ isTerminal: true }), ['show', '--reveal', '--json'])).toMatchObject({ status: 2 });
  });
});

describe('show --env', () => {
  it.each([
    ['/bin/bash', "export ANTHROPIC_BASE_URL='https://gw.example'"],
    ['/usr/bin/zsh', "export ANTHROPIC_BASE_URL='https://gw.example'"],
    ['/usr/bin/fish', "set -gx ANTHROPIC_BASE_URL 'https://gw.example'"],
    ['/usr/bin/pwsh', "$env:ANTHROPIC_BASE_URL = 'https://gw.example'"],
  ])('for %s prints the channel in its syntax, keys masked', async (shell, line) => {
    const { out } = await doctor(machine({ env: { ...ENV, SHELL: shell } }), ['show', '--env']);
    expect(out.split('\n')).toContain(line);
    expect(out).toMatch(/GW_KEY.*sk-t…cdef/);
    expect(out).not.toContain(KEY);
  });

  it('is part of the JSON', async () => {
    const { exports } = JSON.parse((await doctor(machine(), ['show', '--env', '--json', '--client', 'claude-code'])).out);
    expect(exports).toContainEqual({ client: 'claude-code', name: 'ANTHROPIC_AUTH_TOKEN', value: 'sk-t…cdef' });
  });
});

describe('an export', () => {
  const VALUES = ['plain', "it's", 'a "b" $HOME `x` \\ %PATH% ! 密钥', 'two\nlines', "'; rm -rf /; '"];
  const READERS: readonly (readonly [ExportShell, string, readonly string[]])[] = [
    ['bash', 'bash', ['-c']],
    ['posix', 'sh', ['-c']],
    ['zsh', 'zsh', ['-c']],
    ['fish', 'fish', ['--no-config', '-c']],
  ];

  it.each(READERS.flatMap((reader) => VALUES.map((value) => [...reader, value] as const)))(
    'in %s means %4$j',
    (shell, program, args, value) => {
      const script = `${commentLine(shell, 'note')}\n${exportLine(shell, 'CHANNEL_X', value)}\nprintenv CHANNEL_X`;
      const { stdout, error } = spawnSync(program, [...args, script], { encoding: 'utf8' });
      // A shell that is not installed can't judge.
      if (!error) expect(stdout).toBe(`${value}\n`);
    },
  );

  it('in PowerShell and cmd is written as they read it', () => {
    expect(exportLine('powershell', 'X', "it's $HOME")).toBe("$env:X = 'it''s $HOME'");
    expect(exportLine('cmd', 'X', 'a & b')).toBe('set "X=a & b"');
    expect(commentLine('cmd', 'note')).toBe('rem note');
  });

  it.each([
    [{}, 'win32', 'cmd'],
    [{ PSModulePath: 'C:\\Users\\u\\Documents\\PowerShell\\Modules;C:\\Program Files\\PowerShell\\Modules' }, 'win32', 'powershell'],
    [{ PSModulePath: 'C:\\Program Files\\WindowsPowerShell\\Modules' }, 'win32', 'cmd'],
    [{ SHELL: '/usr/bin/bash.exe' }, 'win32', 'bash'],
    [{}, 'darwin', 'zsh'],
    [{ SHELL: '/bin/dash' }, 'linux', 'posix'],
  ] as const)('is for the shell of %j on %s', (env, platform, shell) => {
    expect(currentShell(env, platform)).toBe(shell);
  });
});
