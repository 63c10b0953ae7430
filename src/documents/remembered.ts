// One text is read for its meaning, for its places, before an edit and after it: what was made of it is made once.

/** Before and after an edit. */
const LATEST = 2;

/** The same function, which knows the last texts it was asked about. What it returns must not be changed. */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const latest: { readonly text: string; readonly made: T }[] = [];
  return (text) => {
    const known = latest.find((one) => one.text === text);
    if (known) return known.made;
    const made = make(text);
    latest.unshift({ text, made });
    latest.length = Math.min(latest.length, LATEST);
    return made;
  };
}
