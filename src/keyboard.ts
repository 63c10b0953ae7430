// The keyboard of this process in raw mode. The terminal is given back as it was, however the program ends.

import { StringDecoder } from 'node:string_decoder';

import type { Keyboard } from './host.ts';

/** Asks the terminal to wrap what is pasted in `ESC [200~` and `ESC [201~`, so that a line break in it is no Enter. */
const BRACKETED_PASTE_ON = '\u001b[?2004h';
const BRACKETED_PASTE_OFF = '\u001b[?2004l';
const SHOW_CURSOR = '\u001b[?25h';

export function openKeyboard(onText: (text: string) => void, onEnd: () => void): Keyboard {
  const { stdin, stderr } = process;
  const decoder = new StringDecoder('utf8');
  const isDumb = process.env.TERM === 'dumb';
  const onData = (chunk: Buffer): void => onText(decoder.write(chunk));
  const restore = (): void => {
    if (!isDumb) stderr.write(BRACKETED_PASTE_OFF + SHOW_CURSOR);
    if (stdin.isTTY) stdin.setRawMode(false);
  };
  stdin.setRawMode(true);
  if (!isDumb) stderr.write(BRACKETED_PASTE_ON);
  stdin.on('data', onData).on('end', onEnd);
  stdin.resume();
  process.on('exit', restore);
  return {
    close() {
      process.off('exit', restore);
      stdin.off('data', onData).off('end', onEnd);
      stdin.pause();
      restore();
    },
  };
}
