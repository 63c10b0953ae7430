// What every rule must have, so that none is half added: its line in the registry, a test, and silence on health.

import { describe, expect, it } from 'vitest';

import { EXPLAINABLE } from '../../src/explainable.ts';
import { FAILURES } from '../../src/probe/failures/index.ts';
import { RULES } from '../../src/rules/index.ts';
import { textOf as explained } from '../../src/texts.ts';
import { check, claude, codex } from '../rules/world.ts';
import { EXPECTED_IN_CASES, isTested, SOURCES, textOf } from './sources.ts';

const RULE_FILE = /^src\/rules\/([a-z-]+)\/([a-z0-9-]+)\.ts$/;
/** Every file that defines a rule, by the id its path gives it. */
const FILES: ReadonlyMap<string, string> = new Map(
  SOURCES.filter((path) => RULE_FILE.test(path) && /^export const rule\b/m.test(textOf(path))).map((path) => [
    path.replace(RULE_FILE, '$1/$2'),
    path,
  ]),
);

describe('the registry of rules', () => {
  it('holds every file that defines a rule, and nothing else', () => {
    expect(RULES.map(({ id }) => id).sort()).toEqual([...FILES.keys()].sort());
  });

  it('holds no id twice, and none that is a failure class', () => {
    const ids = [...RULES, ...FAILURES].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('holds no id that means something else in the specification', () => {
    for (const { id } of RULES) expect(id).toMatch(/^(file|provider|url|key|env|model|security|setup)\/[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  it('has the id of its file', () => {
    expect(textOf(FILES.get(id) ?? '')).toContain(`id: '${id}'`);
  });

  it('can be explained', () => {
    expect(EXPLAINABLE).toContain(id);
    expect(explained(id)).toBe(rule.text);
  });

  it('has a test or a case', () => {
    expect(
      isTested(id, `src/rules/${id}.ts`) || EXPECTED_IN_CASES.has(id),
      `name ${id} in test/rules/${id}.test.ts or the table of its area`,
    ).toBe(true);
  });

  it('is silent on healthy set-ups and on none', () => {
    const spoken = [claude(), codex(), {}]
      .flatMap((world) => check(rule, world))
      .filter(({ severity = rule.severity }) => severity !== 'info');
    expect(spoken).toEqual([]);
  });
});
