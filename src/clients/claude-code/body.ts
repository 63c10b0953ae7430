// Request bodies: what the client of a version sends, asking for one word (section 4.3), and small ones for follow-ups.

import type { JsonValue, WireApi } from '../../model.ts';
import { requestProfile } from './versions.ts';

const ONE_WORD = 'Reply with the single word: ok';
const SYSTEM = 'You help with files in a project. Answer briefly, and use a tool only where the answer needs one.';
const SMALL_MAX_TOKENS = 16;
/** Of the requests for titles and topics, which have no tools either (1.0.60). */
const FAST_MAX_TOKENS = 512;
/** The gateway may route by it; it names nobody. */
const USER_ID = 'channel-check';

type Body = Readonly<Record<string, JsonValue>>;

const path = { type: 'string', description: 'Absolute path' };
const TOOLS: JsonValue = [
  {
    name: 'read_file',
    description: 'Reads a file of the project.',
    input_schema: {
      type: 'object',
      properties: { path, limit: { type: 'integer', description: 'Lines to read' } },
      required: ['path'],
      additionalProperties: false,
    },
  },
  {
    name: 'list_files',
    description: 'Lists the files of a folder.',
    input_schema: { type: 'object', properties: { path }, required: ['path'], additionalProperties: false },
  },
];

const CACHED = { type: 'ephemeral' };
const messages: JsonValue = [{ role: 'user', content: [{ type: 'text', text: ONE_WORD, cache_control: CACHED }] }];
const system: JsonValue = [{ type: 'text', text: SYSTEM, cache_control: CACHED }];

export interface BodyOptions {
  readonly version: string;
  readonly model: string;
  readonly stream: boolean;
  /** `CLAUDE_CODE_MAX_OUTPUT_TOKENS`. */
  readonly maxTokens: number | null;
  /** False with `MAX_THINKING_TOKENS=0`. */
  readonly thinks: boolean;
  /** False with `CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS`. */
  readonly experimental: boolean;
  /** A request for the small/fast model. */
  readonly isFast: boolean;
}

export function faithfulBody({ version, model, stream, maxTokens, thinks, experimental, isFast }: BodyOptions): Body {
  const profile = requestProfile(version);
  const temperature = profile.temperature === undefined ? {} : { temperature: profile.temperature };
  const metadata = { user_id: USER_ID };
  if (isFast) return { model, messages, ...temperature, system, metadata, max_tokens: FAST_MAX_TOKENS, stream };
  const doesThink = profile.thinks === true && thinks;
  return {
    model,
    messages,
    ...temperature,
    system,
    tools: TOOLS,
    metadata,
    max_tokens: maxTokens ?? profile.maxTokens,
    ...(doesThink ? { thinking: { type: 'adaptive' } } : {}),
    ...(doesThink && experimental ? { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } } : {}),
    ...(profile.effort === undefined ? {} : { output_config: { effort: profile.effort } }),
    stream,
  };
}

/** Without tools and betas: proves path, key and model only. */
export function smallBody(wireApi: WireApi, model: string, stream: boolean): Body {
  switch (wireApi) {
    case 'anthropic-messages':
      return { model, max_tokens: SMALL_MAX_TOKENS, messages: [{ role: 'user', content: ONE_WORD }], stream };
    case 'openai-chat':
      return { model, messages: [{ role: 'user', content: ONE_WORD }], max_tokens: SMALL_MAX_TOKENS, stream };
    case 'openai-responses':
      return {
        model,
        input: [{ role: 'user', content: [{ type: 'input_text', text: ONE_WORD }] }],
        max_output_tokens: SMALL_MAX_TOKENS,
        stream,
      };
  }
}

/** Without one field, named by its dotted path; other fields keep their order. */
export function withoutField(body: Body, name: string): Body {
  const [first = '', ...rest] = name.split('.');
  const value = body[first];
  if (rest.length === 0 || value === undefined) return Object.fromEntries(Object.entries(body).filter(([key]) => key !== first));
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date) return body;
  return { ...body, [first]: withoutField(value as Body, rest.join('.')) };
}
