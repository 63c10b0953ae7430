// A template file (TOML) into a Template. The format is described by schema/template.schema.json.

import { parse } from 'smol-toml';
import { reasonOf } from '../documents/toml/judge.ts';
import type { UserError } from '../errors.ts';
import type { Template } from '../templates.ts';
import { type Problem, templateError } from './problem.ts';
import { readClaudeEnv, readKey, readQuirks } from './read-parts.ts';
import { readRoots } from './read-roots.ts';
import { TableReader } from './table-reader.ts';

const MAX_CHARACTERS = 262_144;
const KINDS = ['official', 'relay', 'gateway', 'local', 'plan', 'cloud'] as const;
const ID = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The template, or everything that is wrong with the file as one error; never throws on what a file holds. */
export function parseTemplate(text: string, file: string): Template | UserError {
  if (text.length > MAX_CHARACTERS) {
    const problem = { en: 'is larger than {limit} characters', zh: '超过 {limit} 个字符' };
    return templateError(file, [{ at: '', text: problem, args: { limit: MAX_CHARACTERS } }]);
  }
  const problems: Problem[] = [];
  const table = tableOf(text.replace(/^\uFEFF/, ''), problems);
  const template = table === null ? null : readTemplate(new TableReader(table, '', problems));
  return template === null || problems.length > 0 ? templateError(file, problems) : template;
}

function tableOf(text: string, problems: Problem[]): Readonly<Record<string, unknown>> | null {
  try {
    return parse(text);
  } catch (error) {
    const { line, column, detail } = reasonOf(error);
    const sentence = {
      en: 'is no valid TOML at line {line}, column {column} ({detail})',
      zh: '第 {line} 行第 {column} 列不是合法的 TOML（{detail}）',
    };
    problems.push({ at: '', text: sentence, args: { line, column, detail } });
    return null;
  }
}

function readTemplate(reader: TableReader): Template {
  const id = reader.required('id');
  if (id !== '' && !ID.test(id)) {
    reader.problem('id', { en: 'may hold lower-case letters, digits and hyphens only', zh: '只能用小写字母、数字和连字符' });
  }
  const name = reader.required('name');
  const nameZh = reader.text('name_zh');
  const kind = reader.oneOf('kind', KINDS, 'gateway');
  const region = reader.text('region') ?? 'self-hosted';
  const vendor = reader.text('vendor');
  const siblings = reader.texts('siblings');
  const planModels = reader.texts('plan_models');
  const agentsOnly = reader.flag('agents_only');
  const rank = reader.integer('rank');
  const sources = reader.texts('sources');
  const quirkTexts = readQuirks(reader);
  const key = readKey(reader.table('key'));
  const claudeEnv = readClaudeEnv(reader.table('claude_env'));
  const roots = readRoots(reader.table('roots'));
  reader.close();
  if (Object.keys(roots).length === 0 && Object.keys(claudeEnv).length === 0) {
    reader.problem('roots', { en: 'is missing: at least one [[roots.…]] is needed', zh: '缺少地址：至少要有一个 [[roots.…]]' });
  }
  return {
    id,
    name,
    kind,
    region,
    roots,
    key,
    siblings,
    claudeEnv,
    quirks: quirkTexts.map((quirk) => quirk.en),
    sources,
    quirkTexts,
    ...(nameZh === undefined ? {} : { nameZh }),
    ...(vendor === undefined ? {} : { vendor }),
    ...(planModels.length === 0 ? {} : { planModels }),
    ...(agentsOnly ? { agentsOnly } : {}),
    ...(rank === undefined ? {} : { rank }),
  };
}
