// Plan → changes on disk: all of it or nothing, with a way back.

import { refusal } from './errors.ts';
import type { Host } from './host.ts';
import { Journal, type JournalEntry, type JournalFile } from './journal.ts';
import type { Plan, PlannedFile, Text } from './model.ts';
import { couldNotWrite, type Replacement, refuseUnlessReady, replaceAll } from './replace.ts';
import { sha256 } from './sha256.ts';
import { whileWriting } from './writing.ts';

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
    if (plan.files.length + plan.folders.length > 0) await whileWriting(this.#write(plan));
  }

  async #write(plan: Plan): Promise<void> {
    await refuseUnlessReady(this.#host, plan.files);
    const entry = await this.#recordIntent(plan);
    await replaceAll(this.#host, plan.files, {
      folders: plan.folders,
      finish: async (made) => {
        const done: JournalEntry = { ...entry, state: 'done', folders: [...new Set([...entry.folders, ...made])] };
        await this.#journal.write(done);
        this.#entry = done;
      },
      forget: () => this.#forget(entry),
    });
  }

  async #newId(): Promise<string> {
    try {
      return await this.#journal.newId();
    } catch (error) {
      throw couldNotWrite(this.#journal.folder, error);
    }
  }

  /** Backups and a pending journal entry stand on disk before the first file is touched. */
  async #recordIntent(plan: Plan): Promise<JournalEntry> {
    const former = this.#entry;
    const id = former?.id ?? (await this.#newId());
    const createdAt = former?.createdAt ?? new Date(this.#host.now()).toISOString();
    const files = this.#filesOf(id, plan);
    const entry: JournalEntry = { id, command: this.#command, createdAt, state: 'pending', files, folders: former?.folders ?? [] };
    try {
      for (const { realPath, backup } of files) {
        const before = plan.files.find((file) => file.realPath === realPath)?.before;
        const isKept = former?.files.some((file) => file.backup === backup) ?? false;
        if (backup !== null && before && !isKept) await this.#journal.keep(backup, before);
      }
      await this.#journal.write(entry);
      return entry;
    } catch (error) {
      await this.#forget(entry);
      throw couldNotWrite(this.#journal.entryPath(id), error);
    }
  }

  /** A file that an earlier round wrote keeps the backup from before that round. */
  #filesOf(id: string, plan: Plan): readonly JournalFile[] {
    const former = this.#entry?.files ?? [];
    const updated = former.map((file): JournalFile => {
      const planned = plan.files.find(({ realPath }) => realPath === file.realPath);
      return planned
        ? { ...file, after: sha256(planned.after), afterMode: planned.mode, between: [...(file.between ?? []), file.after] }
        : file;
    });
    const isNew = ({ realPath }: PlannedFile): boolean => !former.some((file) => file.realPath === realPath);
    const added = plan.files.filter(isNew).map(({ path, realPath, before, beforeMode, after, mode }, index): JournalFile => {
      const backup = before === null ? null : this.#journal.backupPath(id, former.length + index + 1);
      return { path, realPath, backup, beforeMode, after: sha256(after), afterMode: mode };
    });
    return [...updated, ...added];
  }

  /** A failed round leaves the entry of the rounds before it, and no backup of its own. */
  async #forget({ id, files }: JournalEntry): Promise<void> {
    const former = this.#entry;
    try {
      if (former) await this.#journal.write(former);
      else await this.#host.files.remove(this.#journal.entryPath(id));
    } catch {
      // The pending entry stays, and undo understands it as long as its backups are there.
      return;
    }
    const isKept = (backup: string): boolean => former?.files.some((file) => file.backup === backup) ?? false;
    for (const { backup } of files) if (backup !== null && !isKept(backup)) await this.#host.files.remove(backup).catch(() => {});
    await this.#host.files.removeFolder(this.#journal.backupFolder(id)).catch(() => {});
  }
}

const EDITED_SINCE: Text = {
  en: '{file} was edited after this change; taking it back would lose that work, so nothing was undone. Undo it by hand, or compare with the backup {backup}',
  zh: '{file} 在这次改动之后又被编辑过；撤销会丢失之后的修改，因此没有撤销任何内容。请手工处理，或与备份 {backup} 比较',
};
const BACKUP_GONE: Text = {
  en: 'The backup {backup} of {file} is missing; nothing was undone',
  zh: '{file} 的备份 {backup} 不见了；没有撤销任何内容',
};

/** What has to happen to one file; null where an interrupted run had not come to it. */
async function wayBack(host: Host, file: JournalFile, wasInterrupted: boolean): Promise<Replacement | null> {
  const { path, realPath, backup, beforeMode, afterMode } = file;
  const now = await host.files.read(path);
  const after = backup === null ? null : (await host.files.read(backup)).bytes;
  if (backup !== null && after === null) throw refusal(BACKUP_GONE, { file: path, backup });
  const hash = now.bytes === null || now.realPath !== realPath ? null : sha256(now.bytes);
  if (wasInterrupted && (after === null ? now.state === 'absent' : hash === sha256(after))) return null;
  const written = wasInterrupted ? [file.after, ...(file.between ?? [])] : [file.after];
  if (hash === null || !written.includes(hash)) throw refusal(EDITED_SINCE, { file: path, backup: backup ?? '—' });
  return { path, realPath, before: now.bytes, beforeMode: now.mode, after, mode: beforeMode ?? afterMode };
}

/**
 * Takes a run back: bytes and modes as before, new files and folders gone.
 * @throws UserError (exit 3) where a file was edited since, can't be written, or a backup is missing; then nothing is undone.
 */
export async function undoRun(host: Host, entry: JournalEntry): Promise<void> {
  const replacements: Replacement[] = [];
  for (const file of entry.files) {
    const replacement = await wayBack(host, file, entry.state === 'pending');
    if (replacement) replacements.push(replacement);
  }
  await refuseUnlessReady(host, replacements);
  const finish = (): Promise<void> => new Journal(host).write({ ...entry, state: 'undone' });
  await whileWriting(replaceAll(host, replacements, { folders: [], finish, forget: async () => {} }));
  for (const folder of [...entry.folders].reverse()) await host.files.removeFolder(folder).catch(() => {});
}
