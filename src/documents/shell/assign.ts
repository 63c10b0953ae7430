// One exported variable, in the syntax of each shell: fish https://fishshell.com/docs/current/language.html#quotes, PowerShell
// about_Quoting_Rules, cmd `set /?`.

export type ExportShell = 'bash' | 'zsh' | 'posix' | 'fish' | 'powershell' | 'cmd';

/** A line that sets and exports the variable, whatever the value holds. cmd has no quoting for a percent sign or a line break at its prompt. */
export function exportLine(shell: ExportShell, name: string, value: string): string {
  switch (shell) {
    case 'fish':
      return `set -gx ${name} '${value.replace(/[\\']/g, '\\$&')}'`;
    case 'powershell':
      return `$env:${name} = '${value.replaceAll("'", "''")}'`;
    case 'cmd':
      return `set "${name}=${value}"`;
    default:
      return `export ${name}='${value.replaceAll("'", "'\\''")}'`;
  }
}

export const commentLine = (shell: ExportShell, text: string): string => `${shell === 'cmd' ? 'rem' : '#'} ${text}`;

/**
 * The shell that reads what is printed: on Windows the one whose module path of the user's own is there (PowerShell adds it, cmd does not),
 * elsewhere the user's.
 */
export function currentShell(env: Readonly<Record<string, string>>, platform: NodeJS.Platform): ExportShell {
  const name =
    (env.SHELL ?? '')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.exe$/i, '') ?? '';
  if (name === 'bash' || name === 'zsh' || name === 'fish') return name;
  if (name === 'pwsh') return 'powershell';
  if (platform !== 'win32') return name === '' && platform === 'darwin' ? 'zsh' : 'posix';
  return /[\\/](?:Documents|文档|OneDrive[^;]*)[\\/](?:Windows)?PowerShell[\\/]Modules/i.test(env.PSModulePath ?? '')
    ? 'powershell'
    : 'cmd';
}
