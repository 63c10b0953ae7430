// Switches clients to a saved channel, or back to their vendors' own login; without a name, lists what is saved.

import { ChangeRun } from '../apply.ts';
import { type SavedChannel, saveChannel, usable } from '../channels.ts';
import type { ChannelIntent, Client } from '../clients/client.ts';
import { type Context, has, namedClients, timeoutMs } from '../context.ts';
import { type DetectOptions, gatherFacts, interpret } from '../detect.ts';
import { diagnose } from '../diagnose.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { detectOptions, templatesFor } from '../examine.ts';
import { changesOf } from '../journal.ts';
import type { Facts, Finding, Text } from '../model.ts';
import { factsAfter } from '../plan.ts';
import { confirmWrite, printDiff, printReport } from '../print.ts';
import type { Evidence } from '../probe/types.ts';
import { severities } from '../report/report.ts';
import { chooseSaved, findSaved, listSaved } from '../setup/choose-saved.ts';
import { chooseClients } from '../setup/clients.ts';
import { asSkipped, type Judged, judge, planTogether, refuseUnprovenEdits } from '../setup/judge.ts';
import { fetchKey, givesKey, keySourceOf } from '../setup/key-source.ts';
import { leave } from '../setup/leave.ts';
import { modelsOf, proposalFor, type SavedOptions, savedIntent } from '../setup/saved-route.ts';
import { staleModels } from '../setup/stale-models.ts';

const OFF_AND_NAME: Text = {
  en: 'use takes either a name or --off, not both',
  zh: 'use 只能给出渠道名称或 --off，不能同时给出',
};
const NOT_FOR: Text = {
  en: '{name} was not saved for {client}; it stays as it is. To add it: channel-doctor init --name {name} --client {id}',
  zh: '渠道 {name} 没有为 {client} 保存过，保持原样。要补上请运行：channel-doctor init --name {name} --client {id}',
};
const NOTHING_WRITTEN: Text = {
  en: 'Nothing was written: the validation failed. To switch all the same: --no-verify',
  zh: '没有写入任何内容：验证未通过。如果仍要切换，请加 --no-verify',
};
const QUESTION: Text = { en: 'Switch to this channel?', zh: '切换到这个渠道？' };
const UNCHANGED: Text = {
  en: 'The clients use this channel already; nothing was changed',
  zh: '客户端已经在使用这个渠道，没有需要改动的内容',
};
const UNDO: Text = { en: 'To take this back: channel-doctor undo', zh: '撤销请运行：channel-doctor undo' };

interface Switch {
  readonly client: Client;
  readonly intent: ChannelIntent;
}

/** Clients that are named, else those that are here; of these the ones that the channel was saved for. */
function switches(context: Context, options: SavedOptions): readonly Switch[] {
  const { channel, facts } = options;
  const chosen = chooseClients(context, facts);
  const isNamed = namedClients(context) !== null;
  return chosen.flatMap((client): Switch[] => {
    const intent = savedIntent(client, options);
    if (intent) return [{ client, intent }];
    const args = { name: channel.name, client: client.name, id: client.id };
    if (isNamed || chosen.length === 1) throw usageError(NOT_FOR, args);
    context.out.note(NOT_FOR, args);
    return [];
  });
}

/**
 * As it would be with what the gateway lists. Where it lists nothing and refuses a model that an earlier channel left behind, the models of
 * this channel are all that counts as served.
 */
async function judged(context: Context, { client, intent }: Switch, options: SavedOptions, detect: DetectOptions): Promise<Judged> {
  const models = await modelsOf(client, intent, options);
  const first = proposalFor(client, { ...intent, models }, options);
  refuseUnprovenEdits(context, [first]);
  const found = await judge(context, first, detect);
  if (!found.findings.some(({ id }) => id === 'env/stale-model')) return found;
  const own = [intent.model, ...(intent.smallModel ? [intent.smallModel] : [])];
  return judge(context, proposalFor(client, { ...intent, models: own }, options), detect);
}

async function conclude(context: Context, all: readonly Judged[], facts: Facts, detect: DetectOptions): Promise<ExitStatus> {
  const fit = all.filter(({ isFit }) => isFit);
  const isPartial = namedClients(context) === null && fit.length > 0;
  const shown = isPartial ? all.map((entry) => (entry.isFit ? entry : asSkipped(context, entry))) : all;
  const report = (findings: readonly Finding[], changes: Parameters<typeof printReport>[1]['changes']): void =>
    printReport(context, { command: 'use', clients: shown.map((entry) => entry.report), findings, changes });
  const found = shown.flatMap(({ findings }) => findings);
  const status: ExitStatus = severities(found).errors > 0 ? EXIT.findings : EXIT.ok;
  if (fit.length < all.length && !isPartial) {
    report(found, []);
    context.out.note(NOTHING_WRITTEN);
    return EXIT.findings;
  }
  const plan = planTogether(fit, facts);
  const onlyLooks = has(context, 'dry-run') || has(context, 'check');
  if (plan.files.length > 0 && (onlyLooks || !has(context, 'yes'))) printDiff(context, plan);
  if (plan.files.length === 0 || onlyLooks) {
    report(found, []);
    if (plan.files.length === 0) context.out.note(UNCHANGED);
    return has(context, 'check') && plan.files.length > 0 ? EXIT.wouldChange : status;
  }
  if (!(await confirmWrite(context, QUESTION))) return EXIT.ok;
  const changes = new ChangeRun(context.host, 'use');
  await changes.apply(plan);
  const helpers = new Map(fit.flatMap(({ proposal }) => [...proposal.facts.helpers]));
  const after = { ...factsAfter(facts, plan), helpers };
  const clients = fit.map(({ proposal }) => proposal.client.id);
  const evidence: Evidence = new Map(fit.flatMap(({ report: { evidence: wire } }) => (wire ? [[wire.client, wire] as const] : [])));
  const skipped = shown.filter(({ isFit }) => !isFit).flatMap(({ findings }) => findings);
  const left = [...diagnose(interpret(after, { ...detect, clients }), evidence), ...skipped];
  report(left, changes.entry ? changesOf(changes.entry) : []);
  for (const { text, args } of fit.flatMap(({ proposal }) => staleModels(proposal, after))) context.out.note(text, args);
  context.out.note(UNDO);
  return severities(left).errors > 0 ? EXIT.findings : EXIT.ok;
}

/** A key that the command line gives replaces the saved one, once the switch has come to pass. */
async function switchTo(context: Context, saved: SavedChannel): Promise<ExitStatus> {
  const templates = await templatesFor(context);
  const detect = await detectOptions(context, templates);
  const facts = await gatherFacts(context.host, detect);
  const channel: SavedChannel = givesKey(context) ? { ...saved, key: keySourceOf(context) } : saved;
  const { secret } = await fetchKey(context, givesKey(context) ? { ...channel, key: { from: 'ask' } } : channel);
  const send = detect.offline ? null : (await import('../net/request.ts')).send;
  const options: SavedOptions = { channel, secret, templates, facts, send, timeoutMs: timeoutMs(context) };
  const all = await Promise.all(switches(context, options).map((entry) => judged(context, entry, options, detect)));
  const status = await conclude(context, all, facts, detect);
  const isWritten = !has(context, 'dry-run') && !has(context, 'check') && all.some(({ isFit }) => isFit);
  if (givesKey(context) && isWritten) await saveChannel(context.host, channel, secret);
  return status;
}

export async function run(context: Context): Promise<ExitStatus> {
  const [name] = context.given.positionals;
  if (has(context, 'off')) {
    if (name !== undefined) throw usageError(OFF_AND_NAME);
    return leave(context);
  }
  const chosen = name ?? (await chooseSaved(context));
  if (chosen === null) return listSaved(context);
  return switchTo(context, usable(context.host, chosen, await findSaved(context.host, chosen)));
}
