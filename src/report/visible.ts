// Text from files, variables and servers, as a terminal can show it: nothing in it moves the cursor, sets a title or turns the direction.

/** Line ends and tabs are fine. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const COLOUR = /(\u001b\[[\d;]*m)/;
/** What JSON.stringify leaves of them. */
const LEFT_IN_JSON = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

const unicodeEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const spelled = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : unicodeEscape(character);
};

/** Control characters become their escapes: `\x1b`, `\u202e`. */
export const visible = (text: string): string => text.replace(OBEYED, spelled);

/** The same for text that this program has painted: its colours stay. */
export const visiblePainted = (text: string): string =>
  text
    .split(COLOUR)
    .map((piece, index) => (index % 2 === 1 ? piece : visible(piece)))
    .join('');

/** JSON text with everything escaped that a terminal would obey; it means the same. */
export const visibleJson = (json: string): string => json.replace(LEFT_IN_JSON, unicodeEscape);

const LONG = 300;
const END = 40;

/** A word longer than anyone reads, without its middle. Credentials must be masked before. */
export const shortened = (text: string): string =>
  text.length <= LONG ? text : text.replace(/\S{300,}/g, (word) => `${word.slice(0, LONG - END)}…${word.slice(-END)}`);
