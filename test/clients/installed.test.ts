import { describe, expect, test } from 'vitest';
import { installedVersion } from '../../src/clients/installed.ts';
import type { ExecOptions, ExecResult, FileSystem, Host } from '../../src/host.ts';
import type { FileFact } from '../../src/model.ts';

const CLAUDE = '@anthropic-ai/claude-code';

interface Machine {
  readonly which: string | null;
  /** Text of files by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly says?: Partial<ExecResult>;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

function hostOf({ which, files = {}, links = {}, says, env = {}, platform = 'linux' }: Machine) {
  const runs: { command: string; args: readonly string[]; options: ExecOptions }[] = [];
  const read = async (path: string): Promise<FileFact> => {
    const realPath = links[path] ?? path;
    const text = files[realPath];
    const found = { path, realPath, isLink: realPath !== path, mode: text === undefined ? null : 0o755 };
    return text === undefined
      ? { ...found, state: 'absent', bytes: null }
      : { ...found, state: 'file', bytes: new TextEncoder().encode(text) };
  };
  const host: Pick<Host, 'platform' | 'env' | 'which' | 'exec'> & { files: Pick<FileSystem, 'read'> } = {
    platform,
    env,
    files: { read },
    which: async () => which,
    exec: async (command, args, options) => {
      runs.push({ command, args, options });
      return { code: 0, stdout: '', stderr: '', timedOut: false, ...says };
    },
  };
  return { host: host as Host, runs };
}

const packageJson = (name: string, version: string): string => JSON.stringify({ name, version });

describe('installedVersion', () => {
  test('nothing on PATH', async () => {
    expect(await installedVersion(hostOf({ which: null }).host, 'claude', CLAUDE)).toBeNull();
  });

  test('the package behind a link, without running anything', async () => {
    const root = '/usr/lib/node_modules/@anthropic-ai/claude-code';
    const { host, runs } = hostOf({
      which: '/usr/bin/claude',
      links: { '/usr/bin/claude': `${root}/bin/claude.exe` },
      files: { [`${root}/bin/claude.exe`]: 'binary', [`${root}/package.json`]: packageJson(CLAUDE, '2.1.200') },
    });
    expect(await installedVersion(host, 'claude', CLAUDE)).toEqual({ version: '2.1.200', path: '/usr/bin/claude' });
    expect(runs).toEqual([]);
  });

  test('Codex, whose program stands two folders deep', async () => {
    const root = '/opt/n/lib/node_modules/@openai/codex';
    const { host } = hostOf({
      which: '/opt/n/bin/codex',
      links: { '/opt/n/bin/codex': `${root}/bin/codex.js` },
      files: { [`${root}/bin/codex.js`]: '#!/usr/bin/env node', [`${root}/package.json`]: packageJson('@openai/codex', '0.171.0') },
    });
    expect((await installedVersion(host, 'codex', '@openai/codex'))?.version).toBe('0.171.0');
  });

  test("another package's package.json above is not its own", async () => {
    const { host, runs } = hostOf({
      which: '/home/u/app/bin/claude',
      files: { '/home/u/app/bin/claude': 'x', '/home/u/app/package.json': packageJson('my-app', '9.9.9') },
      says: { stdout: '2.1.332 (Claude Code)\n' },
    });
    expect((await installedVersion(host, 'claude', CLAUDE))?.version).toBe('2.1.332');
    expect(runs).toHaveLength(1);
  });

  test('a start script of npm on Windows', async () => {
    const { host, runs } = hostOf({
      platform: 'win32',
      which: 'C:\\npm\\claude.cmd',
      files: {
        'C:\\npm\\claude.cmd': '"%dp0%\\node_modules\\@anthropic-ai\\claude-code\\cli.js" %*',
        'C:\\npm\\node_modules\\@anthropic-ai\\claude-code\\package.json': packageJson(CLAUDE, '2.0.77'),
      },
    });
    expect((await installedVersion(host, 'claude', CLAUDE))?.version).toBe('2.0.77');
    expect(runs).toEqual([]);
  });

  test.each([
    ['/home/u/.local/share/claude/versions/2.1.332', '2.1.332'],
    ['/opt/homebrew/Cellar/codex/0.171.0/bin/codex', '0.171.0'],
    ['/opt/homebrew/Caskroom/claude-code/2.1.280/claude', '2.1.280'],
  ])('the version stands in %s', async (realPath, version) => {
    const { host, runs } = hostOf({ which: '/bin/it', links: { '/bin/it': realPath }, files: { [realPath]: 'x' } });
    expect((await installedVersion(host, 'it', CLAUDE))?.version).toBe(version);
    expect(runs).toEqual([]);
  });

  test('a version of Node in the path is none of the client', async () => {
    const path = '/home/u/.nodenv/versions/20.20.2/bin/codex';
    const { host } = hostOf({ which: path, files: { [path]: 'x' }, says: { stdout: 'codex-cli 0.140.0\n' } });
    expect((await installedVersion(host, 'codex', '@openai/codex'))?.version).toBe('0.140.0');
  });

  test('is asked within 5 s and sees no key', async () => {
    const { host, runs } = hostOf({
      which: '/bin/claude',
      env: { PATH: '/bin', HOME: '/home/u', ANTHROPIC_API_KEY: 'sk-test-0001', HTTPS_PROXY: 'http://u:p@h' },
      says: { stdout: '1.0.60 (Claude Code)' },
    });
    await installedVersion(host, 'claude', CLAUDE);
    expect(runs[0]?.args).toEqual(['--version']);
    expect(runs[0]?.options.timeoutMs).toBeLessThanOrEqual(5000);
    expect(Object.keys(runs[0]?.options.env ?? {})).toEqual(expect.arrayContaining(['PATH', 'HOME']));
    expect(JSON.stringify(runs[0]?.options.env)).not.toMatch(/sk-test|u:p/);
  });

  test('there, but silent', async () => {
    const { host } = hostOf({ which: '/bin/claude', says: { code: null, timedOut: true } });
    expect(await installedVersion(host, 'claude', CLAUDE)).toEqual({ version: null, path: '/bin/claude' });
  });
});
