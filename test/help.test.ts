// Flags, help and completion are made from two tables; here they are looked at from outside.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

import { main } from '../src/cli.ts';
import { COMMANDS } from '../src/commands/index.ts';
import { FLAGS, SHARED } from '../src/flags.ts';
import { widthOf } from '../src/report/width.ts';
import { memoryHost } from './helpers/memory-host.ts';

const NAMES = COMMANDS.map(({ name }) => name);
/** `--help` is among them, so that nothing is done. */
const VALUES: Readonly<Record<string, string>> = { client: 'codex', lang: 'en', timeout: '1', cwd: '.' };
const HAN = /\p{Script=Han}/u;

async function run(...argv: string[]): Promise<{ status: number; out: string; err: string }> {
  const host = memoryHost({ env: { LANG: 'en_US.UTF-8' } });
  const status = await main(argv, host);
  return { status, ...host.printed };
}

describe('help', () => {
  it.each(['en', 'zh'])('lists every command, in %s', async (lang) => {
    const { status, out, err } = await run('--help', '--lang', lang);
    expect([status, err]).toEqual([0, '']);
    for (const { name, summary } of COMMANDS)
      expect(out).toContain(`${name.padEnd(Math.max(...NAMES.map((other) => other.length)))}  ${summary[lang as 'en']}`);
    expect(HAN.test(out)).toBe(lang === 'zh');
  });

  it.each(COMMANDS.flatMap(({ name }) => ['en', 'zh'].map((lang) => [name, lang] as const)))('of %s, in %s', async (name, lang) => {
    const { status, out, err } = await run(name, '--help', '--lang', lang);
    const command = COMMANDS.find((known) => known.name === name);
    expect([status, err]).toEqual([0, '']);
    expect(HAN.test(out)).toBe(lang === 'zh');
    for (const flag of command?.flags ?? []) expect(out).toContain(`--${flag}`);
    expect(out).toContain(command?.example);
    expect(out).toContain('--lang');
  });

  it.each([
    ['providers', ['unsafe', 'client', 'timeout', 'yes']],
    ['explain', ['unsafe', 'offline']],
    ['check', ['unsafe', 'yes', 'dry-run']],
    ['run', ['no-verify', 'unsafe']],
    ['show', ['offline', 'timeout', 'with-client']],
  ])('of %s leaves out what does nothing there', async (name, flags) => {
    const { out } = await run(name, '--help');
    for (const flag of flags) expect(out).not.toMatch(new RegExp(`--${flag}\\b`));
  });

  it.each([80, 40])('fits a terminal of %d columns', async (columns) => {
    for (const lang of ['en', 'zh'])
      for (const argv of [['--help'], ...NAMES.map((name) => [name, '--help'])]) {
        const host = memoryHost({ env: { LANG: 'en_US.UTF-8' }, isTerminal: true });
        await main([...argv, '--lang', lang], { ...host, terminal: { ...host.terminal, columns } });
        const prose = host.printed.out.split('\n').filter((line) => !/^ {2}channel-doctor |^(?:Usage|用法)/.test(line));
        // A word of its own is never broken.
        expect(prose.filter((line) => widthOf(line) > columns && line.trim().includes(' '))).toEqual([]);
      }
  });

  it.each(COMMANDS)('$name accepts every shared flag', async ({ name }) => {
    const flags = SHARED.map((flag) => (VALUES[flag] === undefined ? `--${flag}` : `--${flag}=${VALUES[flag]}`));
    expect((await run(name, ...flags)).status).toBe(0);
  });

  it.each(COMMANDS.map(({ name, example, flags }) => [name, example, flags] as const))(
    'the example of %s uses what there is',
    (name, example, flags) => {
      expect(example.startsWith(`channel-doctor ${name}`)).toBe(true);
      const known = new Set<string>([...flags, 'client', 'yes']);
      for (const [, flag = ''] of example.matchAll(/--([a-z-]+)/g)) expect(known).toContain(flag);
    },
  );

  it('is shown, with status 2, where no command is named', async () => {
    const { status, out, err } = await run();
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('check');
  });

  it.each(['--version', '-V'])('%s prints the version alone', async (flag) => {
    const { status, out } = await run(flag);
    expect([status, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/)]);
  });
});

describe('wrong usage ends with 2, a sentence, and nothing on stdout', () => {
  it.each([
    ['an unknown command', ['chekc'], 'chekc'],
    ['an unknown flag', ['check', '--nonsense'], '--nonsense'],
    ['an unknown short flag', ['check', '-z'], '-z'],
    ['a flag of another command', ['check', '--scope', 'user'], '--scope'],
    ['a missing value', ['check', '--client'], '--client'],
    ['a flag for a value', ['check', '--client', '--offline'], '--client'],
    ['a value for a switch', ['check', '--offline=no'], '--offline'],
    ['an unknown client', ['check', '--client', 'vim'], 'vim'],
    ['a bad time limit', ['check', '--offline', '--timeout', '-5'], '-5'],
    ['an unknown language', ['check', '--lang', 'fr'], 'fr'],
    ['too many words', ['check', 'this'], 'this'],
    ['an unknown shell', ['completion', 'tcsh'], 'bash'],
    ['an unknown finding', ['explain', 'url/v1-doubeld'], 'url/v1-doubled'],
    ['an unknown provider', ['providers', 'no-such-provider'], 'no-such-provider'],
  ])('%s', async (_, argv, named) => {
    const { status, out, err } = await run(...argv);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(named);
    expect(err).not.toMatch(/defect|\n {4}at /);
  });

  it.each(NAMES)('an unknown flag of %s, with a key in it', async (name) => {
    const { status, out, err } = await run(name, '--sk-live-0123456789abcdef0123');
    expect([status, out]).toEqual([2, '']);
    expect(err).not.toContain('0123456789');
  });

  it.each(NAMES)('with one report where %s was asked for JSON', async (name) => {
    const { status, out, err } = await run(name, '--json', '--nonsense');
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ schema: 'channel-doctor/report@1', command: name, error: { exit: 2 } });
    expect(err).toContain('--nonsense');
  });

  it.each([
    ['--lang', 'zh'],
    ['--client', 'codex'],
    ['-m', 'm-main'],
  ])('but not %s %s before the command', async (...flag) => {
    const { err } = await run(...flag, 'init', '--nonsense');
    expect(err).toContain('--nonsense');
  });

  it('in Chinese too', async () => {
    expect((await run('check', '--nonsense', '--lang', 'zh')).err).toMatch(HAN);
  });
});

describe('completion', () => {
  const CHECKERS: Readonly<Record<string, readonly string[]>> = {
    bash: ['bash', '-n'],
    zsh: ['zsh', '-n'],
    fish: ['fish', '--no-execute'],
  };

  it.each(['bash', 'zsh', 'fish', 'powershell'])('for %s names every command and flag', async (shell) => {
    const { status, out } = await run('completion', shell);
    expect(status).toBe(0);
    for (const name of NAMES) expect(out).toContain(name);
    for (const flag of Object.keys(FLAGS)) if (COMMANDS.some(({ flags }) => flags.some((own) => own === flag))) expect(out).toContain(flag);
  });

  it.each(Object.entries(CHECKERS))('for %s is a script that the shell accepts', async (shell, [command = '', ...args]) => {
    for (const lang of ['en', 'zh']) {
      const { out } = await run('completion', shell, '--lang', lang);
      const { status, stderr, error } = spawnSync(command, args, { input: out, encoding: 'utf8' });
      // A shell that is not installed can't judge.
      if (error) return;
      expect([status, stderr]).toEqual([0, '']);
    }
  });

  it('completes a command and a flag in bash', async () => {
    const { out } = await run('completion', 'bash');
    const ask = (...words: string[]): string =>
      spawnSync(
        'bash',
        [
          '-c',
          `${out}\nCOMP_WORDS=(channel-doctor ${words.join(' ')}) COMP_CWORD=${words.length}\n_channel_doctor\necho "\${COMPREPLY[@]}"`,
        ],
        { encoding: 'utf8' },
      ).stdout.trim();
    expect(ask('che')).toBe('check');
    expect(ask('init', '--key-s')).toBe('--key-stdin');
  });
});
