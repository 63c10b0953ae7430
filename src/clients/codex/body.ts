// The body of a request as Codex shapes it, asking for one word. Shapes: reference/codex.md, section 5 (0.20.0, 0.171.0).

import type { JsonValue, WireApi } from '../../model.ts';
import { does } from './versions.ts';

export interface BodyOptions {
  readonly version: string;
  readonly wireApi: WireApi;
  readonly model: string;
  readonly small: boolean;
  readonly stream: boolean;
  readonly effort: string | null;
  /** `none` leaves the summary out. */
  readonly summary: string | null;
  readonly verbosity: string | null;
  readonly webSearch: boolean;
}

type Body = Record<string, JsonValue>;

const PROMPT = 'Reply with the single word OK.';
const INSTRUCTIONS = 'You are a coding agent running in a terminal. Be concise.';
/** Models whose metadata the client carries itself. */
const isKnownModel = (model: string): boolean => /^(?:gpt-|codex-|o\d)/.test(model);

const SHELL = {
  name: 'shell',
  description: 'Runs a shell command and returns its output.',
  strict: false,
  parameters: {
    type: 'object',
    properties: { command: { type: 'array', items: { type: 'string' } }, workdir: { type: 'string' } },
    required: ['command'],
    additionalProperties: false,
  },
} as const;

const APPLY_PATCH = {
  type: 'custom',
  name: 'apply_patch',
  description: 'Edits files by a patch.',
  format: {
    type: 'grammar',
    syntax: 'lark',
    definition: 'start: "*** Begin Patch" LF /(.|\\n)+/ "*** End Patch" LF?\n%import common.LF\n',
  },
} as const;

function tools({ version, webSearch }: BodyOptions): JsonValue[] {
  return [
    { type: 'function', ...SHELL },
    ...(does(version, 'customTools') ? [APPLY_PATCH] : []),
    ...(webSearch && does(version, 'webSearchTool') ? [{ type: 'web_search', external_web_access: false }] : []),
  ];
}

function reasoning({ effort, summary }: BodyOptions): Body {
  return { ...(effort === null ? {} : { effort }), ...(summary === 'none' ? {} : { summary: summary ?? 'auto' }) };
}

function responsesBody(options: BodyOptions): Body {
  const { version, model, small, stream, verbosity } = options;
  const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: PROMPT }] }];
  // 0.20.0 asks the gateway to store the answer; a probe never does.
  const core: Body = { model, input, stream, store: false };
  const hasInstructions = isKnownModel(model) || !does(version, 'omitsInstructions');
  const instructions: Body = hasInstructions ? { instructions: INSTRUCTIONS } : {};
  if (small) return { ...core, ...instructions };
  const text: Body =
    verbosity !== null ? { text: { verbosity } } : /^gpt-5(?!.*codex)/.test(model) ? { text: { verbosity: 'medium' } } : {};
  return {
    ...core,
    ...instructions,
    tools: tools(options),
    tool_choice: 'auto',
    parallel_tool_calls: false,
    reasoning: reasoning(options),
    include: ['reasoning.encrypted_content'],
    prompt_cache_key: 'one-word-probe',
    ...text,
  };
}

function chatBody({ model, small, stream }: BodyOptions): Body {
  const messages = [
    { role: 'system', content: INSTRUCTIONS },
    { role: 'user', content: PROMPT },
  ];
  return { model, messages, stream, ...(small ? {} : { tools: [{ type: 'function', function: SHELL }] }) };
}

const MESSAGES_MAX_TOKENS = 16;
const messagesBody = ({ model, stream }: BodyOptions): Body => ({
  model,
  max_tokens: MESSAGES_MAX_TOKENS,
  messages: [{ role: 'user', content: PROMPT }],
  stream,
});

export function bodyOf(options: BodyOptions): Body {
  switch (options.wireApi) {
    case 'openai-responses':
      return responsesBody(options);
    case 'openai-chat':
      return chatBody(options);
    case 'anthropic-messages':
      return messagesBody(options);
  }
}

/** A copy without the field at a dotted name; numbers count into lists. */
export function withoutField(value: JsonValue, name: string): JsonValue {
  const [head = '', ...rest] = name.split('.');
  if (Array.isArray(value)) {
    const index = Number(head);
    if (rest.length === 0) return value.filter((_, position) => position !== index);
    return value.map((item, position) => (position === index ? withoutField(item, rest.join('.')) : item));
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    if (key !== head) return [[key, item]];
    return rest.length === 0 ? [] : [[key, withoutField(item, rest.join('.'))]];
  });
  return Object.fromEntries(entries);
}
