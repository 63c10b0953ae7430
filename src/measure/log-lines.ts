// Lines out of bytes of any length, in bounded memory: a log may be gigabytes, and one line of it an image.

/** Characters of a line that is kept; a rollout's line with a pasted picture is longer and holds no timing. */
const MAX_LINE = 4 * 1024 * 1024;

/** PowerShell's `>` writes UTF-16 with a byte order mark. */
function decoderFor(first: Uint8Array): InstanceType<typeof TextDecoder> {
  if (first[0] === 0xff && first[1] === 0xfe) return new TextDecoder('utf-16le');
  if (first[0] === 0xfe && first[1] === 0xff) return new TextDecoder('utf-16be');
  return new TextDecoder();
}

export class LineSplitter {
  readonly #onLine: (line: string, number: number) => void;
  #decoder: InstanceType<typeof TextDecoder> | null = null;
  #parts: string[] = [];
  #length = 0;
  #number = 1;
  /** Lines that were too long to be kept. */
  dropped = 0;

  /** `number` counts from 1. */
  constructor(onLine: (line: string, number: number) => void) {
    this.#onLine = onLine;
  }

  take(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#decoder ??= decoderFor(bytes);
    this.text(this.#decoder.decode(bytes, { stream: true }));
  }

  text(text: string): void {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#add(text.slice(from, at));
      this.#flush();
      from = at + 1;
    }
    this.#add(text.slice(from));
  }

  end(): void {
    if (this.#decoder) this.text(this.#decoder.decode());
    if (this.#length > 0) this.#flush();
  }

  #add(text: string): void {
    this.#length += text.length;
    if (this.#length <= MAX_LINE) this.#parts.push(text);
    else this.#parts = [];
  }

  #flush(): void {
    if (this.#length > MAX_LINE) this.dropped++;
    else this.#onLine(this.#parts.join('').replace(/\r$/, ''), this.#number);
    this.#parts = [];
    this.#length = 0;
    this.#number++;
  }
}
