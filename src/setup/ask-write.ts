// Judges the whole, shows the diff, asks, writes.

import { has } from '../context.ts';
import { EXIT } from '../errors.ts';
import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import { printDiff, printReport } from '../print.ts';
import { fixedChoice } from '../prompts/choice.ts';
import { signsOf } from '../prompts/layout.ts';
import { BACK } from '../prompts/prompt.ts';
import { yesNo } from '../prompts/yes-no.ts';
import { timingsOf } from '../report/json.ts';
import { wrap } from '../report/paint.ts';
import { severities } from '../report/report.ts';
import { sentencesOf } from '../texts.ts';
import { proposeOptions } from './ask-offers.ts';
import { type Draft, isNamed, type Move, type Step } from './draft.ts';
import { asSkipped, type Judged, judge, planTogether, refuseUnprovenEdits } from './judge.ts';
import { Trial } from './trial.ts';
import { writeSetUp } from './write.ts';

const VALIDATING: Text = { en: 'Validating with the request that each client itself would send…', zh: '正在用客户端自己会发出的请求验证…' };
const WORKS: Text = { en: '{client} works with {model}', zh: '{client} 可以使用 {model}' };
const WORKS_IN: Text = {
  en: '{client} works with {model}, first token after {ms} ms',
  zh: '{client} 可以使用 {model}，首字延迟 {ms} ms',
};
const UNPROVEN: Text = { en: '{client} with {model}: not validated', zh: '{client} 使用 {model}：未经验证' };
const FAILS: Text = { en: '{client}: {title}', zh: '{client}：{title}' };
const WHAT_NOW: Text = { en: 'So nothing would work yet. What now?', zh: '这样还不能用，怎么处理？' };
const NOT_ALL: Text = {
  en: '--client names both, so nothing is written unless both work. What now?',
  zh: '--client 指定了两者，必须都可用才会写入。怎么处理？',
};
const WHAT: Text = { en: 'What now', zh: '处理方式' };
const CHOICES = {
  judge: { en: 'Try again', zh: '再试一次' },
  key: { en: 'Another key', zh: '换一个密钥' },
  model: { en: 'Another model', zh: '换一个模型' },
  address: { en: 'Another address', zh: '换一个地址' },
  anyway: { en: 'Write it anyway', zh: '仍然写入' },
  leave: { en: 'Leave; write nothing', zh: '退出，不写入' },
} satisfies Record<string, Text>;
const UNCHANGED: Text = { en: 'Everything is set up already; nothing was changed', zh: '已经设置完毕，没有需要改动的内容' };
const QUESTION: Text = { en: 'Write these changes?', zh: '写入这些改动？' };
const OR: Text = { en: ' or ', zh: ' 或 ' };
const NOTHING_WRITTEN: Text = { en: 'Nothing was written', zh: '没有写入任何内容' };
const NEXT: Text = {
  en: 'What next: start {commands}. See it with channel-doctor show; take it back with channel-doctor undo.',
  zh: '接下来：启动 {commands}。查看设置：channel-doctor show；撤销：channel-doctor undo。',
};

function tell(draft: Draft, { proposal, report, blocking }: Judged): void {
  const { lang, paint, columns } = draft.conversation.look;
  const { done, failed, warned } = signsOf(paint);
  const client = proposal.client.name;
  const { model } = proposal.intent;
  const [first] = blocking;
  const probed = report.evidence?.faithful;
  const ttft = probed ? timingsOf(probed).ttftMs : null;
  const works = probed?.outcome.ok === true;
  const [sign, text, args] = first
    ? ([
        paint.red(failed),
        FAILS,
        { client, title: sentencesOf(first, lang).title.replaceAll(`${draft.context.host.home}/`, '~/') },
      ] as const)
    : works && ttft !== null
      ? ([paint.green(done), WORKS_IN, { client, model, ms: Math.round(ttft) }] as const)
      : ([works ? paint.green(done) : paint.yellow(warned), works ? WORKS : UNPROVEN, { client, model }] as const);
  const advice = first ? wrap(sentencesOf(first, lang).advice, columns - 2).map((line) => `  ${paint.dim(line)}`) : [];
  const [head = '', ...rest] = wrap(say(text, lang, args), columns - 2);
  draft.conversation.say([`${sign} ${head}`, ...rest.map((line) => `  ${line}`), ...advice].join('\n'));
}

async function askWhatNow(draft: Draft): Promise<Move> {
  const { context, conversation, judged } = draft;
  const { lang } = context;
  const option = (value: keyof typeof CHOICES) => ({ value, label: say(CHOICES[value], lang) });
  const isAbout = (area: string): boolean => judged.some(({ blocking }) => blocking.some(({ id }) => id.startsWith(`${area}/`)));
  const order: readonly (keyof typeof CHOICES)[] = ['judge', 'key', 'model', 'address', 'anyway', 'leave'];
  const start = isAbout('auth') || isAbout('key') ? 1 : isAbout('model') ? 2 : isAbout('route') || isAbout('url') ? 3 : 0;
  const chosen = await conversation.ask(
    fixedChoice({
      message: say(judged.some(({ isFit }) => isFit) ? NOT_ALL : WHAT_NOW, lang),
      short: say(WHAT, lang),
      choices: order.map(option),
      start,
      hasBack: true,
    }),
  );
  switch (chosen) {
    case BACK:
      return 'back';
    case 'model':
      draft.asksAgain.add('codex-model');
      return { to: 'codex-model' };
    case 'anyway':
      draft.isForced = true;
      return 'next';
    case 'leave':
      printReport(context, {
        command: 'init',
        clients: judged.map(({ report }) => report),
        findings: judged.flatMap(({ findings }) => findings),
        changes: [],
      });
      context.out.note(NOTHING_WRITTEN);
      return { exit: EXIT.findings };
    default:
      draft.asksAgain.add(chosen);
      return { to: chosen };
  }
}

export const judgeDraft: Step = async (draft) => {
  const { context, conversation, offers, options } = draft;
  const proposing = await proposeOptions(draft);
  draft.isForced = false;
  const proposals = offers.map(({ client, wire, found }) => {
    const trial = new Trial(client, wire, proposing);
    return trial.propose(trial.intent({ ...found, model: draft.models.get(client.id) ?? '' }));
  });
  refuseUnprovenEdits(context, proposals);
  const judging = Promise.all(proposals.map((proposal) => judge(context, proposal, options)));
  draft.judged = options.offline ? await judging : await conversation.busy(say(VALIDATING, context.lang), judging);
  for (const entry of draft.judged) tell(draft, entry);
  draft.asksAgain.clear();
  const fit = draft.judged.filter(({ isFit }) => isFit);
  const isEnough = fit.length === draft.judged.length || (!isNamed(draft) && fit.length > 0);
  return isEnough ? 'skip' : askWhatNow(draft);
};

export const askToWrite: Step = async (draft) => {
  const { context, conversation, facts, options, wanted, key, isForced } = draft;
  const { lang } = context;
  const judged = draft.judged.map((entry) => (entry.isFit || isForced ? entry : asSkipped(context, entry)));
  const fit = judged.filter(({ isFit }) => isFit || isForced);
  const plan = planTogether(fit, facts);
  const findings = judged.flatMap((entry) => entry.findings);
  const status = severities(findings).errors > 0 ? EXIT.findings : EXIT.ok;
  const report = (): void => printReport(context, { command: 'init', clients: judged.map((entry) => entry.report), findings, changes: [] });
  if (plan.files.length === 0) {
    report();
    context.out.note(UNCHANGED);
    return { exit: status };
  }
  conversation.say('');
  conversation.forget();
  printDiff(context, plan);
  if (has(context, 'dry-run') || has(context, 'check')) {
    report();
    return { exit: has(context, 'check') ? EXIT.wouldChange : status };
  }
  const agreed =
    has(context, 'yes') || (await conversation.ask(yesNo({ message: say(QUESTION, lang), hasBack: draft.answers > 0, standard: true })));
  if (agreed === BACK) return 'back';
  if (!agreed || !key) {
    context.out.note(NOTHING_WRITTEN);
    return { exit: EXIT.ok };
  }
  // From here on Ctrl-C is the process's own again: it waits until what is being written stands whole.
  conversation.say('');
  conversation.pause();
  const flags = key.env === null ? context.given.flags : { ...context.given.flags, 'key-env': key.env };
  const exit = await writeSetUp({ ...context, given: { ...context.given, flags } }, plan, { facts, options, wanted, key, judged, fit });
  const commands = fit.map(({ proposal }) => proposal.client.command).join(OR[lang]);
  context.out.note(NEXT, { commands });
  return { exit: exit === EXIT.ok ? EXIT.ok : EXIT.findings };
};
