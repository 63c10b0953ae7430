// `use --off`: clients use their vendors' own login again.

import { ChangeRun } from '../apply.ts';
import { clientById } from '../clients/index.ts';
import { SWITCHING } from '../clients/switching.ts';
import { type Context, has } from '../context.ts';
import { detect, interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { EXIT, type ExitStatus, refusal } from '../errors.ts';
import { detectOptions, learnSecrets, templatesFor } from '../examine.ts';
import { changesOf } from '../journal.ts';
import type { Change, Facts, Text } from '../model.ts';
import { factsAfter, planEdits } from '../plan.ts';
import { confirmWrite, printDiff, printReport } from '../print.ts';
import { severities } from '../report/report.ts';
import { whereOf } from '../report/text.ts';
import { matchesOfUrl, type Template } from '../templates.ts';

const QUESTION: Text = { en: 'Leave the channel, back to the vendor’s own login?', zh: '停用当前渠道，恢复为官方登录？' };
const NOTHING: Text = {
  en: 'No channel is set in your own files; nothing was changed',
  zh: '你自己的配置文件里没有设置渠道，没有需要改动的内容',
};
const STILL: Text = {
  en: '{client} still goes to {url}: {where} sets it, which is not changed from here. Remove it there',
  zh: '{client} 仍会连接 {url}：它由 {where} 设置，这里不会改动。请在那里删除',
};
const DONE: Text = {
  en: 'Log in where you have not yet: claude (then /login), codex login. To take this back: channel-doctor undo',
  zh: '如果还没有登录：运行 claude 后输入 /login，或运行 codex login。撤销请运行：channel-doctor undo',
};

const isVendors = (templates: readonly Template[], url: string): boolean =>
  matchesOfUrl(templates, url).some(({ template }) => template.kind === 'official');

export async function leave(context: Context): Promise<ExitStatus> {
  const templates = await templatesFor(context);
  const options = { ...(await detectOptions(context, templates)), offline: true };
  const snapshot = await detect(context.host, options);
  const { facts } = snapshot;
  learnSecrets(context, snapshot);
  const edits = snapshot.clients.flatMap((state) => {
    const url = state.channel?.baseUrl?.value;
    const left = url === undefined ? [] : matchesOfUrl(templates, url).map(({ template }) => template);
    return SWITCHING[state.id].leave(state, facts, left);
  });
  const plan = planEdits(edits, facts);
  const [refused] = plan.refusals;
  if (refused) throw refusal(refused.reason, refused.args);
  const onlyLooks = has(context, 'dry-run') || has(context, 'check');
  const isEmpty = plan.files.length === 0;
  if (!isEmpty && (onlyLooks || !has(context, 'yes'))) printDiff(context, plan);
  if (!isEmpty && !onlyLooks && !(await confirmWrite(context, QUESTION))) return EXIT.ok;
  const changes = new ChangeRun(context.host, 'use --off');
  if (!onlyLooks) await changes.apply(plan);
  const status = conclude(context, factsAfter(facts, plan), options, changes.entry ? changesOf(changes.entry) : [], templates);
  if (isEmpty) context.out.note(NOTHING);
  else if (!onlyLooks) context.out.note(DONE);
  return has(context, 'check') && !isEmpty ? EXIT.wouldChange : status;
}

function conclude(
  context: Context,
  facts: Facts,
  options: Parameters<typeof interpret>[1],
  changes: readonly Change[],
  templates: readonly Template[],
): ExitStatus {
  const snapshot = interpret(facts, options);
  const findings = diagnose(snapshot, new Map());
  printReport(context, { command: 'use', clients: snapshot.clients.map((state) => ({ state, evidence: null })), findings, changes });
  const elsewhere = snapshot.clients.filter(({ channel }) => channel?.baseUrl && !isVendors(templates, channel.baseUrl.value));
  for (const { id, channel } of elsewhere) {
    if (!channel?.baseUrl) continue;
    const { value, origin } = channel.baseUrl;
    context.out.error(STILL, { client: clientById(id)?.name ?? id, url: value, where: whereOf(origin, context.host.home, context.lang) });
  }
  return severities(findings).errors + elsewhere.length > 0 ? EXIT.findings : EXIT.ok;
}
