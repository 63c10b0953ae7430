// Completion scripts, made from the registry of commands and the table of flags.

import type { Context } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { meaningful } from '../help.ts';
import { COMMANDS } from './index.ts';

const WHICH = { en: 'Name a shell: bash, zsh, fish or powershell', zh: '请写明 shell：bash、zsh、fish 或 powershell' };

const names = COMMANDS.map(({ name }) => name);
function flagsOf(name: string): string[] {
  const command = COMMANDS.find((known) => known.name === name);
  return command ? [...command.flags, ...meaningful(command)].map((flag) => `--${flag}`) : [];
}

function bash(): string {
  const cases = names.map((name) => `    ${name}) words="${flagsOf(name).join(' ')}" ;;`).join('\n');
  return `_channel_doctor() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="${names.join(' ')}"
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${names.join(' ')} --help --version"
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _channel_doctor channel-doctor doctor
`;
}

function zsh(context: Context): string {
  const commands = COMMANDS.map(
    ({ name, summary }) => `    '${name}:${summary[context.lang].replaceAll("'", '’').replaceAll(':', '\\:')}'`,
  ).join('\n');
  const cases = names.map((name) => `    ${name}) compadd -- ${flagsOf(name).join(' ')} ;;`).join('\n');
  return `#compdef channel-doctor doctor
_channel_doctor() {
  local -a commands
  commands=(
${commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases}
  esac
  _files
}
compdef _channel_doctor channel-doctor doctor
`;
}

function fish(context: Context): string {
  const lines = ['channel-doctor', 'doctor'].flatMap((program) => [
    `complete -c ${program} -n __fish_use_subcommand -f`,
    ...COMMANDS.map(
      ({ name, summary }) =>
        `complete -c ${program} -n __fish_use_subcommand -a ${name} -d '${summary[context.lang].replaceAll("'", '’')}'`,
    ),
    ...COMMANDS.flatMap(({ name }) =>
      flagsOf(name).map((flag) => `complete -c ${program} -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
    ),
  ]);
  return `${lines.join('\n')}\n`;
}

function powershell(): string {
  const table = names.map((name) => `    '${name}' = '${flagsOf(name).join(' ')}'`).join('\n');
  return `Register-ArgumentCompleter -Native -CommandName channel-doctor, doctor -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $flags = @{
${table}
  }
  $words = $commandAst.CommandElements | ForEach-Object { $_.ToString() }
  $known = if ($words.Count -gt 1 -and $flags.ContainsKey($words[1])) { $flags[$words[1]] -split ' ' } else { @(${names.map((name) => `'${name}'`).join(', ')}) }
  $known | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`;
}

export async function run(context: Context): Promise<ExitStatus> {
  const makers: Readonly<Record<string, (context: Context) => string>> = { bash, zsh, fish, powershell };
  const make = makers[context.given.positionals[0] ?? ''];
  if (!make) throw usageError(WHICH);
  context.host.terminal.writeOut(make(context));
  return EXIT.ok;
}
