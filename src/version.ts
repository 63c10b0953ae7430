// Put in by the build from package.json; read from there when the sources run as they are.

import { readFileSync } from 'node:fs';

declare const __VERSION__: string | undefined;

const fromPackage = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }).version;

export const VERSION: string = typeof __VERSION__ === 'string' ? __VERSION__ : fromPackage();
