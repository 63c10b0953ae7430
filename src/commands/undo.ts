// Takes a run back, all of it or nothing.

import { undoRun } from '../apply.ts';
import { type Context, has } from '../context.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { changesOf, Journal, type JournalEntry } from '../journal.ts';
import { confirmWrite } from '../print.ts';
import { tilde } from '../report/text.ts';

const NOTHING = { en: 'There is no change to undo', zh: '没有可以撤销的改动' };
const UNKNOWN = {
  en: 'There is no change {id}. See: channel-doctor undo --list',
  zh: '没有编号为 {id} 的改动。请看：channel-doctor undo --list',
};
const ALREADY = { en: 'Change {id} was undone before', zh: '改动 {id} 之前已经撤销过了' };
const QUESTION = { en: 'Restore these files as they were before?', zh: '把这些文件恢复到改动之前？' };
const DONE = { en: 'Change {id} was taken back', zh: '改动 {id} 已撤销' };
const STATES = {
  done: { en: 'can be undone', zh: '可撤销' },
  undone: { en: 'undone', zh: '已撤销' },
  pending: { en: 'was interrupted', zh: '曾被中断' },
};

const document = (context: Context, entries: readonly JournalEntry[], restored: boolean) => ({
  schema: 'channel-doctor/undo@1',
  version: context.version,
  command: 'undo',
  status: 'healthy',
  clients: [],
  findings: [],
  changes: entries.flatMap(changesOf),
  summary: { errors: 0, warnings: 0, infos: 0, fixed: 0 },
  entries: entries.map(({ id, command, createdAt, state }) => ({ id, command, createdAt, state: restored ? 'undone' : state })),
});

function list(context: Context, entries: readonly JournalEntry[]): ExitStatus {
  if (has(context, 'json')) context.out.document(document(context, entries, false));
  else if (entries.length === 0) context.out.note(NOTHING);
  for (const entry of entries) {
    const files = entry.files.map(({ path }) => `    ${tilde(path, context.host.home)}\n`).join('');
    context.out.result(`${entry.id}  ${entry.command}  ${STATES[entry.state][context.lang]}\n${files}`);
  }
  return EXIT.ok;
}

function choose(context: Context, entries: readonly JournalEntry[]): JournalEntry {
  const [wanted] = context.given.positionals;
  const entry = wanted === undefined ? entries.find(({ state }) => state !== 'undone') : entries.find(({ id }) => id === wanted);
  if (!entry) throw usageError(wanted === undefined ? NOTHING : UNKNOWN, { id: wanted ?? '' });
  if (entry.state === 'undone') throw usageError(ALREADY, { id: entry.id });
  return entry;
}

export async function run(context: Context): Promise<ExitStatus> {
  const entries = await new Journal(context.host).list();
  if (has(context, 'list')) return list(context, entries);
  const entry = choose(context, entries);
  const files = entry.files.map(({ path }) => `  ${tilde(path, context.host.home)}\n`).join('');
  context.out.result(`${entry.id}\n${files}`);
  if (has(context, 'dry-run')) {
    if (has(context, 'json')) context.out.document(document(context, [entry], false));
    return EXIT.ok;
  }
  if (!(await confirmWrite(context, QUESTION))) return EXIT.ok;
  await undoRun(context.host, entry);
  if (has(context, 'json')) context.out.document(document(context, [entry], true));
  context.out.note(DONE, { id: entry.id });
  return EXIT.ok;
}
