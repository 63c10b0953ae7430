// Choosing the language and filling sentences.

import type { Args, Lang, Text } from '../model.ts';

const HOLE = /\{([a-zA-Z]\w*)\}/g;

/** The sentence in one language with its arguments put in. A hole without an argument stays as it is. */
export function say(text: Text, lang: Lang, args: Args = {}): string {
  return text[lang].replace(HOLE, (hole, name: string) => {
    const value = name in args ? args[name] : hole;
    return typeof value === 'object' ? value[lang] : String(value);
  });
}

/** A text with its arguments put in once it is read. */
export const filled = (text: Text, args: Args): Text => ({
  get en() {
    return say(text, 'en', args);
  },
  get zh() {
    return say(text, 'zh', args);
  },
});

/** ` (name?)` behind a word that is not known; nothing where none is near. */
export const suggestion = (name: string | null | undefined): Text | string => (name ? { en: ` (${name}?)`, zh: `（${name}？）` } : '');

/** Names of the arguments a sentence takes. */
export const holesOf = (sentence: string): string[] => [...sentence.matchAll(HOLE)].map((match) => match[1] ?? '').sort();

/** A language for a value such as `zh_CN.UTF-8`; null where it names neither. */
export function languageOf(value: string | undefined): Lang | null {
  if (!value) return null;
  if (/^zh\b|^zh[_-]/i.test(value)) return 'zh';
  if (/^(en\b|en[_-]|C\b|POSIX\b)/i.test(value)) return 'en';
  return null;
}

/** `CHANNEL_DOCTOR_LANG`, `LC_ALL`, `LC_MESSAGES`, `LANG`, then the system's own, asked for last since ICU takes its time; the first that is set decides. */
export function chooseLanguage(env: Readonly<Record<string, string>>, systemLocale: () => string): Lang {
  for (const name of ['CHANNEL_DOCTOR_LANG', 'LC_ALL', 'LC_MESSAGES', 'LANG']) {
    const value = env[name];
    if (value) return languageOf(value) ?? 'en';
  }
  return languageOf(systemLocale()) ?? 'en';
}
