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

export class Assignments {
  found: Found[] = [];
  readonly foreign: Foreign[] = [];
  readonly #exported = new Set<string>();
  /** `set -a`: whatever is assigned from here on is exported. */
  exportsAll = false;

  assign(name: string, value: string | null, exported: boolean, at: number): void {
    if (exported) this.export(name);
    this.found.push({ name, value, exported: exported || this.exportsAll || this.#exported.has(name), at });
  }

  /** Also what was assigned before is exported from here on. */
  export(name: string): void {
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
    this.foreign.push({ name, at, syntaxOf });
  }
}
