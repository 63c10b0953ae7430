import { expect, it } from 'vitest';

import { startable } from '../../src/launch/windows-line.ts';

it('starts programs as they are, on every platform', () => {
  expect(startable('linux', '/usr/bin/claude', ['-p', 'a "b" %c'])).toEqual({
    file: '/usr/bin/claude',
    words: ['-p', 'a "b" %c'],
    verbatim: false,
  });
  expect(startable('win32', 'C:\\bin\\codex.exe', ['a b'])).toMatchObject({ file: 'C:\\bin\\codex.exe', words: ['a b'] });
  expect(startable('linux', '/bin/x.cmd', [])).toMatchObject({ file: '/bin/x.cmd' });
});

it.each([
  ['plain', 'hi', '^^^"hi^^^"'],
  ['a blank', 'say hi', '^^^"say^^^ hi^^^"'],
  ['quotes', 'a"b', '^^^"a\\^^^"b^^^"'],
  ['a backslash at the end', 'C:\\', '^^^"C:\\\\^^^"'],
  ['a variable', '%PATH%', '^^^"^^^%PATH^^^%^^^"'],
  ['two commands', 'a&b', '^^^"a^^^&b^^^"'],
])('a batch file gets %s through cmd.exe', (_, word, written) => {
  const { file, words, verbatim } = startable('win32', 'C:\\bin\\claude.cmd', [word]);
  expect([file, verbatim, words.slice(0, 3)]).toEqual(['cmd.exe', true, ['/d', '/s', '/c']]);
  expect(words[3]).toBe(`"C:\\bin\\claude.cmd ${written}"`);
});
