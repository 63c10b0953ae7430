// Taking answers back, and leaving.

import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

import { type Desk, KEY, visit } from '../desk.ts';
import type { Person } from '../terminal.ts';

/** Every question of a set-up of both clients, and the answer that leads to the next one. */
const QUESTIONS: readonly (readonly [question: string, answer: (desk: Desk) => string])[] = [
  ['Which clients', () => ''],
  ['Which gateway', ({ gateway }) => gateway],
  ['API key', () => KEY],
  ['Model for Codex', () => ''],
  ['Model for Claude Code', () => ''],
  ['Small, fast model', () => ''],
  ['Write these changes?', () => ''],
];

async function goTo(person: Person, desk: Desk, last: string): Promise<void> {
  for (const [question, answer] of QUESTIONS) {
    if (question === last) return person.isAsked(question);
    await person.answers(question, answer(desk));
  }
}

const FILES = { '.codex/config.toml': '# untouched\nmodel = "gpt-5.2"\n', '.claude/settings.json': '{ "theme": "dark" }\n' };

export function waysBack(desk: () => Desk): void {
  it.each(QUESTIONS.map(([question]) => question))('leaves every file as it was after Ctrl-C at "%s"', async (question) => {
    await visit(desk(), { files: FILES }, async ({ home, start }) => {
      const before = await home.picture();
      const person = start('init');
      await goTo(person, desk(), question);
      person.press('interrupt');
      expect(await person.exit()).toBe(130);
      expect(person.text).toContain('Stopped; nothing was written');
      expect(await home.picture()).toEqual(before);
    });
  });

  it('stops at once while a gateway keeps silent', async () => {
    await visit(desk(), { installed: { codex: '0.171.0' } }, async ({ home, start }) => {
      const person = start('init');
      await person.answers('Which gateway', desk().silent);
      await person.answers('API key', KEY);
      await person.sees('what it offers');
      person.press('interrupt');
      expect(await person.exit()).toBe(130);
      expect(await home.picture()).toEqual({});
    });
  });

  it('takes every answer back with Escape, one by one, up to the first question', async () => {
    await visit(desk(), {}, async ({ home, start }) => {
      const person = start('init');
      await goTo(person, desk(), 'Write these changes?');
      for (const [question] of [...QUESTIONS].reverse().slice(1)) {
        person.press('escape');
        await person.isAsked(question);
        // The diff stays on the screen, and the answers above it with it.
        expect(person.text).toContain('The last answer does not count.');
      }
      person.press('down');
      await person.until(() => person.pointed === 'Codex CLI only', 'the second choice');
      person.press('enter');
      await person.answers('Which gateway', `${desk().gateway}/v1/chat/completions`);
      await person.answers('API key', KEY);
      await person.answers('Model for Codex', 'deepseek');
      await person.answers('Write these changes?');
      expect(await person.exit()).toBe(0);
      expect(Object.keys(await home.picture())).not.toContain('/.claude/settings.json');
      expect(await home.text('.codex/config.toml')).toContain('model = "deepseek-v4-pro"');
    });
  });

  it('takes an answer off the screen together with what came of it', async () => {
    await visit(desk(), {}, async ({ start }) => {
      const person = start('init');
      await goTo(person, desk(), 'Small, fast model');
      const kept = (): number => [...person.text.matchAll(/^✔ /gm)].length;
      const screens: string[] = [];
      for (const [question] of QUESTIONS.slice(0, 5).reverse()) {
        const before = kept();
        person.press('escape');
        await person.isAsked(question);
        expect(kept(), question).toBeLessThan(before);
        screens.push(person.text);
      }
      expect(kept()).toBe(0);
      expect(screens.join('\n')).not.toContain('does not count');
      person.press('interrupt');
      expect(await person.exit()).toBe(130);
    });
  });

  it('asks nothing without a terminal', async () => {
    await visit(desk(), {}, async ({ home, env }) => {
      const run = (...args: readonly string[]) =>
        spawnSync(process.execPath, [desk().packed.command, ...args], { env: { ...env }, encoding: 'utf8', cwd: home.path });
      const set = run('init');
      expect([set.status, set.stdout]).toEqual([2, '']);
      expect(set.stderr).toContain('--base-url');
      const keyless = run('init', '--base-url', desk().gateway, '--model', 'gpt-5.2');
      expect([keyless.status, keyless.stdout]).toEqual([2, '']);
      expect(keyless.stderr).toContain('--key-env');
      expect(run().status).toBe(2);
      expect(await home.picture()).toEqual({});
    });
  });

  it('shows a short menu where no command is given', async () => {
    await visit(desk(), { installed: { codex: '0.171.0' } }, async ({ start }) => {
      const person = start();
      await person.isAsked('What should be done?');
      for (const command of ['init', 'check', 'fix', 'show', 'undo']) expect(person.question).toContain(command);
      person.press('down');
      await person.until(() => person.pointed.startsWith('check'), 'check');
      person.press('enter');
      expect(await person.exit()).toBe(0);
      expect(person.text).toContain('no channel is configured');
    });
  });
}
