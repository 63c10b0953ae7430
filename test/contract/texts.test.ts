// Every sentence for users, wherever it stands in the sources, is there in both languages and takes the same arguments.

import ts from 'typescript';
import { describe, expect, it } from 'vitest';

import { holesOf } from '../../src/i18n/index.ts';
import { filesBelow, SOURCES, textOf } from './sources.ts';

interface Found {
  readonly where: string;
  readonly names: readonly string[];
  /** Null where it is put together at run time. */
  readonly en: string | null;
  readonly zh: string | null;
}

const LANGUAGES = ['en', 'zh'];

function textsIn(path: string): Found[] {
  const source = ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true);
  const found: Found[] = [];
  const literal = (node: ts.Expression): string | null => (ts.isStringLiteralLike(node) ? node.text : null);
  const look = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const members = new Map(
        node.properties.filter(ts.isPropertyAssignment).map((member) => [member.name.getText(source), member.initializer]),
      );
      const names = LANGUAGES.filter((name) => members.has(name));
      if (names.length > 0) {
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        const [en, zh] = LANGUAGES.map((name) => members.get(name)).map((value) => (value ? literal(value) : null));
        found.push({ where: `${path}:${line}`, names, en: en ?? null, zh: zh ?? null });
      }
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

const TEXTS = SOURCES.flatMap(textsIn);
const written = TEXTS.filter((text): text is Found & { en: string; zh: string } => text.en !== null && text.zh !== null);
/** A name or a command is the same in every language. */
const isSentence = ({ en }: { en: string }): boolean => /\p{L}{2,} \p{L}{2,} \p{L}{2,}/u.test(en);

const HAN = '[\\p{Script=Han}（）“”，。：；]';
/** Punctuation of ASCII beside a Chinese word or mark. */
const NARROW = new RegExp(
  `${HAN} ?[,;:!?](?!:|//)|(?<!:)[,;:!?] ?${HAN}|${HAN} ?\\(|\\) ?${HAN}|\\(${HAN}|${HAN}\\)|\\p{Script=Han}\\.(?:\\s|$)`,
  'u',
);
/** What is spelt as it is typed: the value of a flag, a command in a shell, a header, an event, a label, code, and what is quoted. */
const TYPED = /“[^“”\p{Script=Han}]*”|--[a-z-]+ \S+|\$\(.*?\)|名称: 值|event: |\(free\)|http\(s\)|::1|`[^`]*`/gu;
const isNarrow = (sentence: string): boolean => NARROW.test(sentence.replace(TYPED, 'x'));

describe('sentences for users', () => {
  it('are found', () => {
    expect(written.length).toBeGreaterThan(300);
  });

  it('are there in every language', () => {
    expect(TEXTS.filter(({ names }) => names.length !== LANGUAGES.length).map(({ where }) => where)).toEqual([]);
  });

  it('take the same arguments in every language', () => {
    const differ = written.filter(({ en, zh }) => [...new Set(holesOf(en))].join() !== [...new Set(holesOf(zh))].join());
    expect(differ.map(({ where, en, zh }) => `${where}: ${holesOf(en)} | ${holesOf(zh)}`)).toEqual([]);
  });

  it('are not empty, and are Chinese where they should be', () => {
    const bad = written.filter(
      (text) => !/\S/.test(text.en) !== !/\S/.test(text.zh) || (isSentence(text) && !/\p{Script=Han}/u.test(text.zh)),
    );
    expect(bad.map(({ where }) => where)).toEqual([]);
  });

  it('have no Chinese in the English', () => {
    expect(written.filter(({ en }) => /\p{Script=Han}/u.test(en)).map(({ where }) => where)).toEqual([]);
  });

  it('have full-width punctuation between Chinese words', () => {
    expect(written.filter(({ zh }) => isNarrow(zh)).map(({ where, zh }) => `${where}: ${zh}`)).toEqual([]);
  });

  it('have it in the templates too', () => {
    const lines = filesBelow('templates', /\.toml$/).flatMap((path) => textOf(path).split('\n'));
    expect(lines.filter((line) => /^(?:zh|name_zh) =/.test(line) && isNarrow(line))).toEqual([]);
  });

  it.each(['键, 值', '键: 值', '键（a）: 值', '键 (a)', '(a) 值', '错误; 退出', '结束.', '（值)'])('of which %j has none', (sentence) => {
    expect(isNarrow(sentence)).toBe(true);
  });

  it('write times in one way', () => {
    expect(written.filter(({ zh }) => /[}\d] ?毫秒|[}\d]ms/.test(zh)).map(({ where, zh }) => `${where}: ${zh}`)).toEqual([]);
  });

  it('leave nothing to be written later', () => {
    expect(written.filter(({ en, zh }) => /TODO|REPLACE|FIXME/.test(en + zh)).map(({ where }) => where)).toEqual([]);
  });
});
