// A base URL of Claude Code that a file sets to nothing: requests go to the vendor, whatever weaker places say (claude-code.md, section 4.1).

import type { ClientState } from '../../clients/client.ts';
import type { Setting } from '../../model.ts';

const VENDOR_PREFIX = 'sk-ant-';

/** Null where the base is not emptied in a file. An empty variable of the shell is the usual way to unset one. */
export function emptiedBase(state: ClientState): Setting | null {
  if (state.id !== 'claude-code' || state.channel === null || state.channel.baseUrl !== null) return null;
  const setting = state.variable('ANTHROPIC_BASE_URL');
  return setting?.origin.file !== undefined && setting.value.trim() === '' ? setting : null;
}

/** A key goes out that is none of the vendor's, so nobody meant the vendor. */
export const sendsForeignKey = (state: ClientState): boolean =>
  state.channel?.credentials.some(({ isLogin, setting }) => !isLogin && !setting.value.hasPrefix(VENDOR_PREFIX)) === true;
