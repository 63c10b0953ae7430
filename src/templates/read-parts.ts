// The smaller parts of a template: what its keys look like, variables for Claude Code, quirks.

import type { Text } from '../model.ts';
import type { Template } from '../templates.ts';
import type { TableReader } from './table-reader.ts';

const MAX_PATTERN = 200;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Written from the channel itself, so a template may at most empty them. */
const OWNED = new Set(['ANTHROPIC_BASE_URL', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY', 'ANTHROPIC_MODEL']);
/** Would let a template that somebody shared run code or switch checks off. */
const DANGEROUS = new Set(['NODE_OPTIONS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'PATH', 'LD_PRELOAD', 'BASH_ENV', 'SHELL']);

const TROUBLE = {
  pattern: { en: 'is no regular expression of at most {limit} characters', zh: '不是合法的正则表达式，或超过 {limit} 个字符' },
  console: { en: 'must be the http or https address of the page where keys are made', zh: '应为创建密钥的网页地址（http 或 https）' },
  variable: { en: 'is no name of an environment variable', zh: '不是合法的环境变量名' },
  value: { en: 'must be text in quotes, numbers too', zh: '必须带引号，数字也一样' },
  owned: { en: 'is written from the channel itself; a template may only set it to ""', zh: '该变量由渠道本身决定，模板里只能设为 ""' },
  dangerous: { en: 'may not be set by a template', zh: '模板不能设置这个变量' },
} as const satisfies Record<string, Text>;

export function readKey(reader: TableReader): Template['key'] {
  const prefixes = reader.texts('prefixes');
  const pattern = reader.text('pattern') ?? null;
  if (pattern !== null && !isPattern(pattern)) reader.problem('pattern', TROUBLE.pattern, { limit: MAX_PATTERN });
  const console = reader.text('console') ?? null;
  if (console !== null && !(/^https?:\/\//.test(console) && URL.canParse(console))) reader.problem('console', TROUBLE.console);
  const anyVendor = reader.flag('any_vendor');
  reader.close();
  return { prefixes, pattern, console, ...(anyVendor ? { anyVendor } : {}) };
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return pattern.length <= MAX_PATTERN;
  } catch {
    return false;
  }
}

export function readClaudeEnv(reader: TableReader): Template['claudeEnv'] {
  const variables: [string, string][] = [];
  for (const name of reader.keys()) {
    const value = reader.raw(name);
    if (!VARIABLE.test(name)) reader.problem(name, TROUBLE.variable);
    else if (typeof value !== 'string') reader.problem(name, TROUBLE.value);
    else if (DANGEROUS.has(name)) reader.problem(name, TROUBLE.dangerous);
    else if (OWNED.has(name) && value !== '') reader.problem(name, TROUBLE.owned);
    else variables.push([name, value]);
  }
  return Object.fromEntries(variables);
}

/** A quirk may be one plain sentence, as a company would write it in its own language. */
export function readQuirks(reader: TableReader): readonly Text[] {
  return reader.mixed('quirks').map((quirk) => {
    if (typeof quirk === 'string') return { en: quirk, zh: quirk };
    const text = { en: quirk.required('en'), zh: quirk.required('zh') };
    quirk.close();
    return text;
  });
}
