// Judges a secret by its looks without letting it out.

import type { Args, CredentialKind, JsonValue } from '../model.ts';
import { type KeySurroundings, keyProblems } from '../rules/shape/key-shape.ts';
import { expandVariables } from '../rules/shape/variable-reference.ts';
import { Secret } from '../secret.ts';
import { headerValue } from './claude-code/credentials.ts';
import type { ClientState } from './client.ts';

export interface SecretProblem {
  readonly id: string;
  readonly fixed: Secret | null;
  readonly args: Args;
}

export const secretProblems = (secret: Secret, surroundings: KeySurroundings): SecretProblem[] =>
  keyProblems(secret.reveal(), surroundings).map(({ id, fixed, args }) => ({
    id,
    fixed: fixed === undefined ? null : new Secret(fixed),
    args,
  }));

/** Does this version send the same header for both? Codex sends blanks at the end, which servers strip; a line break costs the header. */
export function areSentAlike(state: ClientState, kind: CredentialKind, written: Secret, meant: Secret): boolean {
  if (state.id === 'codex') return written.reveal().replace(/[ \t]+$/, '') === meant.reveal();
  const sent = headerValue(state.version, kind, written.reveal());
  return sent !== null && sent === headerValue(state.version, kind, meant.reveal());
}

/** How a document spells this secret: as it is, or behind `Bearer`; null where it holds something else. */
export function spellingOf(secret: Secret, written: JsonValue | undefined): ((other: Secret) => Secret) | null {
  if (typeof written !== 'string') return null;
  if (secret.equals(written)) return (other) => other;
  const scheme = /^Bearer +/i.exec(written)?.[0];
  if (scheme === undefined || !secret.equals(written.slice(scheme.length))) return null;
  return (other) => new Secret(scheme + other.reveal());
}

/** The secret with references to variables replaced; null where one is not set. */
export function expandedSecret(secret: Secret, values: Readonly<Record<string, string>>): Secret | null {
  const text = expandVariables(secret.reveal(), values);
  return text === null ? null : new Secret(text);
}
