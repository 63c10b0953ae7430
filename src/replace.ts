// Several files get new content, or none does. The way back is on disk before the first name changes, so that a full disk can't block it.

import { refusal, UserError } from './errors.ts';
import type { Host } from './host.ts';
import { pathsOf } from './journal.ts';
import type { PlannedFolder, Text } from './model.ts';

/** The folder of a credential belongs to its owner alone. */
const PRIVATE_FOLDER = 0o700;
const OWNER_WRITES = 0o200;

const CHANGED: Text = {
  en: '{file} was changed by another program in the meantime; nothing was written. Run the command again',
  zh: '{file} 在此期间被其他程序改动；没有写入任何内容。请重新运行命令',
};
const FOLDER_CLOSED: Text = {
  en: '{file} cannot be written: its folder does not allow it; nothing was written. Change the permissions of the folder, then try again',
  zh: '无法写入 {file}：所在文件夹没有写权限；没有写入任何内容。请修改文件夹权限后再试',
};
const PROTECTED: Text = {
  en: '{file} is write-protected; nothing was written. If it may be changed, give yourself permission to write it, then try again',
  zh: '{file} 是只读文件；没有写入任何内容。如果允许改动，请先加上写权限再试',
};
const FAILED: Text = {
  en: '{file} could not be written ({code}); everything is as it was before. Free space or fix the permissions, then try again',
  zh: '写入 {file} 失败（{code}）；所有文件已恢复原样。请检查磁盘空间或权限后再试',
};
const HALF_UNDONE: Text = {
  en: '{file} could not be written ({code}), and not every file could be set back. The bytes from before are kept: channel-doctor undo',
  zh: '写入 {file} 失败（{code}），且有文件没能恢复原样。改动前的内容已备份，请运行：channel-doctor undo',
};

export interface Replacement {
  readonly path: string;
  readonly realPath: string;
  /** What must stand there now; null: nothing. */
  readonly before: Uint8Array | null;
  readonly beforeMode: number | null;
  /** What shall stand there; null: nothing. */
  readonly after: Uint8Array | null;
  readonly mode: number;
}

type Step = () => Promise<void>;

const same = (a: Uint8Array | null, b: Uint8Array | null): boolean => (a === null || b === null ? a === b : Buffer.compare(a, b) === 0);

export const couldNotWrite = (file: string, error: unknown): UserError =>
  refusal(FAILED, { file, code: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });

async function refuseIfChanged(host: Host, { path, realPath, before }: Replacement): Promise<void> {
  const now = await host.files.read(path);
  const asRead = same(now.bytes, before) && (now.state === 'file') === (before !== null) && now.realPath === realPath;
  if (!asRead) throw refusal(CHANGED, { file: path });
}

async function refuseIfNotWritable(host: Host, { path, realPath, before, beforeMode, after }: Replacement): Promise<void> {
  if (!(await host.files.writable(pathsOf(host).dirname(realPath)))) throw refusal(FOLDER_CLOSED, { file: path });
  const isProtected = before !== null && beforeMode !== null && (beforeMode & OWNER_WRITES) === 0;
  if (isProtected && !same(before, after)) throw refusal(PROTECTED, { file: path });
}

/** @throws UserError (exit 3) where a file is not as it was read, or may not be written. */
export async function refuseUnlessReady(host: Host, replacements: readonly Replacement[]): Promise<void> {
  for (const replacement of replacements) {
    await refuseIfChanged(host, replacement);
    await refuseIfNotWritable(host, replacement);
  }
}

/** What one run did so far, and how to get back. */
class Swap {
  readonly #host: Host;
  readonly #renamed: Step[] = [];
  readonly #temporary: string[] = [];
  readonly made: string[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** One at a time, so that those made before a failure are known. */
  async makeFolder(path: string, mode: number): Promise<void> {
    const parent = pathsOf(this.#host).dirname(path);
    if (parent !== path && (await this.#host.files.read(path)).state === 'absent') await this.makeFolder(parent, mode);
    this.made.push(...(await this.#host.files.makeFolder(path, mode)));
  }

  async #stage(path: string, bytes: Uint8Array, mode: number): Promise<string> {
    const name = await this.#host.files.writeTemporary(path, bytes, mode);
    this.#temporary.push(name);
    return name;
  }

  /** Writes both contents beside the file; the step that is returned only changes names. */
  async prepare({ realPath, before, beforeMode, after, mode }: Replacement): Promise<Step> {
    const { files } = this.#host;
    if (after !== null) await this.makeFolder(pathsOf(this.#host).dirname(realPath), PRIVATE_FOLDER);
    const next = after === null ? null : await this.#stage(realPath, after, mode);
    const former = before === null ? null : await this.#stage(realPath, before, beforeMode ?? mode);
    const put = (name: string | null): Promise<void> => (name === null ? files.remove(realPath) : files.rename(name, realPath));
    return async () => {
      await put(next);
      this.#renamed.push(() => put(former));
    };
  }

  async clear(): Promise<void> {
    for (const name of this.#temporary) await this.#host.files.remove(name).catch(() => {});
  }

  /** Says whether every file is as before. */
  async goBack(): Promise<boolean> {
    let isWhole = true;
    for (const step of this.#renamed.reverse()) {
      await step().catch(() => {
        isWhole = false;
      });
    }
    if (!isWhole) return false;
    await this.clear();
    for (const folder of this.made.reverse()) await this.#host.files.removeFolder(folder).catch(() => {});
    return true;
  }
}

interface Around {
  readonly folders: readonly PlannedFolder[];
  /** Called when everything stands; `made` are the folders that did not exist, outermost first. */
  finish(made: readonly string[]): Promise<void>;
  /** Called when everything is as before again. */
  forget(): Promise<void>;
}

/** @throws UserError (exit 3) where a file changed meanwhile or can't be written; then everything is as before. */
export async function replaceAll(host: Host, replacements: readonly Replacement[], { folders, finish, forget }: Around): Promise<void> {
  const swap = new Swap(host);
  let current = folders[0]?.path ?? replacements[0]?.path ?? '';
  try {
    for (const { path, mode } of folders) {
      current = path;
      await swap.makeFolder(path, mode);
    }
    const steps: { replacement: Replacement; step: Step }[] = [];
    for (const replacement of replacements) {
      current = replacement.path;
      steps.push({ replacement, step: await swap.prepare(replacement) });
    }
    for (const { replacement, step } of steps) {
      current = replacement.path;
      await refuseIfChanged(host, replacement);
      await step();
    }
    await finish(swap.made);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'UNKNOWN';
    if (!(await swap.goBack())) throw refusal(HALF_UNDONE, { file: current, code });
    await forget();
    throw error instanceof UserError ? error : couldNotWrite(current, error);
  }
  await swap.clear();
}
