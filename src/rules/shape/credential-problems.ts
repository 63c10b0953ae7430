// The credentials of a channel that were written by the user, judged by their looks, and where each can be put right.

import type { ClientState, Snapshot } from '../../clients/client.ts';
import { areSentAlike, type SecretProblem, secretProblems, spellingOf } from '../../clients/secret-shape.ts';
import type { Credential, Edit } from '../../model.ts';
import type { ClientEvidence, Evidence } from '../../probe/types.ts';
import type { Secret } from '../../secret.ts';
import { layerAt } from '../key-path.ts';
import { type Draft, eachClient } from '../rule.ts';
import { setAt } from '../setting-edits.ts';
import type { KeySurroundings } from './key-shape.ts';

export const writtenCredentials = (state: ClientState): readonly Credential[] =>
  (state.channel?.credentials ?? []).filter(({ isLogin }) => !isLogin);

/** An edit that puts another secret in the place of the one written there; null where no file holds it as it is. */
export function replacement(state: ClientState, { setting }: Credential): ((secret: Secret) => Edit | null) | null {
  const { origin, value } = setting;
  const written = origin.path && layerAt(state, origin)?.document?.at(origin.path)?.value;
  const spell = spellingOf(value, written);
  return spell && ((secret) => setAt(origin, spell(secret)));
}

function surroundingsOf(state: ClientState, wire: ClientEvidence | null, { facts }: Snapshot): KeySurroundings {
  const models = (state.channel?.models ?? []).map(({ setting }) => setting.value);
  return { variables: new Set([...state.variableNames, ...Object.keys(facts.env)]), models: new Set([...models, ...(wire?.models ?? [])]) };
}

export interface JudgedCredential {
  readonly credential: Credential;
  readonly problems: readonly SecretProblem[];
}

interface Judged {
  readonly wire: ClientEvidence | null;
  readonly snapshot: Snapshot;
  readonly credentials: readonly JudgedCredential[];
}

/** Every rule about keys asks for the same. */
const judged = new WeakMap<ClientState, Judged>();

export function judgedCredentials(state: ClientState, wire: ClientEvidence | null, snapshot: Snapshot): readonly JudgedCredential[] {
  const known = judged.get(state);
  if (known?.wire === wire && known.snapshot === snapshot) return known.credentials;
  const surroundings = surroundingsOf(state, wire, snapshot);
  const credentials = writtenCredentials(state).map((credential) => ({
    credential,
    problems: secretProblems(credential.setting.value, surroundings),
  }));
  judged.set(state, { wire, snapshot, credentials });
  return credentials;
}

/** Findings of one `key/…` rule that the looks of a key decide. */
export const keyShapeDrafts = (id: string, snapshot: Snapshot, evidence: Evidence): Iterable<Draft> =>
  eachClient(snapshot, evidence, function* (state, wire) {
    // With two keys in one request it is not known which of them was taken.
    const works = writtenCredentials(state).length === 1 && wire?.faithful?.outcome.ok === true;
    for (const { credential, problems } of judgedCredentials(state, wire, snapshot)) {
      const { origin, value } = credential.setting;
      for (const problem of problems) {
        if (problem.id !== id) continue;
        const isTolerated = id === 'key/whitespace' && problem.fixed !== null && areSentAlike(state, credential.kind, value, problem.fixed);
        // A gateway that takes the key as it is written proves that it is one; blanks are what only some of them pass over.
        const isBlankAtEnds = id === 'key/whitespace' && problem.fixed !== null;
        if (works && !isBlankAtEnds) continue;
        const edit = problem.fixed === null ? undefined : replacement(state, credential)?.(problem.fixed);
        yield {
          origin,
          args: problem.args,
          fix: edit ? { safety: 'safe', edits: [edit] } : null,
          ...(isTolerated ? { severity: 'warning' as const, variant: 'tolerated' } : {}),
          ...(problem.args.reason === 'empty' ? { variant: 'empty' } : {}),
          ...(id === 'key/whitespace' && problem.fixed === null ? { variant: 'inside' } : {}),
        };
      }
    }
  });
