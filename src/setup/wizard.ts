// The interactive set-up: one question after another, each of which can be taken back; nothing is written before the last yes.

import { CLIENTS } from '../clients/index.ts';
import { type Context, namedClients } from '../context.ts';
import type { DetectOptions } from '../detect.ts';
import type { ExitStatus } from '../errors.ts';
import { converse } from '../prompts.ts';
import { askAddress } from './ask-address.ts';
import { askAboutProblems, askClients, lookAround } from './ask-clients.ts';
import { askKey } from './ask-key.ts';
import { askModelOf, askSmallModel } from './ask-models.ts';
import { askOffers } from './ask-offers.ts';
import { askToWrite, judgeDraft } from './ask-write.ts';
import type { Draft, Step, StepName } from './draft.ts';
import { greet } from './greeting.ts';
import { givenKey } from './key.ts';
import type { Wanted } from './wanted.ts';

const STEPS: readonly (readonly [StepName, Step])[] = [
  ['problems', askAboutProblems],
  ['clients', askClients],
  ['address', askAddress],
  ['key', askKey],
  ['offers', askOffers],
  ['codex-model', askModelOf('codex')],
  ['claude-code-model', askModelOf('claude-code')],
  ['small-model', askSmallModel],
  ['judge', judgeDraft],
  ['write', askToWrite],
];

async function walk(draft: Draft): Promise<ExitStatus> {
  const { conversation } = draft;
  /** Steps that asked something, in order: the way back. And what was on the screen before each. */
  const asked: number[] = [];
  const marks = new Map<number, number>();
  let at = 0;
  for (;;) {
    const step = STEPS[at]?.[1];
    if (!step) throw new Error('the wizard walked past its end');
    marks.set(at, conversation.mark);
    const move = await step(draft);
    if (move === 'back') {
      at = asked.pop() ?? at;
      conversation.takeBack(marks.get(at) ?? conversation.mark);
    } else if (move === 'next' || move === 'skip') {
      if (move === 'next') asked.push(at);
      at += 1;
    } else if ('to' in move) {
      at = STEPS.findIndex(([name]) => name === move.to);
      while ((asked.at(-1) ?? -1) >= at) asked.pop();
    } else return move.exit;
    draft.answers = asked.length;
  }
}

export async function runWizard(context: Context, wanted: Wanted, options: DetectOptions): Promise<ExitStatus> {
  const flagKey = await givenKey(context);
  const named = namedClients(context);
  const conversation = converse(context);
  try {
    const facts = await lookAround(context, conversation, options);
    const draft: Draft = {
      context,
      conversation,
      options,
      templates: options.templates,
      flags: wanted,
      flagKey,
      facts,
      clients: CLIENTS.filter(({ id }) => named?.includes(id)),
      wanted,
      key: null,
      offers: [],
      models: new Map(),
      judged: [],
      isForced: false,
      asksAgain: new Set(),
      answers: 0,
    };
    greet(draft);
    return await walk(draft);
  } finally {
    conversation.close();
  }
}
