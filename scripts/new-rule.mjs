// `npm run new:rule area/name`: the rule, its line in the registry, and a test that fails until the rule is written.

import { addImport, addToArray, camelCase, create, edit, exists, KEBAB, main, Stop, tidy } from './scaffold.mjs';

const USAGE = 'usage: npm run new:rule area/name      (for example url/port-missing)';

const ruleFile = (id) => `import { eachClient, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: '${id}',
  severity: 'warning',
  text: {
    title: { en: 'REPLACE: what is wrong with {value}, in one line', zh: 'REPLACE：用一句话说明 {value} 有什么问题' },
    why: { en: 'REPLACE: what happens because of it', zh: 'REPLACE：会造成什么后果' },
    advice: { en: 'REPLACE: what to do', zh: 'REPLACE：应该怎么处理' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      const found = state.channel?.baseUrl;
      if (found?.value !== 'REPLACE: the condition') return;
      yield { origin: found.origin, args: { value: found.value } };
    });
  },
};
`;

const testFile = (id) => `// ${id}

import { describe, expect, it } from 'vitest';

import { rule } from '../../../src/rules/${id}.ts';
import { check, claude, codex } from '../world.ts';

describe(rule.id, () => {
  it('fires', () => {
    expect(check(rule, claude())).not.toEqual([]);
    expect.fail('Write set-ups in which it is true, and what is said: expectDraft(rule, check(rule, claude({ … })), { origin: { key: … } })');
  });

  it('is silent', () => {
    for (const world of [claude(), codex()]) expect(check(rule, world)).toEqual([]);
    expect.fail('Write look-alikes that are healthy: a false alarm is as bad as a miss');
  });

  it('is mended by its fix', () => {
    expect.fail('Write expectConverges(rule, world), or delete this test where there is no fix');
  });
});
`;

const areaFile = (area) => `// The rules about ${area}, in the order reports show them.

import type { Rule } from '../rule.ts';

export const ${constant(area)}: readonly Rule[] = [];
`;

const constant = (area) => `${area.replaceAll('-', '_').toUpperCase()}_RULES`;

main(([id = '']) => {
  const [area = '', name = '', ...rest] = id.split('/');
  if (rest.length > 0 || !KEBAB.test(area) || !KEBAB.test(name)) throw new Stop(USAGE);
  const [rule, test, index] = [`src/rules/${id}.ts`, `test/rules/${id}.test.ts`, `src/rules/${area}/index.ts`];
  create(rule, ruleFile(id));
  create(test, testFile(id));
  if (!exists(index)) {
    create(index, areaFile(area));
    edit('src/rules/index.ts', (text) =>
      addToArray(addImport(text, `import { ${constant(area)} } from './${area}/index.ts';`), 'RULES', `...${constant(area)}`),
    );
  }
  const binding = camelCase(name, 'Rule');
  edit(index, (text) => addToArray(addImport(text, `import { rule as ${binding} } from './${name}.ts';`), constant(area), binding));
  tidy([rule, test, index, 'src/rules/index.ts']);
  process.stdout.write(
    `\nNext: write the rule, then its test, until this passes:\n  npx vitest run test/rules/${id}.test.ts test/contract/rules.test.ts\nThen: npm run docs\n`,
  );
});
