// What a measurement costs, said and agreed to before anything is sent.

import { type Context, has } from '../context.ts';
import type { Args, Text } from '../model.ts';
import { costOf, type Plan } from './loads.ts';
import type { Prepared } from './target.ts';

const COST: Text = {
  en: 'About {requests} requests with {input} input and {output} output tokens in all go to {where}',
  zh: '将向 {where} 发送约 {requests} 个请求，共约 {input} 个输入 token 和 {output} 个输出 token',
};
const ASK: Text = { en: 'Send them?', zh: '发送吗？' };

/** On a terminal somebody is asked; scripts have said what they want. */
export async function agreed(context: Context, notes: readonly (readonly [Text, Args])[]): Promise<boolean> {
  for (const [text, args] of notes) context.out.note(text, args);
  const { canAsk, askYesNo } = await import('../prompts.ts');
  if (has(context, 'yes') || has(context, 'json') || !canAsk(context)) return true;
  return askYesNo(context, ASK[context.lang]);
}

export function costNote(plan: Plan, { count, where }: Pick<Prepared, 'count' | 'where'>): readonly [Text, Args] {
  const { requests, inputTokens, outputTokens } = costOf(plan);
  const rough = (value: number): string => (value >= 10_000 ? `${Math.round(value / 1000)}k` : String(Math.round(value / 100) * 100));
  return [COST, { requests: requests * count, input: rough(inputTokens * count), output: rough(outputTokens * count), where }];
}
