// What `explain` teaches about a finding or failure class besides the sentences of the finding itself.

import type { Text } from '../model.ts';

/** Two of the parts at least would be good; one must be there. */
export interface Explanation {
  /** What the clients, gateways and tools do there, with the versions that matter. */
  readonly background?: Text;
  /** Lines of a file or of a shell, the same in every language. */
  readonly wrong?: string;
  readonly right?: string;
  /** What `fix` writes: by itself, with `--unsafe`, or either, depending on what was found. Absent: nothing. */
  readonly fix?: 'safe' | 'unsafe' | 'both';
}

export type Explanations = Readonly<Record<string, Explanation>>;
