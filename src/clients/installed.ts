// Which version of a client is installed: from its package, from its path, or, as the last way, from what it says.

import { type PlatformPath, posix, win32 } from 'node:path';

import type { Host } from '../host.ts';
import type { Installed } from '../model.ts';
import { findVersion } from './version.ts';

const VERSION_TIMEOUT_MS = 5_000;
const MAX_PARENTS = 6;
const MAX_SHIM_BYTES = 64 * 1024;
/** What a program needs to start at all; keys, proxies and settings of the user stay away. */
const NEEDED_VARIABLES = [
  'PATH',
  'Path',
  'PATHEXT',
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'SystemRoot',
  'ComSpec',
  'TEMP',
  'TMP',
  'TMPDIR',
  'LANG',
  'NVM_DIR',
  'VOLTA_HOME',
  'FNM_DIR',
  'ASDF_DIR',
  'ASDF_DATA_DIR',
  'MISE_DATA_DIR',
] as const;

async function packageVersion(host: Host, file: string, npmPackage: string): Promise<string | null> {
  const { bytes } = await host.files.read(file);
  if (!bytes) return null;
  try {
    const content: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof content !== 'object' || content === null || !('name' in content) || content.name !== npmPackage) return null;
    return 'version' in content && typeof content.version === 'string' ? findVersion(content.version) : null;
  } catch {
    return null;
  }
}

/** package.json files of folders above a program, nearest first. */
function parentPackages(path: string, { dirname, join }: PlatformPath): readonly string[] {
  const files: string[] = [];
  for (let folder = dirname(path); files.length < MAX_PARENTS; folder = dirname(folder)) {
    files.push(join(folder, 'package.json'));
    if (dirname(folder) === folder) break;
  }
  return files;
}

/** Where a start script of npm, pnpm or yarn (not a link, as on Windows) has its package: only if the script names it. */
function shimPackages(path: string, script: string, npmPackage: string, { dirname, join }: PlatformPath): readonly string[] {
  if (!script.replaceAll('\\', '/').includes(npmPackage)) return [];
  const folder = dirname(path);
  const roots = [folder, join(folder, '..', 'lib'), join(folder, 'global', '5'), join(folder, '..')];
  return roots.map((root) => join(root, 'node_modules', ...npmPackage.split('/'), 'package.json'));
}

/** `…/claude/versions/2.1.332`, `…/Cellar/codex/0.171.0/…`, `…/Caskroom/claude-code/2.1.332/…`: a version that stands in the path. */
function versionInPath(path: string): string | null {
  const found =
    /[\\/]versions[\\/](\d+\.\d+\.\d+[^\\/]*)$/.exec(path) ??
    /[\\/](?:Cellar|Caskroom)[\\/][^\\/]+[\\/](\d+\.\d+\.\d+[^\\/]*)[\\/]/.exec(path);
  return found?.[1] ? findVersion(found[1]) : null;
}

/** What a program needs to start at all. */
export function neededEnvironment(env: Readonly<Record<string, string>>): Record<string, string> {
  const needed = NEEDED_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(needed), DISABLE_AUTOUPDATER: '1', NO_COLOR: '1' };
}

/** `2.1.332 (Claude Code)`, `codex-cli 0.171.0`; null where it says nothing of the kind in time. */
async function saidVersion(host: Host, path: string): Promise<string | null> {
  const { stdout, stderr } = await host.exec(path, ['--version'], { timeoutMs: VERSION_TIMEOUT_MS, env: neededEnvironment(host.env) });
  return findVersion(stdout) ?? findVersion(stderr);
}

/** Null where the command is not on PATH. */
export async function installedVersion(host: Host, command: string, npmPackage: string): Promise<Installed | null> {
  const path = await host.which(command);
  if (path === null) return null;
  const names = host.platform === 'win32' ? win32 : posix;
  const { realPath, bytes } = await host.files.read(path, MAX_SHIM_BYTES);
  const script = bytes && bytes.length <= MAX_SHIM_BYTES ? new TextDecoder().decode(bytes) : '';
  for (const file of [...parentPackages(realPath, names), ...shimPackages(realPath, script, npmPackage, names)]) {
    const version = await packageVersion(host, file, npmPackage);
    if (version) return { version, path };
  }
  return { version: versionInPath(realPath) ?? (await saidVersion(host, path)), path };
}
