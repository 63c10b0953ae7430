// Columns that a text takes on a terminal: two for wide characters (UAX #11, W and F) and for an emoji with all that is joined to it, none for
// marks. No library: those hold classes of Unicode as literals, which take every start of the program 2 ms to set up, shown or not.

/** First and last code point of wide ranges, ascending. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x23f0, 0x23f0],
  [0x23f3, 0x23f3],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x267f, 0x267f],
  [0x2693, 0x2693],
  [0x26a1, 0x26a1],
  [0x26aa, 0x26ab],
  [0x26bd, 0x26be],
  [0x26c4, 0x26c5],
  [0x26ce, 0x26ce],
  [0x26d4, 0x26d4],
  [0x26ea, 0x26ea],
  [0x26f2, 0x26f3],
  [0x26f5, 0x26f5],
  [0x26fa, 0x26fa],
  [0x26fd, 0x26fd],
  [0x2705, 0x2705],
  [0x270a, 0x270b],
  [0x2728, 0x2728],
  [0x274c, 0x274c],
  [0x274e, 0x274e],
  [0x2753, 0x2755],
  [0x2757, 0x2757],
  [0x2795, 0x2797],
  [0x27b0, 0x27b0],
  [0x27bf, 0x27bf],
  [0x2b1b, 0x2b1c],
  [0x2b50, 0x2b50],
  [0x2b55, 0x2b55],
  [0x2e80, 0x303e],
  [0x3041, 0x3247],
  [0x3250, 0x4dbf],
  [0x4e00, 0xa4c6],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2fb],
  [0x1f004, 0x1f004],
  [0x1f0cf, 0x1f0cf],
  [0x1f18e, 0x1f18e],
  [0x1f191, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f335],
  [0x1f337, 0x1f37c],
  [0x1f37e, 0x1f393],
  [0x1f3a0, 0x1f3ca],
  [0x1f3cf, 0x1f3d3],
  [0x1f3e0, 0x1f3f0],
  [0x1f3f4, 0x1f3f4],
  [0x1f3f8, 0x1f43e],
  [0x1f440, 0x1f440],
  [0x1f442, 0x1f4fc],
  [0x1f4ff, 0x1f53d],
  [0x1f54b, 0x1f54e],
  [0x1f550, 0x1f567],
  [0x1f57a, 0x1f57a],
  [0x1f595, 0x1f596],
  [0x1f5a4, 0x1f5a4],
  [0x1f5fb, 0x1f64f],
  [0x1f680, 0x1f6c5],
  [0x1f6cc, 0x1f6cc],
  [0x1f6d0, 0x1f6d2],
  [0x1f6d5, 0x1f6d7],
  [0x1f6dc, 0x1f6df],
  [0x1f6eb, 0x1f6ec],
  [0x1f6f4, 0x1f6fc],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f93a],
  [0x1f93c, 0x1f945],
  [0x1f947, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];
/** Characters that take one column each: most lines have no others. */
const PLAIN = /^[ -~·…→│–—]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
const ESCAPES = /\u001b\]8;[^;]*;.*?(?:\u0007|\u001b\\)|[\u001b\u009b][[()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-ORZcf-nqry=><]/g;
const TAB = 8;
const JOINER = 0x200d;
const EMOJI_FORM = 0xfe0f;

let marks: RegExp | undefined;
function isMark(character: string, code: number): boolean {
  if (code < 0x300) return false;
  marks ??= /^[\p{M}\u200b-\u200f\u2060-\u2064\ufeff]$/u;
  return marks.test(character);
}

function isWide(code: number): boolean {
  if (code < 0x1100) return false;
  return WIDE.some(([first, last]) => first <= code && code <= last);
}

const isSkinTone = (code: number): boolean => code >= 0x1f3fb && code <= 0x1f3ff;
const isControl = (code: number): boolean => code < 0x20 || (code >= 0x7f && code < 0xa0);

export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  let before = 0;
  let last = 0;
  for (const character of text.replace(ESCAPES, '')) {
    const code = character.codePointAt(0) ?? 0;
    if (code === EMOJI_FORM) {
      width += 2 - last;
      last = 2;
    } else if (code === 0x09) width += TAB;
    else if (!isControl(code) && !isMark(character, code) && before !== JOINER && !(isSkinTone(code) && last === 2)) {
      last = isWide(code) ? 2 : 1;
      width += last;
    }
    before = code;
  }
  return width;
}
