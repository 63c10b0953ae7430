// What each client can do beside being read and written: start on a channel, leave one, say one in variables.

import type { ClientId, Edit, Facts } from '../model.ts';
import type { Secret } from '../secret.ts';
import type { Template } from '../templates.ts';
import { exportsOfClaudeCode } from './claude-code/exports.ts';
import { launchClaudeCode } from './claude-code/launch.ts';
import { leaveClaudeCode } from './claude-code/leave.ts';
import type { ClientState } from './client.ts';
import { exportsOfCodex } from './codex/exports.ts';
import { launchCodex } from './codex/launch.ts';
import { leaveCodex } from './codex/leave.ts';
import type { Launcher } from './launch.ts';

export interface Switching {
  readonly launch: Launcher;
  /** Edits after which the client uses its vendor's own login again. */
  leave(state: ClientState, facts: Facts, templates: readonly Template[]): readonly Edit[];
  /** The channel in effect as environment variables, strongest first. */
  exports(state: ClientState): readonly (readonly [name: string, value: string | Secret])[];
}

export const SWITCHING: Readonly<Record<ClientId, Switching>> = {
  codex: { launch: launchCodex, leave: leaveCodex, exports: exportsOfCodex },
  'claude-code': { launch: launchClaudeCode, leave: leaveClaudeCode, exports: exportsOfClaudeCode },
};
