// ANTHROPIC_CUSTOM_HEADERS: one header a line, separated by real line breaks (section 3.1).

/** Names in lower case. A line without a colon is ignored, as the client does. */
export function parseCustomHeaders(text: string): readonly (readonly [name: string, value: string])[] {
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    return name && value ? [[name, value]] : [];
  });
}

/** Names after RFC 9110; values without line breaks and within Latin-1: anything else ends in an error before a request is sent. */
export const isSendable = (name: string, value: string): boolean =>
  /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value);

/** Could the value of such a header be a credential? */
export const namesCredential = (name: string): boolean => /auth|key|token|secret|cookie|passw|credential/i.test(name);
