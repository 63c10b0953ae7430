// The provider templates: all, those that match a word, or one in full.

import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { templatesFor } from '../examine.ts';
import { searchTemplates, type Template } from '../templates.ts';

const UNKNOWN = {
  en: 'No provider matches {query}. All of them: channel-doctor providers --list',
  zh: '没有匹配 {query} 的服务商。全部列表：channel-doctor providers --list',
};
const LABELS = {
  console: { en: 'keys', zh: '密钥页面' },
  quirks: { en: 'good to know', zh: '注意' },
};

function inFull({ id, name, roots, key, quirks, sources }: Template, context: Context): string {
  const lines = [`${name} (${id})`];
  for (const [wire, list] of Object.entries(roots)) {
    for (const { url, confidence, models } of list)
      lines.push(`  ${wire}: ${url}  (${confidence}${models.length > 0 ? `; ${models.slice(0, 4).join(', ')}` : ''})`);
  }
  if (key.console) lines.push(`  ${LABELS.console[context.lang]}: ${key.console}`);
  if (quirks.length > 0) lines.push(`  ${LABELS.quirks[context.lang]}:`, ...quirks.map((quirk) => `    - ${quirk}`));
  lines.push(...sources.map((source) => `  ${source}`));
  return `${lines.join('\n')}\n`;
}

const inShort = ({ id, name, roots }: Template): string => `${id.padEnd(24)} ${name}  ${Object.keys(roots).join(', ')}\n`;

export async function run(context: Context): Promise<ExitStatus> {
  const all = await templatesFor(context, true);
  const [query] = context.given.positionals;
  const exact = all.find(({ id }) => id === query);
  const found = query === undefined || has(context, 'list') ? all : exact ? [exact] : searchTemplates(all, query);
  if (found.length === 0) throw usageError(UNKNOWN, { query: (query ?? '').slice(0, 60) });
  if (has(context, 'json')) {
    context.out.document({ schema: 'channel-doctor/providers@1', version: context.version, command: 'providers', providers: found });
    return EXIT.ok;
  }
  const [only] = found;
  context.out.result(found.length === 1 && only ? inFull(only, context) : found.map(inShort).join(''));
  return EXIT.ok;
}
