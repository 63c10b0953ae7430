import type { ClaudeCodeState } from '../../clients/client.ts';
import { isTable } from '../../clients/field-type.ts';
import type { JsonValue, Origin } from '../../model.ts';
import { Secret } from '../../secret.ts';
import { layerAt } from '../key-path.ts';
import { eachClient, type Rule } from '../rule.ts';
import { safe, setAt } from '../setting-edits.ts';

const NAME = 'ANTHROPIC_CUSTOM_HEADERS';

const linesOf = (table: { readonly [key: string]: JsonValue }): string | null => {
  const entries = Object.entries(table);
  const usable = entries.every(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return usable && entries.length > 0 ? entries.map(([name, value]) => `${name.trim()}: ${String(value).trim()}`).join('\n') : null;
};

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The headers one a line, null where the value is in that form already; `text` is null where the meaning is not plain. */
function mended(value: JsonValue): { readonly text: string | null; readonly was: 'json' | 'escape' } | null {
  if (isTable(value)) return { text: linesOf(value), was: 'json' };
  if (typeof value !== 'string') return null;
  if (/^\s*[{[]/.test(value)) {
    const content = parsed(value);
    const tables = Array.isArray(content) ? content : [content];
    const merged = tables.every((item) => isTable(item)) ? Object.assign({}, ...tables) : undefined;
    return { text: isTable(merged) ? linesOf(merged) : null, was: 'json' };
  }
  const escaped = /(?:\\r)?\\n/g;
  // A separator only where a header follows it; a backslash may be part of a value.
  const parts = value.split(escaped);
  if (parts.length < 2 || !parts.every((part) => part.trim() === '' || /^\s*[!#$%&'*+.^_`|~\w-]+\s*:/.test(part))) return null;
  return {
    text: parts
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n'),
    was: 'escape',
  };
}

function writtenValue(state: ClaudeCodeState, origin: Origin, value: string): JsonValue {
  return layerAt(state, origin)?.document?.at(['env', NAME])?.value ?? value;
}

export const rule: Rule = {
  id: 'file/custom-headers-form',
  severity: 'error',
  text: {
    title: { en: `${NAME} is written as JSON`, zh: `${NAME} 写成了 JSON` },
    why: {
      en: 'Claude Code reads one "Name: value" a line from this variable; of JSON it makes a nonsensical header or none.',
      zh: 'Claude Code 按“每行一个 名称: 值”解析这个变量；写成 JSON 会得到错误的请求头，或者什么都没有。',
    },
    advice: {
      en: 'Write "Name: value", several ones separated by real line breaks (in settings.json: \\n inside the JSON string).',
      zh: '写成“名称: 值”，多个请求头之间用真正的换行分隔（在 settings.json 的字符串里写 \\n）。',
    },
  },
  variants: {
    escape: {
      title: { en: `${NAME} separates headers by a literal \\n`, zh: `${NAME} 用字面的 \\n 两个字符分隔请求头` },
      why: {
        en: 'Only real line breaks separate headers: everything behind the first colon becomes the value of one single header.',
        zh: '只有真正的换行才会分隔请求头：第一个冒号之后的内容会全部成为同一个请求头的值。',
      },
      advice: {
        en: "Separate the headers by real line breaks (in settings.json: \\n, not \\\\n; in a shell: $'A: 1\\nB: 2').",
        zh: "用真正的换行分隔（settings.json 里写 \\n 而不是 \\\\n；shell 里用 $'A: 1\\nB: 2'）。",
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'claude-code') return;
      const setting = state.variable(NAME);
      if (setting === null) return;
      const { origin } = setting;
      const mend = mended(writtenValue(state, origin, setting.value));
      if (mend === null) return;
      const edit = mend.text === null ? null : setAt(origin, new Secret(mend.text));
      yield { origin, fix: edit && safe([edit]), ...(mend.was === 'escape' ? { variant: 'escape' } : {}) };
    }),
};
