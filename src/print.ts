// Reports, diffs and questions on their way to the user.

import { type Context, has } from './context.ts';
import { EXIT, UserError } from './errors.ts';
import type { Plan, Text } from './model.ts';
import { planDiff } from './report/diff.ts';
import { reportJson } from './report/json.ts';
import { type Paint, paintFor, typographyFor } from './report/paint.ts';
import type { Report } from './report/report.ts';
import { reportText, type TextOptions } from './report/text.ts';
import { visible } from './report/visible.ts';

export const paintOf = (context: Context): Paint =>
  paintFor(context.host, { noColor: has(context, 'no-color'), plain: has(context, 'plain') });

export function textOptions(context: Context): TextOptions {
  const { lang, host, masker } = context;
  const typeset = typographyFor(host);
  return {
    lang,
    paint: paintOf(context),
    home: host.home,
    quiet: has(context, 'quiet'),
    masked: (text) => visible(typeset(masker.text(text))),
  };
}

export function printReport(context: Context, report: Report): void {
  if (has(context, 'json')) context.out.document(reportJson(report, context.version, context.lang));
  else context.out.result(reportText(report, textOptions(context)));
}

export function printDiff(context: Context, plan: Plan): void {
  context.out.result(`${planDiff(plan, paintOf(context), context.host.home, (text) => visible(context.masker.text(text)))}\n`);
}

const NEEDS_YES: Text = {
  en: 'Nothing was written: there is no terminal to ask on. Add --yes to write, or --dry-run to look first',
  zh: '没有写入：当前没有终端可以询问。要写入请加 --yes，想先看看请用 --dry-run',
};

/** @throws UserError (exit 2) where something is to be written and nobody can be asked. `--yes` answers. */
export function expectAnswer(context: Context): void {
  const { stdinIsTerminal, stderrIsTerminal } = context.host.terminal;
  if (!has(context, 'yes') && (!stdinIsTerminal || !stderrIsTerminal)) throw new UserError(EXIT.usage, NEEDS_YES);
}

/** Asks before writing; `--yes` answers. @throws UserError (exit 2) where nobody can be asked. */
export async function confirmWrite(context: Context, question: Text): Promise<boolean> {
  expectAnswer(context);
  if (has(context, 'yes')) return true;
  const { askYesNo } = await import('./prompts.ts');
  return askYesNo(context, question[context.lang]);
}
