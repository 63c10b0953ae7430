// A command of the program. One file each; the registry is commands/index.ts.

import type { Context } from '../context.ts';
import type { ExitStatus } from '../errors.ts';
import type { FlagName } from '../flags.ts';
import type { Text } from '../model.ts';

export interface CommandInfo {
  readonly name: string;
  readonly summary: Text;
  /** Behind `channel-doctor NAME`. */
  readonly usage: string;
  /** Flags besides the shared ones. */
  readonly flags: readonly FlagName[];
  /** Of the flags that every command accepts, those that mean something here; `--help` and `--version` always do. */
  readonly shared: readonly FlagName[];
  readonly maxPositionals: number;
  /** Words behind `--` are another program's. */
  readonly passesOn?: true;
  /** A command line that works. */
  readonly example: string;
  readonly load: () => Promise<{ run: (context: Context) => Promise<ExitStatus> }>;
}
