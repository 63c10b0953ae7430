// Plan → changes on disk: all of it or nothing, with a way back.

import { createHash } from 'node:crypto';
import { dirname } from 'node:path';

import { refusal, UserError } from './errors.ts';
import type { Host } from './host.ts';
import { type JournalEntry, type JournalFile, Journal } from './journal.ts';
import type { Plan, PlannedFile } from './model.ts';

/** The folder of a credential belongs to its owner alone. */
const PRIVATE_FOLDER = 0o700;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const CHANGED = {
  en: '{file} was changed by another program in the meantime; nothing was written. Run the command again',
  zh: '{file} 在此期间被其他程序改动；没有写入任何内容。请重新运行命令',
};
const NOT_WRITABLE = {
  en: '{file} cannot be written: its folder does not allow it; nothing was written. Change the permissions of the folder, then try again',
  zh: '无法写入 {file}：所在文件夹没有写权限；没有写入任何内容。请修改文件夹权限后再试',
};
const FAILED = {
  en: '{file} could not be written ({code}); everything is as it was before. Free space or fix the permissions, then try again',
  zh: '写入 {file} 失败（{code}）；所有文件已恢复原样。请检查磁盘空间或权限后再试',
};

const same = (a: Uint8Array | null, b: Uint8Array | null): boolean => (a === null || b === null ? a === b : Buffer.compare(a, b) === 0);

/** What stands on disk now must be what the plan was made from. */
async function refuseIfChanged(host: Host, file: PlannedFile): Promise<void> {
  const now = await host.files.read(file.path);
  const asPlanned = same(now.bytes, file.before) && (now.state === 'file') === (file.before !== null) && now.realPath === file.realPath;
  if (!asPlanned) throw refusal(CHANGED, { file: file.path });
}

async function refuseIfNotWritable(host: Host, file: PlannedFile): Promise<void> {
  if (!(await host.files.writable(dirname(file.realPath)))) throw refusal(NOT_WRITABLE, { file: file.path });
}

/** The changes of one run, taken back by one `undo`: later rounds of the same run join its journal entry. */
export class ChangeRun {
  readonly #host: Host;
  readonly #journal: Journal;
  readonly #command: string;
  #entry: JournalEntry | null = null;

  constructor(host: Host, command: string) {
    this.#host = host;
    this.#journal = new Journal(host);
    this.#command = command;
  }

  get entry(): JournalEntry | null {
    return this.#entry;
  }

  /**
   * Writes the plan's files and folders.
   * @throws UserError (exit 3) when a file changed since it was read or can't be written; then everything is as before.
   */
  async apply(plan: Plan): Promise<void> {
    if (plan.files.length + plan.folders.length === 0) return;
    for (const file of plan.files) {
      await refuseIfChanged(this.#host, file);
      await refuseIfNotWritable(this.#host, file);
    }
    const entry = await this.#recordIntent(plan);
    const undo: (() => Promise<void>)[] = [];
    const made: string[] = [...entry.folders];
    let current = plan.files[0]?.path ?? plan.folders[0]?.path ?? '';
    try {
      for (const folder of plan.folders) {
        current = folder.path;
        await this.#makeFolder(folder.path, folder.mode, made, undo);
      }
      const temporary: { file: PlannedFile; name: string }[] = [];
      for (const file of plan.files) {
        current = file.path;
        await this.#makeFolder(dirname(file.realPath), PRIVATE_FOLDER, made, undo);
        const name = await this.#host.files.writeTemporary(file.realPath, file.after, file.mode);
        undo.push(() => this.#host.files.remove(name));
        temporary.push({ file, name });
      }
      for (const { file, name } of temporary) {
        current = file.path;
        await refuseIfChanged(this.#host, file);
        await this.#host.files.rename(name, file.realPath);
        undo.push(() => this.#restore(file));
      }
      await this.#finish(plan, entry, made);
    } catch (error) {
      for (const step of undo.reverse()) await step().catch(() => {});
      await this.#forget(entry);
      if (error instanceof UserError) throw error;
      throw refusal(FAILED, { file: current, code: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });
    }
  }

  async #makeFolder(path: string, mode: number, made: string[], undo: (() => Promise<void>)[]): Promise<void> {
    for (const folder of await this.#host.files.makeFolder(path, mode)) {
      made.push(folder);
      undo.push(() => this.#host.files.removeFolder(folder));
    }
  }

  /** Backups and a pending journal entry stand on disk before the first file is touched. */
  async #recordIntent(plan: Plan): Promise<JournalEntry> {
    try {
      const id = this.#entry?.id ?? (await this.#journal.newId());
      const files: JournalFile[] = [...(this.#entry?.files ?? [])];
      for (const file of plan.files) {
        const known = files.find(({ realPath }) => realPath === file.realPath);
        if (known) continue;
        const backup = file.before === null ? null : this.#journal.backupPath(id, files.length + 1);
        if (backup !== null && file.before !== null) await this.#journal.keep(backup, file.before);
        files.push({ path: file.path, realPath: file.realPath, backup, beforeMode: file.beforeMode, after: null, afterMode: file.mode });
      }
      const createdAt = this.#entry?.createdAt ?? new Date(this.#host.now()).toISOString();
      const entry: JournalEntry = { id, command: this.#command, createdAt, state: 'pending', files, folders: this.#entry?.folders ?? [] };
      await this.#journal.write(entry);
      return entry;
    } catch (error) {
      throw refusal(FAILED, { file: this.#journal.entryPath('…'), code: (error as NodeJS.ErrnoException).code ?? 'UNKNOWN' });
    }
  }

  async #finish(plan: Plan, entry: JournalEntry, made: readonly string[]): Promise<void> {
    const files = entry.files.map((file) => {
      const written = plan.files.find(({ realPath }) => realPath === file.realPath);
      return written ? { ...file, after: sha256(written.after), afterMode: written.mode } : file;
    });
    const done: JournalEntry = { ...entry, state: 'done', files, folders: [...new Set(made)] };
    await this.#journal.write(done);
    this.#entry = done;
  }

  /** A failed round leaves the entry of the rounds before it. */
  async #forget(entry: JournalEntry): Promise<void> {
    if (this.#entry) return this.#journal.write(this.#entry).catch(() => {});
    await this.#host.files.remove(this.#journal.entryPath(entry.id)).catch(() => {});
    for (const { backup } of entry.files) if (backup) await this.#host.files.remove(backup).catch(() => {});
  }

  async #restore(file: PlannedFile): Promise<void> {
    if (file.before === null) return this.#host.files.remove(file.realPath);
    const name = await this.#host.files.writeTemporary(file.realPath, file.before, file.beforeMode ?? file.mode);
    await this.#host.files.rename(name, file.realPath);
  }
}

const EDITED_SINCE = {
  en: '{file} was edited after this change; taking it back would lose that work, so nothing was undone. Undo it by hand, or compare with the backup {backup}',
  zh: '{file} 在这次改动之后又被编辑过；撤销会丢失之后的修改，因此没有撤销任何内容。请手工处理，或与备份 {backup} 比较',
};
const BACKUP_GONE = {
  en: 'The backup {backup} of {file} is missing; nothing was undone',
  zh: '{file} 的备份 {backup} 不见了；没有撤销任何内容',
};

/**
 * Takes a run back: bytes and modes as before, new files and folders gone.
 * @throws UserError (exit 3) where a file was edited since, or a backup is missing; then nothing is undone.
 */
export async function undoRun(host: Host, entry: JournalEntry): Promise<void> {
  const restored: PlannedFile[] = [];
  for (const file of entry.files) {
    if (file.after === null) continue;
    const now = await host.files.read(file.path);
    if (now.bytes === null || sha256(now.bytes) !== file.after) throw refusal(EDITED_SINCE, { file: file.path, backup: file.backup ?? '—' });
    const before = file.backup === null ? null : (await host.files.read(file.backup)).bytes;
    if (file.backup !== null && before === null) throw refusal(BACKUP_GONE, { file: file.path, backup: file.backup });
    const mode = file.beforeMode ?? file.afterMode;
    restored.push({ path: file.path, realPath: file.realPath, before: now.bytes, beforeMode: now.mode, after: before ?? new Uint8Array(), mode });
    await refuseIfNotWritable(host, { path: file.path, realPath: file.realPath, before: null, beforeMode: null, after: now.bytes, mode });
  }
  for (const file of restored) {
    const isNew = entry.files.find(({ realPath }) => realPath === file.realPath)?.backup === null;
    if (isNew) await host.files.remove(file.realPath);
    else await host.files.rename(await host.files.writeTemporary(file.realPath, file.after, file.mode), file.realPath);
  }
  for (const folder of [...entry.folders].reverse()) await host.files.removeFolder(folder).catch(() => {});
  await new Journal(host).write({ ...entry, state: 'undone' });
}
