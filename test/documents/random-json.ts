// Random JSON files: any layout, duplicates, and (for the tolerant part) comments and trailing commas.

import fc from 'fast-check';

const blank = fc.constantFrom('', ' ', '\n', '\r\n', '\t', '\n  ', '\n    ', '  ');
const name = fc.constantFrom('a', 'b', 'env', 'model', 'a.b', '名', '\\u0061', '__proto__', '', '😀');
const scalar = fc.constantFrom(
  '1',
  '-0',
  '1.50',
  '1e2',
  '12345678901234567890',
  '"v"',
  '"// no"',
  '"/* , } */"',
  '"\\u00e9\\n\\""',
  'true',
  'false',
  'null',
  '""',
  '"“q”"',
);

const value: fc.Memo<string> = fc.memo((depth) =>
  depth <= 1
    ? scalar
    : fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 3, arbitrary: object(depth) }, { weight: 1, arbitrary: list(depth) }),
);

const object = (depth: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.tuple(name, blank, blank, value(depth - 1), blank, blank), { maxLength: 4 }), blank)
    .map(
      ([members, last]) =>
        `{${members.map(([key, a, b, text, c, d]) => `${d}"${key}"${a}:${b}${text}${c}`).join(',')}${members.length > 0 ? '' : last}}`,
    );
const list = (depth: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.tuple(blank, value(depth - 1), blank), { maxLength: 4 }))
    .map(([items]) => `[${items.map(([a, text, b]) => `${a}${text}${b}`).join(',')}]`);

/** An object in the layout of JSON.stringify, as clients write it. */
const printed = fc.tuple(object(4), fc.constantFrom(2, 4, '\t')).map(([text, unit]) => JSON.stringify(JSON.parse(text), null, unit));

export const jsonText = fc.tuple(fc.oneof(object(4), printed), fc.constantFrom('', '\n', '\r\n', '\n\n')).map(([text, end]) => text + end);

/** With comments and trailing commas at places where they would be legal in JSONC. */
export const looseJsonText = fc.tuple(printed, fc.array(fc.nat(), { maxLength: 3 }), fc.boolean()).map(([text, places, isDangling]) => {
  const lines = text.split('\n');
  for (const place of places) {
    const index = place % lines.length;
    lines[index] += place % 2 === 0 ? ' // note' : ' /* a */';
  }
  return `${lines.join('\n').replace(/(["\d\]}el])\n(\s*)\}/, isDangling ? '$1,\n$2}' : '$1\n$2}')}\n`;
});
