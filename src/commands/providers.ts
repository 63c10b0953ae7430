// The provider templates: all, those that match a word, or one in full.

import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { templatesFor } from '../examine.ts';
import { say } from '../i18n/index.ts';
import type { Lang, Text } from '../model.ts';
import { paintOf } from '../print.ts';
import { ellipsisOf, fitted } from '../report/fit.ts';
import { padded, widthOf, wrap } from '../report/paint.ts';
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

/** `    - text`, what does not fit below it. */
const hanging = (text: string, columns: number): readonly string[] =>
  wrap(text, columns - 6).map((line, index) => `${index === 0 ? '    - ' : '      '}${line}`);

function inFull(template: Template, context: Context): string {
  const { lang } = context;
  const { id, roots, key, quirkTexts = [], sources } = template;
  const lines = [say(LABELS.heading, lang, { name: nameOf(template, lang), id })];
  for (const [wire, list] of Object.entries(roots)) {
    for (const { url, confidence, models } of list) {
      const args = { wire, url, known: CONFIDENCE[confidence], models: models.slice(0, 4).join(', ') };
      lines.push(`  ${say(models.length > 0 ? LABELS.addressWithModels : LABELS.address, lang, args)}`);
    }
  }
  if (key.console) lines.push(`  ${say(LABELS.console, lang, { address: key.console })}`);
  if (quirkTexts.length > 0)
    lines.push(`  ${say(LABELS.quirks, lang)}`, ...quirkTexts.flatMap((quirk) => hanging(say(quirk, lang), paintOf(context).columns)));
  lines.push(...sources.map((source) => `  ${source}`));
  return `${lines.join('\n')}\n`;
}

/** One line each. On a terminal the protocols go without their vendor, and names give way to them. */
function inShort(templates: readonly Template[], context: Context): string {
  const { lang, host } = context;
  const paint = paintOf(context);
  const isNarrow = host.terminal.stdoutIsTerminal;
  const wiresOf = ({ roots }: Template): string => {
    const wires = Object.keys(roots);
    return (isNarrow ? wires.map((wire) => wire.replace(/^\w+-/, '')) : wires).join(', ');
  };
  const widest = (textOf: (template: Template) => string): number => Math.max(...templates.map((template) => widthOf(textOf(template))));
  const idWidth = widest(({ id }) => id);
  const room = isNarrow ? paint.columns - idWidth - widest(wiresOf) - 4 : Number.POSITIVE_INFINITY;
  const nameWidth = Math.max(
    0,
    Math.min(
      widest((template) => nameOf(template, lang)),
      room,
    ),
  );
  const line = (template: Template): string => {
    const name = nameWidth < 8 ? '' : `${padded(fitted(nameOf(template, lang), nameWidth, ellipsisOf(paint)), nameWidth)}  `;
    return `${template.id.padEnd(idWidth)}  ${name}${wiresOf(template)}`.trimEnd();
  };
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
  context.out.result(found.length === 1 && only ? inFull(only, context) : inShort(found, context));
  return EXIT.ok;
}
