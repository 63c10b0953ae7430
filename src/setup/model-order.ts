// Which of a gateway's models a client most likely wants. Names are all there is to go by; the list itself stays whole.

import type { ClientId } from '../model.ts';

/** Models that take no conversation. */
const NO_CHAT =
  /embed|rerank|whisper|tts|speech|audio|voice|realtime|transcri|image|dall-?e|imagen|flux|stable-?diffusion|midjourney|mj_|suno|kling|sora|video|veo|moderation|guard|ocr|bge-|davinci|babbage/i;
const SMALL = /haiku|mini\b|nano|flash|lite\b|small|fast|instant|turbo|air\b|(?:^|[-_/])(?:[1-9]|1[0-4])b\b/i;
const FAMILY: Readonly<Record<ClientId, readonly RegExp[]>> = {
  codex: [/codex/i, /(?:^|\/)gpt-[5-9]/i, /(?:^|\/)(?:gpt|o\d)/i],
  'claude-code': [/opus|sonnet/i, /claude/i],
};

const isChat = (id: string): boolean => !NO_CHAT.test(id);

/** Lower is better. */
function rank(client: ClientId, id: string): number {
  if (!isChat(id)) return 100;
  const family = FAMILY[client].findIndex((pattern) => pattern.test(id));
  return family < 0 ? FAMILY[client].length * 2 : family * 2 + (SMALL.test(id) ? 1 : 0);
}

/** `gpt-10` behind `gpt-9` would be wrong: numbers count as numbers, the newest first. */
const newestFirst = new Intl.Collator('en', { numeric: true });

/** Likeliest first, the rest as the gateway lists it; every id once. */
export function orderedModels(client: ClientId, ids: readonly string[]): readonly string[] {
  const rest = FAMILY[client].length * 2;
  return [...new Set(ids)]
    .filter((id) => id.trim() !== '')
    .map((id) => ({ id, rank: rank(client, id) }))
    .sort((a, b) => a.rank - b.rank || (a.rank < rest ? newestFirst.compare(b.id, a.id) : 0))
    .map(({ id }) => id);
}

const familyOf = (id: string): string => /^(?:.*\/)?([a-z]+)/i.exec(id)?.[1]?.toLowerCase() ?? '';

/** A small, fast one of the list for titles and summaries, of the main model's family where there is one; null where no name says it is small. */
export function smallModelFor(main: string, ids: readonly string[]): string | null {
  const small = ids.filter((id) => SMALL.test(id) && isChat(id) && id !== main);
  const order = [...small].sort((a, b) => newestFirst.compare(b, a));
  return order.find((id) => familyOf(id) === familyOf(main)) ?? order.find((id) => /haiku/i.test(id)) ?? order[0] ?? null;
}
