// How a program is started on Windows: Node starts no batch files by themselves, cmd.exe does, and it reads its line twice where a batch file
// passes its arguments on (https://qntm.org/cmd, and what npm's `cross-spawn` does).

const META = /([()\][%!^"`<>&|;, *?])/g;

/** A word for a batch file: quoted for the C runtime, and every character that cmd.exe gives a meaning escaped, twice. */
function batchWord(word: string): string {
  const quoted = `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, '$1$1')}"`;
  return quoted.replace(META, '^$1').replace(META, '^$1');
}

export interface Startable {
  readonly file: string;
  readonly words: string[];
  /** The words form a command line that must reach the program as it is. */
  readonly verbatim: boolean;
}

export function startable(platform: NodeJS.Platform, command: string, args: readonly string[]): Startable {
  if (platform !== 'win32' || !/\.(?:cmd|bat)$/i.test(command)) return { file: command, words: [...args], verbatim: false };
  const line = [command.replace(META, '^$1'), ...args.map(batchWord)].join(' ');
  return { file: 'cmd.exe', words: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}
