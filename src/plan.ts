// Edits → the bytes that would be written, each proven by its document, or a refusal.

import { posix, win32 } from 'node:path';
import type { ContentEdit } from './documents/document.ts';
import { editDocument } from './documents/edit.ts';
import { formatOf, openDocument } from './documents/index.ts';
import type { Edit, Facts, FileFact, Plan, PlannedFile, PlannedFolder, Refusal, Text } from './model.ts';
import { Secret } from './secret.ts';

const PRIVATE_FILE = 0o600;

const CANNOT_READ: Readonly<Record<Exclude<FileFact['state'], 'file' | 'absent'>, Text>> = {
  directory: {
    en: '{file} is a folder where a file should be; move it away, then try again',
    zh: '{file} 是文件夹，这里应当是文件；请先移走它再试',
  },
  dangling: {
    en: '{file} is a link to a file that does not exist; remove the link or create its target, then try again',
    zh: '{file} 是一个指向不存在文件的链接；请删除该链接或补上目标文件后再试',
  },
  unreadable: {
    en: '{file} cannot be read ({code}); give yourself permission to read it, then try again',
    zh: '无法读取 {file}（{code}）；请先取得读取权限再试',
  },
  other: {
    en: '{file} is no ordinary file, or too large for a configuration; nothing is written there',
    zh: '{file} 不是普通文件，或大得不像配置文件；不会写入',
  },
};
const NOT_A_FOLDER: Text = {
  en: '{file} cannot be created: {obstacle} is a file, not a folder; move that file away, then try again',
  zh: '无法创建 {file}：{obstacle} 是文件而不是文件夹；请移走那个文件再试',
};

const DOES_NOT_PARSE: Text = {
  en: '{file} does not parse (line {line}: {detail}), so nothing is written to it. See: channel-doctor check, then channel-doctor fix',
  zh: '{file} 无法解析（第 {line} 行：{detail}），因此不会写入。请先运行 channel-doctor check，再用 channel-doctor fix 修复',
};

const isContentEdit = (edit: Edit): edit is ContentEdit => edit.op !== 'chmod' && edit.op !== 'mkdir';

function refusalFor(fact: FileFact): Refusal | null {
  if (fact.state === 'file') return null;
  if (fact.state === 'absent') {
    const { path, code, obstacle = '' } = fact;
    return code === 'ENOTDIR' ? { file: path, reason: NOT_A_FOLDER, args: { file: path, obstacle } } : null;
  }
  return { file: fact.path, reason: CANNOT_READ[fact.state], args: { file: fact.path, code: fact.code ?? '' } };
}

const setsSecret = (edits: readonly Edit[]): boolean => edits.some((edit) => edit.op === 'set' && edit.value instanceof Secret);

/** A file that gets a credential becomes private; any other keeps its mode; a new one is private. */
function modeAfter(edits: readonly Edit[], before: number | null): number {
  const chmod = edits.findLast((edit) => edit.op === 'chmod');
  if (chmod?.op === 'chmod') return chmod.mode;
  if (before === null) return PRIVATE_FILE;
  return setsSecret(edits) ? before & PRIVATE_FILE : before;
}

/** The editor could write into a file with a comment or a comma too many; the client drops it all the same, and mending it is for `fix` to offer. */
function brokenForClients(path: string, before: Uint8Array | null, after: Uint8Array, edits: readonly ContentEdit[]): Refusal | null {
  const mends = edits.some(({ op }) => op === 'replace-text' || op === 'recode');
  const [problem] = openDocument(formatOf(path), mends || before === null ? after : before, path).problems;
  if (!problem || !edits.some((edit) => 'path' in edit)) return null;
  return { file: path, reason: DOES_NOT_PARSE, args: { file: path, line: problem.range.line, detail: problem.detail } };
}

function planFile(fact: FileFact, edits: readonly Edit[]): PlannedFile | Refusal | null {
  const refused = refusalFor(fact);
  if (refused) return refused;
  const content = edits.filter(isContentEdit);
  const before = fact.bytes;
  let after = before ?? new Uint8Array();
  if (content.length > 0) {
    const result = editDocument(formatOf(fact.path), before, content, fact.path);
    if ('refused' in result) return result.refused;
    after = result.bytes;
    const broken = brokenForClients(fact.path, before, after, content);
    if (broken) return broken;
  }
  const mode = modeAfter(edits, fact.mode);
  if (before !== null && Buffer.compare(before, after) === 0 && mode === fact.mode) return null;
  return { path: fact.path, realPath: fact.realPath, before, beforeMode: fact.mode, after, mode };
}

/** Two names of one file (through a link) are one file to write. */
function byFile(edits: readonly Edit[], facts: Facts): ReadonlyMap<string, readonly Edit[]> {
  const groups = new Map<string, Edit[]>();
  const firstName = new Map<string, string>();
  for (const edit of edits) {
    if (edit.op === 'mkdir') continue;
    const real = facts.files.get(edit.file)?.realPath ?? edit.file;
    const name = firstName.get(real) ?? edit.file;
    firstName.set(real, name);
    const group = groups.get(name);
    if (group) group.push(edit);
    else groups.set(name, [edit]);
  }
  return groups;
}

/** Every edit is either part of the plan's files and folders or refused with its reason; nothing is guessed. */
export function planEdits(edits: readonly Edit[], facts: Facts): Plan {
  const files: PlannedFile[] = [];
  const refusals: Refusal[] = [];
  const folders = edits.flatMap((edit): PlannedFolder[] => (edit.op === 'mkdir' ? [{ path: edit.file, mode: edit.mode }] : []));
  for (const [path, group] of byFile(edits, facts)) {
    const fact = facts.files.get(path) ?? { path, state: 'absent', bytes: null, realPath: path, isLink: false, mode: null };
    const planned = planFile(fact, group);
    if (planned === null) continue;
    if ('reason' in planned) refusals.push(planned);
    else files.push(planned);
  }
  return { files, folders, refusals };
}

/** The facts as they would be once the plan is applied. */
export function factsAfter(facts: Facts, plan: Plan): Facts {
  if (plan.files.length + plan.folders.length === 0) return facts;
  const { dirname, basename } = facts.platform === 'win32' ? win32 : posix;
  const files = new Map(facts.files);
  const folders = new Map(facts.folders);
  for (const file of plan.files) {
    for (const [path, fact] of files) {
      if (fact.realPath === file.realPath) files.set(path, { ...fact, state: 'file', bytes: file.after, mode: file.mode });
    }
    const known = files.get(file.path);
    files.set(file.path, {
      path: file.path,
      realPath: file.realPath,
      isLink: known?.isLink ?? false,
      state: 'file',
      bytes: file.after,
      mode: file.mode,
    });
    const folder = dirname(file.path);
    const names = folders.get(folder);
    if (names && !names.includes(basename(file.path))) folders.set(folder, [...names, basename(file.path)].sort());
  }
  for (const { path, mode } of plan.folders) {
    files.set(path, { path, realPath: path, isLink: false, state: 'directory', bytes: null, mode });
  }
  return { ...facts, files, folders };
}
