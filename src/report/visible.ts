// Text from files, variables and servers, as a terminal can show it: nothing in it moves the cursor, sets a title or turns the direction.

/** Colours are this program's own; they are kept where asked for. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OBEYED = /(\u001b\[[\d;]*m)|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

const spelled = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
};

/** Control characters but line ends and tabs become their escapes: `\x1b`, `\u202e`. */
export const visible = (text: string): string =>
  text.replace(OBEYED, (found) => [...found].map((one) => (OBEYED_ONE.test(one) ? spelled(one) : one)).join(''));
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OBEYED_ONE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u;

/** The same for text that is painted already. */
export const visiblePainted = (text: string): string =>
  text.replace(OBEYED, (found, colour: string | undefined) => colour ?? spelled(found));

/** JSON text with everything escaped that a terminal would obey; it means the same. */
export const visibleJson = (json: string): string =>
  json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const LONG = 300;
const END = 40;

/** A word longer than anyone reads, without its middle. Credentials must be masked before. */
export const shortened = (text: string): string =>
  text.length <= LONG ? text : text.replace(/\S{300,}/g, (word) => `${word.slice(0, LONG - END)}…${word.slice(-END)}`);
