// Everything that can be found is explained by more than its own sentence, in both languages, and what is said of `fix` is so.

import { describe, expect, it } from 'vitest';

import { EXPLANATIONS } from '../../src/explain/all.ts';
import { explanationOf } from '../../src/explain/index.ts';
import { EXPLAINABLE } from '../../src/explainable.ts';
import { RULES } from '../../src/rules/index.ts';
import { doctor, machineWith } from './machine.ts';

const page = await import(new URL('../../scripts/diagnosis-page.mjs', import.meta.url).href);
const fixes: ReadonlyMap<string, readonly string[]> = page.fixesOf(RULES);
const run = (...argv: string[]) => doctor(machineWith(), ['explain', ...argv]);

it('explains every id, and nothing else', () => {
  expect(Object.keys(EXPLANATIONS).sort()).toEqual([...EXPLAINABLE].sort());
});

describe.each(EXPLAINABLE)('%s', (id) => {
  const { background, wrong, right } = explanationOf(id);

  it('has a background or an example', () => {
    expect([background, wrong, right].some((part) => part !== undefined)).toBe(true);
    if (background) expect([/\p{Script=Han}/u.test(background.en), /\p{Script=Han}/u.test(background.zh)]).toEqual([false, true]);
  });

  it('has no Chinese in what both languages show, and lines that fit a terminal', () => {
    for (const line of [wrong, right].flatMap((text) => text?.split('\n') ?? [])) {
      // A full-width character is the mistake itself.
      expect(line.replace(/[：，“”]/g, '')).not.toMatch(/\p{Script=Han}/u);
      expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  it.each(['en', 'zh'])('is told in %s', async (lang) => {
    const { status, out } = await run(id, '--lang', lang);
    expect(status).toBe(0);
    for (const part of [wrong, right]) for (const line of part?.split('\n') ?? []) expect(out).toContain(line.trimEnd());
    expect(out).not.toMatch(/\{[a-z]\w*\}/);
  });
});

it.each(RULES.map(({ id }) => id))('%s says whether fix does it, as the page of all findings does', (id) => {
  const said = explanationOf(id).fix;
  const ways = said === undefined ? [] : said === 'both' ? ['safe', 'unsafe'] : [said];
  expect(ways).toEqual(expect.arrayContaining([...(fixes.get(id) ?? [])]));
  expect(ways.length > 0).toBe((fixes.get(id) ?? []).length > 0);
});

it('prints one document with all parts', async () => {
  const { out } = await run('url/v1-doubled', '--json');
  expect(JSON.parse(out)).toMatchObject({
    schema: 'channel-doctor/explain@1',
    entries: [
      { id: 'url/v1-doubled', background: expect.stringContaining('2.1.50'), right: expect.stringContaining('gw.example'), fix: 'both' },
    ],
  });
});
