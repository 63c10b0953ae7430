// What happens to a key before the terminal. That none is ever seen is looked at after every visit.

import { expect, it } from 'vitest';

import { type Desk, KEY, visit } from '../desk.ts';

const half = Math.floor(KEY.length / 2);
const BROKEN = `${KEY.slice(0, half)}\n${KEY.slice(half)}`;
const CODEX = { installed: { codex: '0.171.0' } };

export function keys(desk: () => Desk): void {
  it('keeps nothing of a pasted key with a line break in it', async () => {
    await visit(desk(), CODEX, async ({ home, start }) => {
      const person = start('init');
      await person.answers('Which gateway', desk().gateway);
      await person.isAsked('API key');
      person.paste(BROKEN);
      await person.sees('has a line break in it');
      person.press('enter');
      person.paste(`${KEY}\n`);
      await person.sees(`${KEY.length} characters`);
      person.press('enter');
      await person.isAsked('Model for Codex');
      expect(await home.picture()).toEqual({});
    });
  });

  it.each([
    ['whole', [BROKEN.replace('\n', '\r')]],
    ['in pieces', BROKEN.split('\n').map((piece) => `${piece}\r`)],
  ])('does so too where the terminal does not mark what is pasted, %s', async (_, pieces) => {
    await visit(desk(), CODEX, async ({ start }) => {
      const person = start('init');
      await person.answers('Which gateway', desk().gateway);
      await person.isAsked('API key');
      for (const piece of pieces) person.type(piece);
      await person.sees('has a line break in it');
      expect(person.text).not.toContain('what it offers');
      await person.answers('API key', KEY);
      await person.isAsked('Model for Codex');
    });
  });

  it('judges the shape at once and takes no address, no variable and no sample for a key', async () => {
    await visit(desk(), CODEX, async ({ start }) => {
      const person = start('init');
      await person.answers('Which gateway', desk().gateway);
      await person.isAsked('API key');
      for (const [typed, said] of [
        ['https://gw.example/v1', 'An address stands where the key belongs'],
        ['OPENAI_API_KEY', 'The name of a variable'],
        ['sk-xxxxxxxxxxxx', 'sample text'],
      ] as const) {
        person.type(typed);
        await person.isAsked(said);
        person.press('enter');
        await person.isAsked(said);
      }
      person.type(`"Bearer ${KEY}"`);
      await person.isAsked('it will be tidied up');
      person.press('enter');
      await person.isAsked('Model for Codex');
    });
  });

  it('hides a key that is pasted where the address belongs', async () => {
    await visit(desk(), CODEX, async ({ start }) => {
      const person = start('init');
      await person.isAsked('Which gateway');
      person.paste(KEY);
      await person.isAsked('Nothing matches');
      expect(person.question).toContain('sk-r…h4Dy');
    });
  });
}
