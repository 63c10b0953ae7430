// What the flags ask for: address, template, models, wire API, scope.

import { addressIn, meantBase } from '../base-url.ts';
import { type Context, flagValue } from '../context.ts';
import { usageError } from '../errors.ts';
import { suggestion } from '../i18n/index.ts';
import type { ClientId, Text, WireApi } from '../model.ts';
import { nearest } from '../probe/nearest.ts';
import { looksLikeKey } from '../rules/shape/key-shape.ts';
import type { Template } from '../templates.ts';

export interface Wanted {
  /** As pasted, but a complete address; null with a template alone. */
  readonly baseUrl: string | null;
  readonly template: Template | null;
  readonly model: (client: ClientId) => string | null;
  readonly smallModel: string | null;
  readonly wire: WireApi | null;
  readonly name: string | null;
  readonly scope: 'user' | 'project' | 'local';
}

const NO_ADDRESS: Text = {
  en: 'Which gateway? Give --base-url URL, or --provider ID (see: channel-doctor providers)',
  zh: '要接入哪个网关？请给出 --base-url URL，或 --provider ID（可用 channel-doctor providers 查看）',
};
const BAD_URL: Text = {
  en: '--base-url is no address that could be reached over http or https: {value}. Write it like https://gateway.example/v1',
  zh: '--base-url 不是可用的 http(s) 地址：{value}。请写成 https://gateway.example/v1 这样的形式',
};
const NO_PROVIDER: Text = {
  en: 'There is no provider {id}{hint}. See: channel-doctor providers',
  zh: '没有 {id} 这个服务商{hint}。请看：channel-doctor providers',
};
const BAD_SCOPE: Text = {
  en: '--scope takes user, project or local, not {value}',
  zh: '--scope 只接受 user、project 或 local，不能是 {value}',
};
const BAD_WIRE: Text = {
  en: '--wire takes anthropic-messages, openai-responses or openai-chat, not {value}',
  zh: '--wire 只接受 anthropic-messages、openai-responses 或 openai-chat，不能是 {value}',
};
const BAD_MODEL: Text = {
  en: '--model is empty or names an unknown client: {value}',
  zh: '--model 为空，或其中的客户端名称不认识：{value}',
};
const BAD_NAME: Text = {
  en: '--name may hold letters, digits, dots, hyphens and underscores, not {value}',
  zh: '--name 只能包含字母、数字、点、连字符和下划线，不能是 {value}',
};

const WIRES: readonly WireApi[] = ['anthropic-messages', 'openai-responses', 'openai-chat'];
const SCOPES = ['user', 'project', 'local'] as const;

function modelsFrom(value: string | null): (client: ClientId) => string | null {
  if (value === null) return () => null;
  const parts = value.split(',').map((part) => part.trim());
  const named = parts.map((part) => /^(codex|claude-code|claude|cc)=(.+)$/.exec(part));
  if (named.every((match) => match === null)) {
    if (value.trim() === '') throw usageError(BAD_MODEL, { value });
    return () => value.trim();
  }
  if (named.some((match) => match === null)) throw usageError(BAD_MODEL, { value });
  const byClient = new Map(named.map((match) => [match?.[1] === 'codex' ? 'codex' : 'claude-code', match?.[2] ?? '']));
  return (client) => byClient.get(client) ?? null;
}

function oneOf<T extends string>(context: Context, flag: 'scope' | 'wire', values: readonly T[], text: Text): T | null {
  const value = flagValue(context, flag);
  if (value === null) return null;
  const found = values.find((known) => known === value);
  if (!found) throw usageError(text, { value });
  return found;
}

function templateFrom(context: Context, templates: readonly Template[]): Template | null {
  const id = flagValue(context, 'provider');
  if (id === null) return flagValue(context, 'template') === null ? null : (templates[0] ?? null);
  const found = templates.find((template) => template.id === id.toLowerCase());
  if (found) return found;
  const [close] = nearest(
    id,
    templates.map((template) => template.id),
    1,
  );
  throw usageError(NO_PROVIDER, { id: id.slice(0, 60), hint: suggestion(close) });
}

/** @throws UserError (exit 2) for values that mean nothing. */
export function wantedFrom(context: Context, templates: readonly Template[]): Wanted {
  const given = flagValue(context, 'base-url');
  const pasted = given === null ? null : addressIn(given);
  const baseUrl = pasted === null ? null : meantBase(pasted);
  if (pasted !== null && (baseUrl === null || (/^[^.:/]+$/.test(pasted.trim()) && looksLikeKey(pasted))))
    throw usageError(BAD_URL, { value: pasted.trim() === '' ? "''" : pasted.slice(0, 200) });
  const name = flagValue(context, 'name');
  if (name !== null && !/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(name)) throw usageError(BAD_NAME, { value: name.slice(0, 60) });
  const smallModel = flagValue(context, 'small-model');
  if (smallModel?.trim() === '') throw usageError(BAD_MODEL, { value: smallModel });
  return {
    baseUrl,
    template: templateFrom(context, templates),
    model: modelsFrom(flagValue(context, 'model')),
    smallModel: smallModel?.trim() ?? null,
    wire: oneOf(context, 'wire', WIRES, BAD_WIRE),
    name,
    scope: oneOf(context, 'scope', SCOPES, BAD_SCOPE) ?? 'user',
  };
}

export const noAddress = () => usageError(NO_ADDRESS);
