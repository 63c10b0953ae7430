// Forms of a channel that no version of a client reads, with the form it reads instead.

import type { ClientState } from '../../clients/client.ts';
import type { IgnoredForm } from './ignored-form.ts';
import { ignoredInClaudeCode } from './ignored-forms-claude-code.ts';
import { ignoredInCodex } from './ignored-forms-codex.ts';

export const ignoredForms = (state: ClientState): readonly IgnoredForm[] =>
  state.id === 'codex' ? ignoredInCodex(state) : ignoredInClaudeCode(state);
