// check, then the safe fixes: diff, question, write, check again, until nothing that may be applied is left.

import { ChangeRun } from '../apply.ts';
import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { clientReports, detectOptions, type Examined, examine, templatesFor } from '../examine.ts';
import { changesOf } from '../journal.ts';
import type { Edit, Facts, Finding, Plan } from '../model.ts';
import { planEdits } from '../plan.ts';
import { confirmWrite, expectAnswer, printDiff, printReport } from '../print.ts';
import { severities } from '../report/report.ts';
import { sentencesOf } from '../texts.ts';

/** BOM, then comma, then URL, then key…: more rounds than mistakes that can stand behind one another. */
const MAX_ROUNDS = 8;

const QUESTION = { en: 'Write these changes?', zh: '写入这些改动？' };
const NOTHING = { en: 'There is nothing for fix to change here', zh: '没有可以自动修复的内容' };
const ONLY_UNSAFE = {
  en: 'What is left to repair needs your decision ({ids}). To see the diff and be asked: channel-doctor fix --unsafe',
  zh: '剩下的修复需要你来取舍（{ids}）。要查看差异并逐步确认，请运行：channel-doctor fix --unsafe',
};
const REPAIRS = { en: 'To repair [{id}]: {title}', zh: '将修复 [{id}]：{title}' };
const STAYS = { en: 'These changes do not repair: {ids}', zh: '以下问题不在这次修复之内：{ids}' };
const DECLINED = { en: 'Nothing was written', zh: '没有写入任何内容' };
const DRY = {
  en: 'Dry run: nothing was sent or written. Fixes that a probe must prove are marked in the report',
  zh: '演练模式：没有发送请求，也没有写入。需要探测验证的修复已在报告中标出',
};

interface Round {
  readonly applied: readonly Finding[];
  readonly plan: Plan;
}

/** Adds one finding's edits after the other; one whose edits can't be proven together with the rest waits for the next round. */
function planRound(
  findings: readonly Finding[],
  facts: Facts,
  allowed: readonly string[],
  refused: Map<string, Plan['refusals'][number]>,
): Round {
  let edits: readonly Edit[] = [];
  let plan: Plan = planEdits([], facts);
  const applied: Finding[] = [];
  for (const finding of findings) {
    const { fix } = finding;
    if (!fix || fix.edits.length === 0 || !allowed.includes(fix.safety)) continue;
    const candidate = planEdits([...edits, ...fix.edits], facts);
    const [refusal] = candidate.refusals;
    if (refusal) {
      if (applied.length === 0) refused.set(refusal.file, refusal);
      continue;
    }
    edits = [...edits, ...fix.edits];
    plan = candidate;
    applied.push(finding);
  }
  return { applied, plan };
}

const isEmpty = (plan: Plan): boolean => plan.files.length + plan.folders.length === 0;

/** The findings a run has dealt with: told once each, and only where they are gone. */
function dealtWith(applied: readonly Finding[], left: readonly Finding[]): readonly Finding[] {
  const key = ({ id, client, origin }: Finding): string => JSON.stringify([id, client, origin?.file, origin?.key, origin?.env]);
  const still = new Set(left.map(key));
  const seen = new Set<string>();
  return applied.filter((finding) => {
    if (still.has(key(finding)) || seen.has(key(finding))) return false;
    seen.add(key(finding));
    return true;
  });
}

/** Why nothing was written, where a run has written nothing. */
function tellNothing(context: Context, findings: readonly Finding[]): void {
  const unsafe = findings.filter(({ fix }) => fix && fix.edits.length > 0 && fix.safety === 'unsafe');
  const ids = [...new Set(unsafe.map(({ id }) => id))].join(', ');
  if (ids !== '' && !has(context, 'unsafe')) context.out.note(ONLY_UNSAFE, { ids });
  else context.out.note(NOTHING);
}

/** Before somebody is asked to agree: what the changes are for, and which errors they leave. */
function tellWhy(context: Context, applied: readonly Finding[], all: readonly Finding[]): void {
  for (const finding of applied) {
    const title = sentencesOf(finding, context.lang).title.replaceAll(`${context.host.home}/`, '~/');
    context.out.note(REPAIRS, { id: finding.id, title });
  }
  const left = all.filter((finding) => finding.severity === 'error' && !applied.includes(finding));
  if (left.length > 0) context.out.note(STAYS, { ids: [...new Set(left.map(({ id }) => id))].join(', ') });
}

function preview(context: Context, examined: Examined, round: Round): ExitStatus {
  if (!isEmpty(round.plan)) printDiff(context, round.plan);
  printReport(context, { command: 'fix', clients: clientReports(examined), findings: examined.findings, changes: [] });
  if (has(context, 'dry-run')) context.out.note(DRY);
  if (has(context, 'check') && !isEmpty(round.plan)) return EXIT.wouldChange;
  return severities(examined.findings).errors > 0 ? EXIT.findings : EXIT.ok;
}

export async function run(context: Context): Promise<ExitStatus> {
  const options = await detectOptions(context, await templatesFor(context));
  const allowed = has(context, 'unsafe') ? ['safe', 'unsafe'] : ['safe'];
  const refused = new Map<string, Plan['refusals'][number]>();
  const changes = new ChangeRun(context.host, 'fix');
  const applied: Finding[] = [];
  let isDeclined = false;
  let examined = await examine(context, options);
  const onlyLook = has(context, 'dry-run') || has(context, 'check') || (has(context, 'json') && !has(context, 'yes'));
  for (let number = 0; number < MAX_ROUNDS; number += 1) {
    refused.clear();
    const round = planRound(examined.findings, examined.snapshot.facts, allowed, refused);
    if (onlyLook) {
      // `--json` asks nobody; whoever can't be asked must have said what is wanted.
      if (!has(context, 'dry-run') && !has(context, 'check') && !isEmpty(round.plan)) expectAnswer(context);
      return preview(context, examined, round);
    }
    if (isEmpty(round.plan)) break;
    if (!has(context, 'yes')) tellWhy(context, round.applied, examined.findings);
    printDiff(context, round.plan);
    isDeclined = !(await confirmWrite(context, QUESTION));
    if (isDeclined) break;
    await changes.apply(round.plan);
    applied.push(...round.applied);
    examined = await examine(context, options);
  }
  // What is mended is no error any more; it is told, and counts in `fixed` only.
  const done = dealtWith(applied, examined.findings).map((finding): Finding => ({ ...finding, severity: 'info', applied: true }));
  const written = changes.entry ? changesOf(changes.entry) : [];
  printReport(context, { command: 'fix', clients: clientReports(examined), findings: [...done, ...examined.findings], changes: written });
  if (isDeclined && applied.length === 0) context.out.note(DECLINED);
  else if (applied.length === 0 && refused.size === 0) tellNothing(context, examined.findings);
  for (const { reason, args } of refused.values()) context.out.error(reason, args);
  if (refused.size > 0) return EXIT.refused;
  return severities(examined.findings).errors > 0 ? EXIT.findings : EXIT.ok;
}
