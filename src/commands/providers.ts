// The provider templates: all, those that match a word, or one in full.

import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { templatesFor } from '../examine.ts';
import type { Text } from '../model.ts';
import { padded, widthOf } from '../report/paint.ts';
import { searchTemplates, type Template, type TemplateRoot } from '../templates.ts';

const UNKNOWN = {
  en: 'No provider matches {query}. All of them: channel-doctor providers --list',
  zh: '没有匹配 {query} 的服务商。全部列表：channel-doctor providers --list',
};
const LABELS = {
  console: { en: 'keys: ', zh: '密钥页面：' },
  quirks: { en: 'good to know:', zh: '注意：' },
};
const CONFIDENCE: Readonly<Record<TemplateRoot['confidence'], Text>> = {
  documented: { en: 'documented', zh: '官方文档' },
  preset: { en: 'from a preset', zh: '来自预设' },
  inferred: { en: 'inferred', zh: '推断' },
};

function inFull({ id, name, roots, key, quirks, sources }: Template, context: Context): string {
  const lines = [`${name} (${id})`];
  for (const [wire, list] of Object.entries(roots)) {
    for (const { url, confidence, models } of list)
      lines.push(
        `  ${wire}: ${url}  (${CONFIDENCE[confidence][context.lang]}${models.length > 0 ? `; ${models.slice(0, 4).join(', ')}` : ''})`,
      );
  }
  if (key.console) lines.push(`  ${LABELS.console[context.lang]}${key.console}`);
  if (quirks.length > 0) lines.push(`  ${LABELS.quirks[context.lang]}`, ...quirks.map((quirk) => `    - ${quirk}`));
  lines.push(...sources.map((source) => `  ${source}`));
  return `${lines.join('\n')}\n`;
}

function inShort(templates: readonly Template[]): string {
  const idWidth = Math.max(...templates.map(({ id }) => id.length));
  const nameWidth = Math.max(...templates.map(({ name }) => widthOf(name)));
  const line = ({ id, name, roots }: Template): string =>
    `${id.padEnd(idWidth)}  ${padded(name, nameWidth)}  ${Object.keys(roots).join(', ')}`.trimEnd();
  return templates.map((template) => `${line(template)}\n`).join('');
}

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
  context.out.result(found.length === 1 && only ? inFull(only, context) : inShort(found));
  return EXIT.ok;
}
