// References to variables, as they look where nothing expands them.

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`\$\{\{?\s*(?:env:|env\.|secrets\.)?(${NAME})(?:\s*:?[-=?][^}]*)?\s*\}`),
  new RegExp(String.raw`\{\{?\s*(?:env:|env\.)(${NAME})\s*\}`),
  new RegExp(String.raw`\$env:(${NAME})`, 'i'),
  // A dollar sign amid a key is a part of it; a reference begins the value or one of its parts, and is in capitals.
  /(?:^|[\s/:@="'])\$([A-Z_][A-Z0-9_]{2,})(?![a-z])/,
  new RegExp(String.raw`^\$(${NAME})$`),
  // Not %E4%BD: what is encoded for a URL is two hexadecimal digits.
  /(?:^|[\s/:@="'.])%(?![0-9A-Fa-f]{2}(?:%|$))([A-Za-z_][A-Za-z0-9_]{2,})%/,
];

/** The name of the first variable that a text refers to, null where it refers to none. */
export function variableIn(text: string): string | null {
  let first: { readonly index: number; readonly name: string } | null = null;
  for (const pattern of PATTERNS) {
    const match = pattern.exec(text);
    if (match?.[1] !== undefined && (first === null || match.index < first.index)) first = { index: match.index, name: match[1] };
  }
  return first?.name ?? null;
}

/** The text with every reference replaced by its value; null where a variable is not set. */
export function expandVariables(text: string, values: Readonly<Record<string, string>>): string | null {
  let expanded = text;
  for (let round = 0; round < 8; round += 1) {
    const name = variableIn(expanded);
    if (name === null) return expanded;
    const value = values[name];
    if (value === undefined || variableIn(value) !== null) return null;
    const reference = new RegExp(
      String.raw`\$\{\{?\s*(?:env:|env\.|secrets\.)?${name}[^}]*\}\}?|\{\{?\s*env[:.]${name}\s*\}\}?|\$env:${name}\b|\$${name}\b|%${name}%`,
      'i',
    );
    expanded = expanded.replace(reference, () => value);
  }
  return null;
}
