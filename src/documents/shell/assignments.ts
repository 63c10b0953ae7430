// What a start-up file does to variables, collected in order.

export interface Found {
  readonly name: string;
  /** Null where it is computed. */
  readonly value: string | null;
  readonly exported: boolean;
  readonly at: number;
}
export interface Foreign {
  readonly name: string;
  readonly at: number;
  /** posix, bash, csh, fish, powershell or cmd. */
  readonly syntaxOf: string;
}

export const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** No start-up file of a person has as many. */
const MAX_FOUND = 5_000;

export class Assignments {
  found: Found[] = [];
  readonly foreign: Foreign[] = [];
  readonly #exported = new Set<string>();
  /** `set -a`: whatever is assigned from here on is exported. */
  exportsAll = false;

  assign(name: string, value: string | null, exported: boolean, at: number): void {
    if (exported) this.export(name);
    if (this.found.length >= MAX_FOUND) return;
    this.found.push({ name, value, exported: exported || this.exportsAll || this.#exported.has(name), at });
  }

  /** Also what was assigned before is exported from here on. */
  export(name: string): void {
    if (this.#exported.has(name)) return;
    this.#exported.add(name);
    this.found = this.found.map((found) => (found.name === name ? { ...found, exported: true } : found));
  }

  unexport(name: string): void {
    this.#exported.delete(name);
    this.found = this.found.map((found) => (found.name === name ? { ...found, exported: false } : found));
  }

  unset(name: string): void {
    this.#exported.delete(name);
    this.found = this.found.filter((found) => found.name !== name);
  }

  alien(name: string, syntaxOf: string, at: number): void {
    if (this.foreign.length < MAX_FOUND) this.foreign.push({ name, at, syntaxOf });
  }
}
