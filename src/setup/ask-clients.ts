// The first questions: what to do about a broken configuration, and which clients are meant.

import type { Client } from '../clients/client.ts';
import { CLIENTS } from '../clients/index.ts';
import type { Context } from '../context.ts';
import { type DetectOptions, gatherFacts } from '../detect.ts';
import { say } from '../i18n/index.ts';
import type { ClientId, Facts, Text } from '../model.ts';
import { fixedChoice } from '../prompts/choice.ts';
import type { Conversation } from '../prompts/conversation.ts';
import { BACK } from '../prompts/prompt.ts';
import { Secret } from '../secret.ts';
import { wireFor } from './address.ts';
import { foundClients, refuseImpossibleScope } from './clients.ts';
import { type Draft, isNamed, type Move, type Step } from './draft.ts';
import { greet, presentProblems } from './greeting.ts';
import { refuseUnprovenEdits } from './judge.ts';
import { Trial } from './trial.ts';

const BROKEN: Text = { en: 'Something is wrong with what is there. What now?', zh: '现有配置有问题，怎么处理？' };
const WHAT: Text = { en: 'What now', zh: '处理方式' };
const REPAIR: Text = { en: 'Repair it first (channel-doctor fix)', zh: '先修复（channel-doctor fix）' };
const SET_UP: Text = { en: 'Set a channel up', zh: '设置渠道' };
const LEAVE: Text = { en: 'Leave; change nothing', zh: '退出，不做修改' };
const LOOKING: Text = { en: 'Looking for clients and their configuration…', zh: '正在查找客户端及其配置…' };
const WHICH: Text = { en: 'Which clients should use the channel?', zh: '哪些客户端使用这个渠道？' };
const CLIENTS_WORD: Text = { en: 'Clients', zh: '客户端' };
const BOTH: Text = { en: 'Both: Codex and Claude Code', zh: '两者：Codex 和 Claude Code' };
const ONLY: Text = { en: '{client} only', zh: '仅 {client}' };

export const lookAround = (context: Context, conversation: Conversation, options: DetectOptions): Promise<Facts> =>
  conversation.busy(say(LOOKING, context.lang), gatherFacts(context.host, options));

/** A file that does not parse can't be written either: repairing it comes first there. */
export const askAboutProblems: Step = async (draft) => {
  const errors = presentProblems(draft).filter(({ severity }) => severity === 'error');
  const canBeMended = errors.some(({ fix }) => fix !== null && fix.edits.length > 0);
  if (!canBeMended) return 'skip';
  const { lang } = draft.context;
  const isBroken = errors.some(({ id }) => id.startsWith('file/'));
  const chosen = await draft.conversation.ask(
    fixedChoice<'fix' | 'init' | 'leave'>({
      message: say(BROKEN, lang),
      short: say(WHAT, lang),
      choices: [
        { value: 'init', label: say(SET_UP, lang) },
        { value: 'fix', label: say(REPAIR, lang) },
        { value: 'leave', label: say(LEAVE, lang) },
      ],
      start: isBroken ? 1 : 0,
      hasBack: false,
    }),
  );
  if (chosen === 'leave' || chosen === BACK) return { exit: 0 };
  return chosen === 'fix' ? repair(draft) : 'next';
};

async function repair(draft: Draft): Promise<Move> {
  const { run } = await import('../commands/fix.ts');
  draft.conversation.pause();
  const exit = await run(draft.context);
  draft.conversation.resume();
  if (exit === 3) return { exit: 1 };
  draft.facts = await lookAround(draft.context, draft.conversation, draft.options);
  greet(draft);
  return 'next';
}

/** Before the first answer is given in vain: would a write to this client's files be possible at all? */
function refuseUnwritable(draft: Draft, clients: readonly Client[]): void {
  const { context, facts, wanted, options } = draft;
  const key = { secret: new Secret('sk-not-a-key-0000'), env: null };
  const proposals = clients.map((client) => {
    const trial = new Trial(client, wireFor(client, client.read(facts), wanted.wire), {
      wanted,
      key,
      facts,
      send: null,
      timeoutMs: 1,
      templates: options.templates,
    });
    return trial.propose(trial.intent({ baseUrl: 'https://gateway.example', model: 'm' }));
  });
  refuseUnprovenEdits(context, proposals);
}

/** Asked where more than one client is there, or none. */
export const askClients: Step = async (draft) => {
  const { context, conversation, facts, wanted } = draft;
  const { lang } = context;
  const found = foundClients(facts);
  const accept = (ids: readonly ClientId[], move: Move): Move => {
    draft.clients = CLIENTS.filter(({ id }) => ids.includes(id));
    refuseImpossibleScope(draft.clients, wanted, facts);
    refuseUnwritable(draft, draft.clients);
    return move;
  };
  if (isNamed(draft))
    return accept(
      draft.clients.map(({ id }) => id),
      'skip',
    );
  if (found.length === 1)
    return accept(
      found.map(({ id }) => id),
      'skip',
    );
  const only = CLIENTS.map((client) => ({ value: [client.id], label: say(ONLY, lang, { client: client.name }) }));
  const chosen = await conversation.ask(
    fixedChoice<readonly ClientId[]>({
      message: say(WHICH, lang),
      short: say(CLIENTS_WORD, lang),
      choices: [{ value: CLIENTS.map(({ id }) => id), label: say(BOTH, lang) }, ...only],
      hasBack: draft.answers > 0,
    }),
  );
  return chosen === BACK ? 'back' : accept(chosen, 'next');
};
