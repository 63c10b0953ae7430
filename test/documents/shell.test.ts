// Start-up files: what they assign, and what they say in the syntax of another shell.

import { describe, expect, it } from 'vitest';

import type { StartUpFile } from '../../src/clients/client.ts';
import { readStartUp } from '../../src/documents/index.ts';
import { bytesOf } from './bytes.ts';

type Shell = StartUpFile['shell'];

/** `NAME=value`, `export` in front where it is; a computed value is `?`. Foreign lines as `NAME:shell`. */
function told(shell: Shell, text: string): { set: string[]; foreign: string[] } {
  const { assignments, foreign } = readStartUp('/home/u/x', bytesOf(text), shell);
  return {
    set: assignments.map(({ name, value, exported }) => `${exported ? 'export ' : ''}${name}=${value ?? '?'}`),
    foreign: foreign.map(({ name, syntaxOf }) => `${name}:${syntaxOf}`),
  };
}

type Row = readonly [name: string, text: string, set: readonly string[], foreign?: readonly string[]];
const check = (shell: Shell, rows: readonly Row[]): void => {
  const complete = rows.map(([name, text, set, foreign = []]) => [name, text, set, foreign] as const);
  it.each(complete)('%s', (_, text, set, foreign) => {
    expect(told(shell, text)).toEqual({ set, foreign });
  });
};

describe('bash', () => {
  check('bash', [
    ['export', 'export A=b\nexport B="c d" C=\'e\' # x\n', ['export A=b', 'export B=c d', 'export C=e']],
    ['plain', 'A=b\n', ['A=b']],
    ['exported later', 'A=b\nexport A\n', ['export A=b']],
    ['assigned again after export', 'export A\nA=1\n', ['export A=1']],
    ['declare and typeset', 'declare -x A=1\ntypeset -gx B=2\ndeclare C=3\ndeclare -x C\n', ['export A=1', 'export B=2', 'export C=3']],
    ['no longer exported', 'export A=1\nexport -n A\n', ['A=1']],
    ['set -a', 'set -a\nA=1\nset +a\nB=2\n', ['export A=1', 'B=2']],
    ['unset', 'export A=1\nunset A\n', []],
    ['comments', '# export A=1\n  #export B=2\nexport C=3#4 # x\n', ['export C=3#4']],
    ['computed', 'export A=$B B=`x` C=$(cat f) D="a${x}" E=~/x\n', ['export A=?', 'export B=?', 'export C=?', 'export D=?', 'export E=?']],
    ['a dollar that is none', 'export A="a$" B=\'$x\' C=a\\$b\n', ['export A=a$', 'export B=$x', 'export C=a$b']],
    ['addition', 'PATH+=:/x\n', ['PATH=?']],
    ['for one command only', 'A=1 claude\nenv B=2 codex\n', []],
    ['several on a line', 'A=1; export B=2 && C=3\n', ['A=1', 'export B=2', 'C=3']],
    ['in a condition', 'if [ -f x ]; then\n  export A=1\nelse export A=2; fi\n', ['export A=1', 'export A=2']],
    ['in a function', 'f() {\n  export A=1\n}\nfunction g {\n  B=2\n}\ng2 () { C=3; }\nexport D=4\n', ['export D=4']],
    ['in a sub-shell', '(export A=1)\nexport B=2\n', ['export B=2']],
    ['in a case', 'case "$-" in\n  *i*) export A=1 ;;\n  *) return ;;\nesac\n', ['export A=1']],
    ['in a here-document', "cat <<EOF > x\nexport A=1\nEOF\ncat <<-'E'\n\tB=1\n\tE\nexport C=1\n", ['export C=1']],
    ['in a text', 'echo "\nexport A=1\n"\nalias x=\'B=1 claude\'\nexport C="x\ny"\n', ['export C=x\ny']],
    ['over a line end', 'export A=1 \\\n  B=2\n', ['export A=1', 'export B=2']],
    ['lists', 'A=(x y)\nexport B=1\n', ['A=?', 'export B=1']],
    ['ANSI quotes', "export A=$'x\\ty'\n", ['export A=x\ty']],
    ['Windows line ends', 'export A=1\r\nB=2\r\n', ['export A=1', 'B=2']],
    [
      'PowerShell',
      '$env:A = "x"\n${env:B}="x"\n[Environment]::SetEnvironmentVariable("C", "x", "User")\n',
      [],
      ['A:powershell', 'B:powershell', 'C:powershell'],
    ],
    ['fish', 'set -gx A x\nset -x B x\nset -Ux C x\nset --export D x\n', [], ['A:fish', 'B:fish', 'C:fish', 'D:fish']],
    ['options of the shell itself', 'set -x\nset -euo pipefail\nset -o vi\n', []],
    ['csh and cmd', 'setenv A x\nset B=x\nsetx C x\n', [], ['A:csh', 'B:cmd', 'C:cmd']],
    ["csh words of one's own", 'setenv() { export "$1=$2"; }\nsetenv A x\n', []],
    ['unfinished', 'export A="x\nexport B=$(', ['export A=?']],
  ]);

  it('tells places in code points', () => {
    const { assignments, foreign } = readStartUp('/x', bytesOf('# 😀\n😀; export A=1\n  setenv B x\n'), 'bash');
    expect(assignments).toMatchObject([{ line: 2, column: 11 }]);
    expect(foreign).toMatchObject([{ line: 3, column: 3 }]);
  });
});

describe('fish', () => {
  check('fish', [
    [
      'set',
      'set -gx A x\nset -x B "y z"\nset -Ux C \'w\'\nset --global --export D v # c\n',
      ['export A=x', 'export B=y z', 'export C=w', 'export D=v'],
    ],
    ['not exported', 'set -g A x\nset B y\n', ['A=x', 'B=y']],
    ['erased and asked', 'set -gx A x\nset -e A\nset -q B\nset -gx C\n', ['export C=']],
    ['export and setenv are functions of fish', 'export A=1\nsetenv B 2\n', ['export A=1', 'export B=2']],
    ['computed', 'set -gx A $B\nset -gx C (cat x)\nset -gx D "$E"\nset -a F x\n', ['export A=?', 'export C=?', 'export D=?', 'F=?']],
    ['in a function', 'function f\n  set -gx A 1\n  if true\n    set -gx B 1\n  end\nend\nset -gx C 1\n', ['export C=1']],
    [
      'in a condition',
      'if status is-interactive\n  set -gx A 1\nelse if true\n  set -gx B 1\nend\nif not set -q C; set -gx C 1; end\n',
      ['export A=1', 'export B=1', 'export C=1'],
    ],
    ['a sign in the name', 'set -x A="x"\nset -gx B=1\n', [], ['A:posix', 'B:posix']],
    ['a bare assignment', 'A=1\nB=1 claude\n', [], ['A:posix']],
    ['bash', 'declare -x A=1\n', [], ['A:bash']],
    ['PowerShell', '$env:A = "x"\n', [], ['A:powershell']],
  ]);
});

describe('powershell', () => {
  check('powershell', [
    ['env', '$env:A = "x"\n$Env:B=\'it\'\'s\'\n${env:C} = "y" # c\n', ['export A=x', "export B=it's", 'export C=y']],
    [
      '.NET',
      '[Environment]::SetEnvironmentVariable("A", "x", "User")\n[System.Environment]::SetEnvironmentVariable(\'B\',\'y\')\n',
      ['export A=x', 'export B=y'],
    ],
    ['Set-Item', 'Set-Item -Path Env:A -Value "x"\nSet-Item env:\\B "y"\n', ['export A=x', 'export B=y']],
    ['a plain variable', '$A = "x"\n', ['A=x']],
    [
      'computed',
      '$env:A = "$x"\n$env:B = $C\n$env:D = "a" + $b\n$env:E = (cat x)\n',
      ['export A=?', 'export B=?', 'export D=?', 'export E=?'],
    ],
    ['comments and here-strings', '# $env:A = "x"\n<#\n$env:B = "x"\n#>\n$t = @"\n$env:C = "x"\n"@\n$env:D = "x"\n', ['t=?', 'export D=x']],
    ['in a function', 'function f {\n  $env:A = "x"\n  if ($y) { $env:B = "x" }\n}\n$env:C = "x"\n', ['export C=x']],
    ['in a condition', 'if ($x) { $env:A = "x" }\n', ['export A=x']],
    ['removed', '$env:A = "x"\nRemove-Item Env:A\n', []],
    ['other shells', 'export A=x\nset -gx B x\nsetenv C x\nset D=x\nE=x\n', [], ['A:posix', 'B:fish', 'C:csh', 'D:cmd', 'E:posix']],
  ]);
});

it('ends on any input', () => {
  for (const text of ['"', "'", '$(', '`', '<<', '<<EOF', '${', 'a=(', '\\', '@"\n', '<#', '$env:', 'function', '((((', '))))', "$'\\"]) {
    for (const shell of ['bash', 'fish', 'powershell'] as const) expect(() => told(shell, text)).not.toThrow();
  }
});
