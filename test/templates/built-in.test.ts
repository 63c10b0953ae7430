import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { WireApi } from '../../src/model.ts';
import { endpointOf, isLoopback, parseAddress } from '../../src/templates/address.ts';
import type { TemplateRoot } from '../../src/templates.ts';
import { hasHole, templateForUrl } from '../../src/templates.ts';
import { builtIn, byId, FILES, rawOf } from './folders.ts';

const schema = JSON.parse(readFileSync(new URL('../../schema/template.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv({ allErrors: true, strict: false, formats: { regex: true } }).compile(schema);

const roots = builtIn.flatMap((template) =>
  (Object.entries(template.roots) as [WireApi, readonly TemplateRoot[]][]).flatMap(([wire, list]) =>
    list.map((root) => ({ id: template.id, wire, root, url: root.url })),
  ),
);

describe('the built-in templates', () => {
  test('are at least 60, with TaoToken first', () => {
    expect(builtIn.length).toBeGreaterThanOrEqual(60);
    expect([...builtIn].sort((a, b) => (a.rank ?? 100) - (b.rank ?? 100))[0]?.id).toBe('taotoken');
  });

  test.each(FILES)('%s fits the published schema', (name) => {
    expect(validate(rawOf(name)), JSON.stringify(validate.errors)).toBe(true);
  });

  test('are each in the file of their id', () => {
    expect(builtIn.map(({ id }) => `${id}.toml`)).toEqual(FILES);
  });

  test.each(builtIn)('$id has siblings that exist and name it back', (template) => {
    for (const sibling of template.siblings) expect(byId(sibling).siblings).toContain(template.id);
    for (const sibling of template.siblings) expect(byId(sibling).vendor).toBe(template.vendor);
  });

  test.each(builtIn)('$id says where it is from, and every quirk in two languages', (template) => {
    expect(template.sources.length).toBeGreaterThan(0);
    for (const source of template.sources) expect(URL.canParse(source), source).toBe(true);
    expect(template.quirkTexts?.length).toBeGreaterThan(0);
    for (const quirk of template.quirkTexts ?? []) {
      expect(quirk.zh).toMatch(/\p{Script=Han}/u);
      expect(quirk.en.replace(/401 无效的令牌/, '')).not.toMatch(/\p{Script=Han}/u);
    }
  });
});

describe('their roots', () => {
  test.each(roots)('$id $wire $url', ({ id, wire, root }) => {
    const address = parseAddress(root.url);
    expect(URL.canParse(root.url)).toBe(true);
    expect(address?.scheme === 'https' || hasHole(address?.host ?? '') || isLoopback(address?.host ?? '')).toBe(true);
    expect(root.url).not.toMatch(/\/$/);
    expect(endpointOf(root.url)).toBeNull();
    if (wire === 'anthropic-messages') expect(root.url).not.toMatch(/\/v1$/);
    const filled = root.url.replace(/\{(\w+)\}/g, 'mine');
    if (!/^https?:\/\/\{host\}/.test(root.url)) {
      const match = templateForUrl(builtIn, filled, wire);
      expect(match?.fit).toBe('exact');
      expect(match?.template.vendor ?? match?.template.id).toBe(byId(id).vendor ?? id);
    }
  });

  test('of TaoToken', () => {
    const { roots: taotoken, key } = byId('taotoken');
    expect(taotoken['anthropic-messages']?.map(({ url }) => url)).toEqual(['https://taotoken.net/api']);
    expect(taotoken['openai-responses']?.map(({ url }) => url).sort()).toEqual(['https://taotoken.net/api', 'https://taotoken.net/api/v1']);
    expect(taotoken['openai-responses']?.every(({ confidence }) => confidence === 'inferred')).toBe(true);
    expect(key.console).toBe('https://taotoken.net');
  });

  test('of Chat-only vendors are never offered to Codex', () => {
    for (const id of ['kimi-coding', 'zhipu-cn', 'zai-coding', 'siliconflow-cn', 'modelscope', 'dashscope-coding-cn', 'mistral', 'qianfan'])
      expect(byId(id).roots['openai-responses'], id).toBeUndefined();
  });
});
