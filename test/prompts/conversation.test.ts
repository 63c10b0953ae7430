import { expect, it } from 'vitest';

import type { Terminal } from '../../src/host.ts';
import { Conversation } from '../../src/prompts/conversation.ts';
import { yesNo } from '../../src/prompts/yes-no.ts';
import { look } from './look.ts';

it.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s takes the question off the screen before anything else is said', async (_, key) => {
  const written: string[] = [];
  let type: (text: string) => void = () => {};
  const terminal = {
    columns: 80,
    writeErr: (text: string) => written.push(text),
    openKeyboard: (onText: (text: string) => void) => {
      type = onText;
      return { close: () => {} };
    },
  } as unknown as Terminal;
  const asked = new Conversation(terminal, () => look()).ask(yesNo({ message: 'Write?', hasBack: false, standard: true }));
  expect(written.join('')).toContain('Write?');
  type(key);
  await expect(asked).rejects.toMatchObject({ exit: 130 });
  expect(written.at(-1)?.endsWith('\u001b[0J\u001b[?25h')).toBe(true);
});
