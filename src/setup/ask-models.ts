// The models, chosen from the gateway's own list.

import { modelVariables } from '../clients/claude-code/models.ts';
import { say } from '../i18n/index.ts';
import type { ClientId, Text } from '../model.ts';
import { type Choice, choice } from '../prompts/choice.ts';
import { BACK, type Back } from '../prompts/prompt.ts';
import { looksLikeKey } from '../rules/shape/key-shape.ts';
import type { Draft, Step } from './draft.ts';
import { orderedModels, smallModelFor } from './model-order.ts';
import type { Offer } from './offer.ts';
import { modelsToTry } from './propose.ts';

const MODEL: Text = { en: 'Model for {client}', zh: '{client} 使用的模型' };
const SMALL: Text = {
  en: 'Small, fast model for Claude Code’s titles and summaries',
  zh: 'Claude Code 生成标题、摘要用的小模型',
};
const SMALL_SHORT: Text = { en: 'Small, fast model', zh: '小模型' };
const TYPED: Text = { en: 'Use {model}', zh: '使用 {model}' };
const NOT_LISTED: Text = { en: 'not in the gateway’s list', zh: '不在网关的列表里' };
const PRESENT: Text = { en: 'in use now', zh: '当前使用' };
const SUGGESTED: Text = { en: 'suggested', zh: '推荐' };
const CHOSEN: Text = { en: 'your choice', zh: '刚才的选择' };
const SAME: Text = { en: 'the main model', zh: '与主模型相同' };
const NONE: Text = { en: 'Type a model’s name; the gateway gives no list', zh: '请输入模型名；网关没有提供列表' };

/** Every word typed stands somewhere in the name. */
const matches = (id: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => id.toLowerCase().includes(word));

interface ModelQuestion {
  readonly message: string;
  readonly short: string;
  /** In order; the first is the default. */
  readonly suggested: readonly Choice<string>[];
  readonly ids: readonly string[];
  readonly isListed: boolean;
}

async function askModel(draft: Draft, { message, short, suggested, ids, isListed }: ModelQuestion): Promise<string | Back> {
  const { context, conversation } = draft;
  const { lang, masker } = context;
  const others = ids.filter((id) => !suggested.some(({ value }) => value === id)).map((id) => ({ value: id, label: id }));
  const all: readonly Choice<string>[] = [...suggested, ...others];
  const find = (typed: string): readonly Choice<string>[] => {
    const name = typed.trim();
    if (name === '') return all;
    if (looksLikeKey(name) && !all.some(({ value }) => value === name)) masker.learn(name);
    const found = all.filter(({ value }) => matches(value, name));
    if (/\s/.test(name) || all.some(({ value }) => value === name)) return found;
    const own: Choice<string> = {
      value: name,
      label: say(TYPED, lang, { model: name }),
      kept: name,
      ...(isListed ? { detail: say(NOT_LISTED, lang) } : {}),
    };
    return [...found, own];
  };
  const question = all.length === 0 ? `${message}: ${say(NONE, lang)}` : message;
  return conversation.ask(choice<string>({ message: question, short, find, isSearch: true, hasBack: draft.answers > 0 }));
}

/** The present one if it is served, else the template's, else the likeliest by name. */
function suggestions({ client, state, wire, found }: Offer, draft: Draft): readonly Choice<string>[] {
  const { lang } = draft.context;
  const present = state.channel?.model?.origin.scope === 'default' ? null : (state.channel?.model?.value ?? null);
  const listed = found.models;
  const isServed = (id: string): boolean => listed === null || listed.includes(id);
  const known = [...new Set(modelsToTry(state, draft.flags, wire))].filter((id) => isServed(id) || (listed === null && id === present));
  const fromTemplate = draft.wanted.template?.roots[wire]?.flatMap(({ models }) => models).filter(isServed) ?? [];
  const [likeliest] = listed ? orderedModels(client.id, listed) : [];
  // One that was just refused is no suggestion.
  const chosen = draft.asksAgain.has('codex-model') ? undefined : draft.models.get(client.id);
  const ids = [chosen, ...known, ...fromTemplate, likeliest].filter((id): id is string => id !== undefined);
  const word = (id: string): Text => (id === chosen ? CHOSEN : id === present ? PRESENT : SUGGESTED);
  return [...new Set(ids)].map((id) => ({ value: id, label: id, detail: say(word(id), lang) }));
}

export const askModelOf =
  (id: ClientId): Step =>
  async (draft) => {
    const { context, wanted } = draft;
    const offer = draft.offers.find(({ client }) => client.id === id);
    if (!offer) return 'skip';
    const isAsked = draft.asksAgain.has('codex-model');
    const flagged = draft.flags.model(id);
    const suggested = suggestions(offer, draft);
    const [first] = suggested;
    // Given address and key, what can be known is not asked (cli.md, "Model").
    const isDetermined = draft.answers === 0 && modelsToTry(offer.state, wanted, offer.wire).includes(first?.value ?? '');
    if (!isAsked && (flagged !== null || (isDetermined && first))) {
      draft.models.set(id, flagged ?? first?.value ?? '');
      return 'skip';
    }
    const { lang } = context;
    const message = say(MODEL, lang, { client: offer.client.name });
    const { models } = offer.found;
    const ids = models ? orderedModels(id, models) : [];
    const chosen = await askModel(draft, { message, short: message, suggested, ids, isListed: models !== null });
    if (chosen === BACK) return 'back';
    draft.models.set(id, chosen);
    return 'next';
  };

/** Asked only where this version of Claude Code asks for a small model by itself and the gateway is not known to serve that one. */
export const askSmallModel: Step = async (draft) => {
  const { context, flags } = draft;
  const offer = draft.offers.find(({ client }) => client.id === 'claude-code');
  const main = draft.models.get('claude-code');
  draft.wanted = { ...draft.wanted, smallModel: flags.smallModel };
  if (!offer || main === undefined || flags.smallModel !== null || draft.answers === 0) return 'skip';
  const { models } = offer.found;
  const standard = modelVariables(offer.state.version).find(({ role }) => role === 'small' || role === 'haiku')?.standard ?? null;
  const template = draft.wanted.template?.roots[offer.wire]?.find(({ smallModel }) => smallModel)?.smallModel;
  const isServed = standard !== null && (models?.includes(standard) ?? false);
  if (isServed || standard === null || (models === null && template === undefined) || models?.length === 1) return 'skip';
  const present = offer.state.channel?.models.find(({ role, setting }) => role !== 'main' && setting.origin.scope !== 'default')?.setting
    .value;
  const isUsable = (id: string | undefined | null): id is string => Boolean(id) && (models === null || models.includes(id ?? ''));
  const guess = models ? smallModelFor(main, models) : null;
  const { lang } = context;
  const wordFor = (id: string): Text => (id === main ? SAME : id === present ? PRESENT : SUGGESTED);
  const suggested = [...new Set([present, template, guess, main].filter(isUsable))].map((id) => ({
    value: id,
    label: id,
    detail: say(wordFor(id), lang),
  }));
  const ids = models ? orderedModels('claude-code', models) : [];
  const chosen = await askModel(draft, {
    message: say(SMALL, lang),
    short: say(SMALL_SHORT, lang),
    suggested,
    ids,
    isListed: models !== null,
  });
  if (chosen === BACK) return 'back';
  draft.wanted = { ...draft.wanted, smallModel: chosen };
  return 'next';
};
