// A key that nobody was given, to learn what a gateway answers to one it cannot know.

import { Secret } from '../secret.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const MAX_LENGTH = 200;
/** Too many to be guessed, so that it is nobody else's key either. */
const MIN_RANDOM = 24;

/**
 * Outwardly like the real one: the given public prefix, the same length and separators, hexadecimal where that is. Nothing else of it is used.
 * `random` gives two hexadecimal digits a byte.
 */
export function inventedKey(real: Secret, prefix: string, random: (bytes: number) => string): Secret {
  const rest = real
    .reveal()
    .trim()
    .replace(/^bearer\s+/i, '')
    .slice(prefix.length, MAX_LENGTH);
  const alphabet = /^[\da-f._-]+$/.test(rest) ? LETTERS.slice(-10) + LETTERS.slice(26, 32) : LETTERS;
  const dice = random(MAX_LENGTH);
  const letterAt = (index: number): string => alphabet[Number.parseInt(dice.slice(2 * index, 2 * index + 2), 16) % alphabet.length] ?? '0';
  const shape = [...rest.padEnd(MIN_RANDOM, 'x')].map((character) => (/[._-]/.test(character) ? character : null));
  while (shape.filter((separator) => separator === null).length < MIN_RANDOM) shape.push(null);
  return new Secret(prefix + shape.map((separator, index) => separator ?? letterAt(index)).join(''));
}
