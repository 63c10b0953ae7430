import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { parseTemplate } from '../../src/templates/parse.ts';
import { builtIn, FILES, textOf } from './folders.ts';

const schema = JSON.parse(readFileSync(new URL('../../schema/template.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv({ strict: false, formats: { regex: (text: string) => isRegex(text) } }).compile(schema);
function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

const HEAD = 'id = "acme"\nname = "Acme"\n';
const ROOT = '[[roots.openai-chat]]\nurl = "https://gw.example/v1"\n';

/** Sentences with their arguments filled in, as a reporter would. */
function said(error: UserError, lang: 'en' | 'zh'): string {
  return error.text[lang].replace(/\{(\w+)\}/g, (hole, name: string) => String(error.args[name] ?? hole));
}
function refusal(toml: string): UserError {
  const result = parseTemplate(toml, 'acme.toml');
  if (!(result instanceof UserError)) throw new Error('it was accepted');
  return result;
}

describe('a template of one’s own', () => {
  test('needs an id, a name and an address', () => {
    const template = parseTemplate(HEAD + ROOT, 'acme.toml');
    expect(template).toMatchObject({ id: 'acme', kind: 'gateway', region: 'self-hosted', siblings: [], claudeEnv: {} });
    expect(template).toHaveProperty('roots.openai-chat', [
      { url: 'https://gw.example/v1', confidence: 'documented', header: 'bearer', models: [] },
    ]);
  });

  test('may stand behind a BOM and have Windows line ends', () => {
    expect(parseTemplate(`\uFEFF${HEAD}${ROOT}`.replace(/\n/g, '\r\n'), 'acme.toml')).toMatchObject({ id: 'acme' });
  });

  test('may speak plain http inside', () => {
    for (const host of ['10.0.0.7:3000', 'gateway', '192.168.1.4', 'llm.corp', '[::1]:8080'])
      expect(parseTemplate(`${HEAD}[[roots.openai-chat]]\nurl = "http://${host}/v1"\n`, 'a'), host).toMatchObject({ id: 'acme' });
  });

  test('may write quirks as plain sentences', () => {
    const template = parseTemplate(`${HEAD}quirks = ["密钥每月更换"]\n${ROOT}`, 'a');
    expect(template).toMatchObject({ quirks: ['密钥每月更换'], quirkTexts: [{ en: '密钥每月更换', zh: '密钥每月更换' }] });
  });

  test('is documented by an example that works', () => {
    for (const page of ['templates.md', 'templates.zh-CN.md']) {
      const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
      const example = /```toml\n(.*?)```/s.exec(text)?.[1] ?? '';
      expect(parseTemplate(example, page)).toMatchObject({ id: 'acme', rank: 0, claudeEnv: { API_TIMEOUT_MS: '900000' } });
    }
  });
});

describe('a mistake is named with its place', () => {
  test.each([
    ['no id', `name = "x"\n${ROOT}`, 'id: is missing'],
    ['a bad id', `id = "Acme GmbH"\nname = "x"\n${ROOT}`, 'id: may hold lower-case letters'],
    ['no address', HEAD, 'roots: is missing'],
    ['a misspelt key', `${HEAD}modles = ["m"]\n${ROOT}`, 'modles: is not known here'],
    ['a misspelt wire API', `${HEAD}[[roots.openai]]\nurl = "https://gw.example/v1"\n`, 'roots.openai: is not known here'],
    ['a kind that is none', `${HEAD}kind = "free"\n${ROOT}`, 'kind: must be one of: official, relay'],
    ['a slash', `${HEAD}[[roots.openai-chat]]\nurl = "https://gw.example/v1/"\n`, 'roots.openai-chat[0].url: must not end in a slash'],
    ['an endpoint', `${HEAD}[[roots.openai-chat]]\nurl = "https://gw.example/v1/chat/completions"\n`, 'ends in /chat/completions'],
    ['/v1 for Claude Code', `${HEAD}[[roots.anthropic-messages]]\nurl = "https://gw.example/v1"\n`, 'ends in /v1, which Claude Code adds'],
    ['a query', `${HEAD}[[roots.openai-chat]]\nurl = "https://gw.example/v1?a=b"\n`, 'without query'],
    ['no scheme', `${HEAD}[[roots.openai-chat]]\nurl = "gw.example/v1"\n`, 'must be an http or https address'],
    ['one root as a table', `${HEAD}[roots.openai-chat]\nurl = "https://gw.example/v1"\n`, '[[roots.openai-chat]]'],
    ['a header without its name', `${HEAD}${ROOT}header = "header"\n`, 'header_name: must be the lower-case name'],
    ['a name without its header', `${HEAD}${ROOT}header_name = "api-key"\n`, 'header_name'],
    ['models as one text', `${HEAD}${ROOT}models = "m"\n`, 'models: must be a list'],
    ['a number as a variable', `${HEAD}${ROOT}[claude_env]\nAPI_TIMEOUT_MS = 3\n`, 'claude_env.API_TIMEOUT_MS: must be text in quotes'],
    ['a key inside', `${HEAD}${ROOT}[claude_env]\nANTHROPIC_API_KEY = "k"\n`, 'is written from the channel itself'],
    ['checks switched off', `${HEAD}${ROOT}[claude_env]\nNODE_TLS_REJECT_UNAUTHORIZED = "0"\n`, 'may not be set by a template'],
    ['a broken pattern', `${HEAD}${ROOT}[key]\npattern = "["\n`, 'key.pattern: is no regular expression'],
    ['half a quirk', `${HEAD}${ROOT}[[quirks]]\nen = "x"\n`, 'quirks[0].zh: is missing'],
  ])('%s', (_, toml, expected) => {
    const error = refusal(toml);
    expect(said(error, 'en')).toContain(expected);
    expect(said(error, 'zh')).toMatch(/模板文件 acme\.toml 无法使用/);
    expect(said(error, 'en') + said(error, 'zh')).not.toMatch(/\{\w+_\d\}/);
    expect(error.exit).toBe(2);
    expect(validate(parse(toml)), 'the schema accepts it').toBe(false);
  });

  test('plain http over the internet', () => {
    expect(said(refusal(`${HEAD}[[roots.openai-chat]]\nurl = "http://gw.example/v1"\n`), 'en')).toContain('write https');
  });

  test('bad TOML, with the line', () => {
    expect(said(refusal('id = "acme"\nname = Acme\n'), 'en')).toContain('is no valid TOML at line 2');
  });

  test('all at once, up to a limit', () => {
    const many = Array.from({ length: 20 }, (_, index) => `x${index} = 1`).join('\n');
    expect(said(refusal(`${HEAD}${many}\n${ROOT}`), 'en')).toContain('… and 12 more');
  });

  test('a file without end', () => {
    expect(said(refusal(`# ${'x'.repeat(300_000)}`), 'en')).toContain('is larger than');
  });
});

test('nothing that a file holds makes it throw', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), fc.nat(), fc.nat(40), fc.string(), (name, at, length, junk) => {
      const text = textOf(name);
      const start = at % text.length;
      parseTemplate(text.slice(0, start) + junk + text.slice(start + length), name);
    }),
    { numRuns: 200, seed: 7 },
  );
});

test('a template survives being packed', () => {
  expect(JSON.parse(JSON.stringify(builtIn))).toEqual(builtIn);
});
