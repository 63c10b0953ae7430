// Plans made from what a host has, without the documents in between.

import type { Host } from '../../src/host.ts';
import type { Plan, PlannedFile } from '../../src/model.ts';

export interface Wish {
  readonly text: string;
  readonly mode?: number;
}

/** A plan that gives these files this text; names are absolute. */
export async function planFor(host: Host, wishes: Readonly<Record<string, string | Wish>>): Promise<Plan> {
  const files = Object.entries(wishes).map(async ([path, wish]): Promise<PlannedFile> => {
    const { text, mode } = typeof wish === 'string' ? { text: wish, mode: undefined } : wish;
    const fact = await host.files.read(path);
    const after = new TextEncoder().encode(text);
    return { path, realPath: fact.realPath, before: fact.bytes, beforeMode: fact.mode, after, mode: mode ?? fact.mode ?? 0o600 };
  });
  return { files: await Promise.all(files), folders: [], refusals: [] };
}
