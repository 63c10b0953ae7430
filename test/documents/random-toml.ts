// Random TOML files, as odd as people and tools write them, and random changes of them.

import fc from 'fast-check';
import { parse } from 'smol-toml';

const name = fc.constantFrom('a', 'b', 'c', 'gw', 'model', 'x-y', '1', '"my gw"', "'C:\\w'", '"a.b"', '"\\u4e2d"', '"日本"', '__proto__');
const gap = fc.constantFrom('', ' ', '  ', '\t');
const dot = fc.constantFrom('.', ' . ', '. ');

const scalar = fc.constantFrom(
  '1',
  '"v"',
  '"a # b"',
  "'l # [x]'",
  '"q\\"\\\\"',
  'true',
  '1_000',
  '0xFF',
  '+1.5e3',
  '-inf',
  '1979-05-27 07:32:00Z',
  '07:32:00',
  '""',
  '"""\n[fake]\nk = 1 # no\n"""',
  "'''a''b\n# no\n''''",
  '"""\\\n   x"""',
  '9223372036854775807',
  '"😀 é"',
);
const value: fc.Memo<string> = fc.memo((depth) =>
  depth <= 1
    ? scalar
    : fc.oneof(
        { weight: 6, arbitrary: scalar },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.array(value(), { maxLength: 3 }), fc.constantFrom(', ', ',', ' ,\n  ', ', # ]\n '))
            .map(([items, comma]) => `[${items.join(comma)}]`),
        },
        {
          weight: 1,
          arbitrary: fc.array(value(), { minLength: 1, maxLength: 3 }).map((items) => `[\n  ${items.join(', # one\n  ')}, # "last"\n]`),
        },
        { weight: 2, arbitrary: inline() },
      ),
);
const inline: fc.Memo<string> = fc.memo(() =>
  fc
    .tuple(
      fc.uniqueArray(fc.constantFrom('a', 'b', 'h.x', 'h.y', '"k k"', 'model'), { maxLength: 3 }),
      fc.array(value(), { minLength: 3, maxLength: 3 }),
      fc.constantFrom(' ', ''),
    )
    .map(
      ([keys, values, edge]) =>
        `{${edge}${keys.map((key, index) => `${key} = ${values[index]}`).join(', ')}${keys.length > 0 ? edge : ''}}`,
    ),
);

const key = fc.tuple(fc.array(name, { minLength: 1, maxLength: 3 }), dot).map(([parts, between]) => parts.join(between));
const comment = fc.constantFrom('', '', '', ' # note', '# "x" = [', '\t# 注');
const indent = fc.constantFrom('', '', '', '  ', '\t');
const pair = fc
  .tuple(indent, key, gap, gap, value(3), comment)
  .map(([blanks, left, before, after, right, note]) => `${blanks}${left}${before}=${after}${right}${note}`);
const header = fc
  .tuple(indent, key, fc.boolean(), gap, comment)
  .map(([blanks, path, isElement, inner, note]) =>
    isElement ? `${blanks}[[${inner}${path}${inner}]]${note}` : `${blanks}[${inner}${path}${inner}]${note}`,
  );
const filler = fc.constantFrom('', '', '# comment', '  # [a]', '# >>> tool >>>', '# <<< tool <<<', '# BEGIN x', '# END x', '\t');

const isValid = (text: string): boolean => {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Lines that would make the file invalid are left out. */
function assembled(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const line of lines) if (isValid([...kept, line].join('\n'))) kept.push(line);
  return kept;
}

const eol = fc.constantFrom('lf', 'lf', 'crlf', 'mixed');

export const tomlText = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: pair }, { weight: 2, arbitrary: header }, { weight: 2, arbitrary: filler }), {
      maxLength: 12,
    }),
    eol,
    fc.boolean(),
  )
  .map(([lines, ends, isClosed]) => {
    const text = assembled(lines).join('\n') + (isClosed ? '\n' : '');
    if (ends === 'crlf') return text.replace(/\n/g, '\r\n');
    let count = 0;
    return ends === 'mixed' ? text.replace(/\n/g, () => (count++ % 2 === 0 ? '\r\n' : '\n')) : text;
  })
  .filter(isValid);
