// The clients, in the order reports show them.

import { claudeCode } from './claude-code/index.ts';
import type { Client } from './client.ts';
import { codex } from './codex/index.ts';

export const CLIENTS: readonly Client[] = [codex, claudeCode];

export const clientById = (id: string): Client | undefined => CLIENTS.find((client) => client.id === id);
