// The provider templates: all, those that match a word, or one in full.

import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { templatesFor } from '../examine.ts';
import { say } from '../i18n/index.ts';
import type { Lang, Text } from '../model.ts';
import { padded, widthOf } from '../report/paint.ts';
import { searchTemplates, type Template, type TemplateRoot } from '../templates.ts';

const UNKNOWN = {
  en: 'No provider matches {query}. All of them: channel-doctor providers --list',
  zh: '没有匹配 {query} 的服务商。全部列表：channel-doctor providers --list',
};
const LABELS = {
  console: { en: 'keys: {address}', zh: '密钥页面：{address}' },
  quirks: { en: 'good to know:', zh: '注意：' },
  /** An address, how far it is known, and models it serves. */
  address: { en: '{wire}: {url}  ({known})', zh: '{wire}：{url}  （{known}）' },
  addressWithModels: { en: '{wire}: {url}  ({known}; {models})', zh: '{wire}：{url}  （{known}；{models}）' },
  heading: { en: '{name} ({id})', zh: '{name}（{id}）' },
};
const CONFIDENCE: Readonly<Record<TemplateRoot['confidence'], Text>> = {
  documented: { en: 'documented', zh: '官方文档' },
  preset: { en: 'from a preset', zh: '来自预设' },
  inferred: { en: 'inferred', zh: '推断' },
};

const nameOf = ({ name, nameZh }: Template, lang: Lang): string => (lang === 'zh' ? (nameZh ?? name) : name);

function inFull(template: Template, { lang }: Context): string {
  const { id, roots, key, quirkTexts = [], sources } = template;
  const lines = [say(LABELS.heading, lang, { name: nameOf(template, lang), id })];
  for (const [wire, list] of Object.entries(roots)) {
    for (const { url, confidence, models } of list) {
      const args = { wire, url, known: CONFIDENCE[confidence], models: models.slice(0, 4).join(', ') };
      lines.push(`  ${say(models.length > 0 ? LABELS.addressWithModels : LABELS.address, lang, args)}`);
    }
  }
  if (key.console) lines.push(`  ${say(LABELS.console, lang, { address: key.console })}`);
  if (quirkTexts.length > 0) lines.push(`  ${say(LABELS.quirks, lang)}`, ...quirkTexts.map((quirk) => `    - ${say(quirk, lang)}`));
  lines.push(...sources.map((source) => `  ${source}`));
  return `${lines.join('\n')}\n`;
}

function inShort(templates: readonly Template[], lang: Lang): string {
  const idWidth = Math.max(...templates.map(({ id }) => id.length));
  const nameWidth = Math.max(...templates.map((template) => widthOf(nameOf(template, lang))));
  const line = (template: Template): string =>
    `${template.id.padEnd(idWidth)}  ${padded(nameOf(template, lang), nameWidth)}  ${Object.keys(template.roots).join(', ')}`.trimEnd();
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
  context.out.result(found.length === 1 && only ? inFull(only, context) : inShort(found, context.lang));
  return EXIT.ok;
}
