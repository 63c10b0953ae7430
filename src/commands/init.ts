// Sets a channel up: finds what each client needs, shows the diff, validates with the client's own request, writes.

import { type Context, flagValue, has, namedClients, timeoutMs } from '../context.ts';
import { gatherFacts } from '../detect.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { detectOptions, templatesFor } from '../examine.ts';
import type { Text } from '../model.ts';
import { confirmWrite, printDiff, printReport } from '../print.ts';
import { withinTime } from '../probe/session.ts';
import { severities } from '../report/report.ts';
import { chooseClients, refuseImpossibleScope } from '../setup/clients.ts';
import { asSkipped, judge, planTogether, refuseUnprovenEdits } from '../setup/judge.ts';
import { keepChannel } from '../setup/keep-channel.ts';
import { isKeyGiven, readKey } from '../setup/key.ts';
import { propose } from '../setup/propose.ts';
import { noAddress, type Wanted, wantedFrom } from '../setup/wanted.ts';
import { writeSetUp } from '../setup/write.ts';

const NOTHING_WRITTEN: Text = {
  en: 'Nothing was written: the validation failed. To write anyway: --no-verify',
  zh: '没有写入任何内容：验证未通过。如果仍要写入，请加 --no-verify',
};
const QUESTION: Text = { en: 'Write these changes?', zh: '写入这些改动？' };
const DECLINED: Text = { en: 'Nothing was written', zh: '没有写入任何内容' };
const UNCHANGED: Text = { en: 'Everything is set up already; nothing was changed', zh: '已经设置完毕，没有需要改动的内容' };
const UNDO: Text = { en: 'To take this back: channel-doctor undo', zh: '撤销请运行：channel-doctor undo' };

/** On a terminal whatever no flag says is asked. */
function hasQuestions(context: Context, wanted: Wanted): boolean {
  const { stdinIsTerminal, stderrIsTerminal } = context.host.terminal;
  if (!stdinIsTerminal || !stderrIsTerminal || has(context, 'json')) return false;
  const hasAddress = wanted.baseUrl !== null || wanted.template !== null;
  return !hasAddress || !isKeyGiven(context) || flagValue(context, 'model') === null;
}

export async function run(context: Context): Promise<ExitStatus> {
  const templates = await templatesFor(context);
  const wanted = wantedFrom(context, templates);
  const options = { ...(await detectOptions(context, templates)), offline: has(context, 'offline') || has(context, 'dry-run') };
  if (hasQuestions(context, wanted)) return (await import('../setup/wizard.ts')).runWizard(context, wanted, options);
  if (wanted.baseUrl === null && wanted.template === null) throw noAddress();
  const facts = await gatherFacts(context.host, options);
  const clients = chooseClients(context, facts);
  refuseImpossibleScope(clients, wanted, facts);
  const key = await readKey(context);
  context.masker.learn(key.secret);
  const send = options.offline ? null : withinTime((await import('../net/request.ts')).send, timeoutMs(context));
  const proposals = await Promise.all(
    clients.map((client) => propose(client, { wanted, key, facts, send, timeoutMs: timeoutMs(context), templates })),
  );
  refuseUnprovenEdits(context, proposals);
  const all = await Promise.all(proposals.map((proposal) => judge(context, proposal, options, send)));
  const fit = all.filter(({ isFit }) => isFit);
  const isPartial = namedClients(context) === null && fit.length > 0;
  const judged = isPartial ? all.map((entry) => (entry.isFit ? entry : asSkipped(context, entry))) : all;
  const found = judged.flatMap(({ findings }) => findings);
  const report = (): void =>
    printReport(context, { command: 'init', clients: judged.map((entry) => entry.report), findings: found, changes: [] });

  if (fit.length < all.length && !isPartial) {
    report();
    context.out.note(NOTHING_WRITTEN);
    return EXIT.findings;
  }
  const plan = planTogether(fit, facts);
  const status: ExitStatus = severities(found).errors > 0 ? EXIT.findings : EXIT.ok;
  if (plan.files.length === 0) {
    report();
    context.out.note(UNCHANGED);
    const onlyLooks = has(context, 'dry-run') || has(context, 'check');
    if (!onlyLooks)
      await keepChannel(
        context,
        fit.map(({ proposal }) => proposal),
        key.secret,
      );
    return status;
  }
  printDiff(context, plan);
  if (has(context, 'dry-run') || has(context, 'check')) {
    report();
    return has(context, 'check') ? EXIT.wouldChange : status;
  }
  if (!(await confirmWrite(context, QUESTION))) {
    context.out.note(DECLINED);
    return EXIT.ok;
  }
  const written = await writeSetUp(context, plan, { facts, options, wanted, key, judged, fit });
  context.out.note(UNDO);
  return written;
}
