// Lines of the user's own start-up files that mean to set a variable this channel lacks, and do not.

import type { Assignment, ClientState, Snapshot, StartUpFile } from '../../clients/client.ts';
import { wantedVariables } from './wanted-variables.ts';

type ForeignLine = StartUpFile['foreign'][number];

interface Found<Line> {
  readonly name: string;
  readonly file: StartUpFile;
  readonly line: Line;
}

const isSet = (state: ClientState, name: string): boolean => (state.variable(name)?.value.trim() ?? '') !== '';
const wantedNames = (state: ClientState): readonly string[] =>
  wantedVariables(state)
    .map(({ name }) => name)
    .filter((name) => !isSet(state, name));

/** The last assignment of each, where none of the files exports the name. */
export function unexportedLines({ startUp }: Snapshot, state: ClientState): readonly Found<Assignment>[] {
  const own = startUp.filter(({ ownShell }) => ownShell);
  return wantedNames(state).flatMap((name) => {
    const all = own.flatMap((file) => file.assignments.filter((line) => line.name === name).map((line) => ({ name, file, line })));
    return all.some(({ line }) => line.exported) ? [] : all.slice(-1);
  });
}

/** In the syntax of another shell, where no right line of the same file makes up for it. */
export function foreignLines({ startUp }: Snapshot, state: ClientState): readonly Found<ForeignLine>[] {
  const wanted = new Set(wantedNames(state));
  return startUp
    .filter(({ ownShell }) => ownShell)
    .flatMap((file) =>
      file.foreign
        .filter(({ name }) => wanted.has(name) && !file.assignments.some((assignment) => assignment.name === name && assignment.exported))
        .map((line) => ({ name: line.name, file, line })),
    );
}

/** The key is missing because of such a line, which is a finding of its own. */
export function hasUnusableKeyLine(snapshot: Snapshot, state: ClientState): boolean {
  const keys = new Set(wantedVariables(state).flatMap(({ name, purpose }) => (purpose === 'key' ? [name] : [])));
  return [...unexportedLines(snapshot, state), ...foreignLines(snapshot, state)].some(({ name }) => keys.has(name));
}
