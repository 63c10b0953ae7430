// The key, by the first of the ways that is given. It never comes back out of here but as a Secret.

import { type Context, flagValue, has, pathOf } from '../context.ts';
import { EXIT, UserError, usageError } from '../errors.ts';
import { say } from '../i18n/index.ts';
import type { Text } from '../model.ts';
import { keyProblems } from '../rules/shape/key-shape.ts';
import { Secret } from '../secret.ts';
import { textOf } from '../texts.ts';

const COMMAND_TIMEOUT_MS = 30_000;

const SEEN: Text = {
  en: 'A key on the command line stays in the shell history, and ps shows it while this runs. Better: --key-env NAME, --key-stdin or the hidden prompt',
  zh: '命令行里的密钥会留在 shell 历史（history）里，运行期间 ps 也能看到。建议改用 --key-env NAME、--key-stdin 或隐藏输入',
};
const UNSET: Text = {
  en: 'The variable {name} that --key-env names is not set in this environment',
  zh: '--key-env 指定的环境变量 {name} 在当前环境中没有设置',
};
const BAD_NAME: Text = {
  en: '--key-env takes the name of a variable, not its value',
  zh: '--key-env 需要的是环境变量的名字，而不是它的值',
};
const NO_FILE: Text = { en: 'The key file {file} cannot be read ({code})', zh: '无法读取密钥文件 {file}（{code}）' };
const ABSENT_FILE: Text = { en: 'The key file {file} does not exist', zh: '密钥文件 {file} 不存在' };
const FOLDER: Text = { en: 'The key file {file} is a folder', zh: '密钥文件 {file} 是文件夹，不是文件' };
const COMMAND_FAILED: Text = { en: 'The key command failed with exit status {code}', zh: '密钥命令执行失败，退出码 {code}' };
const EMPTY: Text = { en: 'The key is empty: {source} gave nothing', zh: '密钥为空：{source} 没有给出内容' };
const SEVERAL: Text = {
  en: 'The key has {lines} lines: {source} must give the key alone on one line',
  zh: '密钥有 {lines} 行：{source} 只能给出一行密钥',
};
const MISSING: Text = {
  en: 'No key was given, and there is no terminal to ask on. Use --key-env NAME, --key-stdin, --key-file FILE or --key-command CMD',
  zh: '没有给出密钥，也没有终端可以询问。请用 --key-env NAME、--key-stdin、--key-file FILE 或 --key-command CMD',
};
const MENDED: Text = { en: 'The pasted key was tidied up: {what}', zh: '已整理粘贴的密钥：{what}' };

export interface GivenKey {
  readonly secret: Secret;
  /** With `--key-env`: the variable that holds it. */
  readonly env: string | null;
}

/** One line, without its line end. @throws UserError (exit 2) for an empty or multi-line value. */
function oneLine(value: string, source: string): string {
  const trimmed = value.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '');
  if (trimmed.trim() === '') throw usageError(EMPTY, { source });
  const lines = trimmed.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  if (lines.length > 1) throw usageError(SEVERAL, { source, lines: lines.length });
  return lines[0] ?? '';
}

/** What can be mended in a pasted key is mended and said; what was never a key is refused. @throws UserError (exit 2) */
export function checked(context: Context, value: string): Secret {
  const problems = keyProblems(value);
  const [first] = problems;
  if (!first) return new Secret(value);
  const text = textOf(first.id);
  const what = text ? say(text.title, context.lang, { client: '', ...first.args }) : first.id;
  context.masker.learn(value);
  if (first.fixed === undefined || first.fixed === value)
    throw new UserError(EXIT.usage, text?.title ?? EMPTY, { client: '', ...first.args });
  context.out.note(MENDED, { what });
  return new Secret(first.fixed);
}

async function fromFile(context: Context, name: string): Promise<string> {
  const path = pathOf(context, name);
  const { bytes, state, code } = await context.host.files.read(path);
  const said = state === 'absent' || state === 'dangling' ? ABSENT_FILE : state === 'directory' ? FOLDER : NO_FILE;
  if (!bytes) throw usageError(said, { file: path, code: code ?? state });
  return new TextDecoder().decode(bytes);
}

async function fromCommand(context: Context, command: string): Promise<string> {
  const { code, stdout } = await context.host.shell(command, { timeoutMs: COMMAND_TIMEOUT_MS });
  if (code !== 0) throw usageError(COMMAND_FAILED, { code: code ?? 'killed' });
  return stdout;
}

async function rawKey(context: Context): Promise<{ value: string; source: string } | null> {
  const { env } = context.host;
  const name = flagValue(context, 'key-env');
  const file = flagValue(context, 'key-file');
  const command = flagValue(context, 'key-command');
  if (has(context, 'key-stdin')) return { value: await context.host.terminal.readStdin(), source: '--key-stdin' };
  if (name !== null) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw usageError(BAD_NAME);
    if (!env[name]) throw usageError(UNSET, { name });
    return { value: env[name], source: name };
  }
  if (file !== null) return { value: await fromFile(context, file), source: '--key-file' };
  if (command !== null) return { value: await fromCommand(context, command), source: '--key-command' };
  const onLine = flagValue(context, 'key');
  if (onLine !== null) {
    context.masker.learn(onLine);
    context.out.error(SEEN);
    return { value: onLine, source: '--key' };
  }
  const fallback = env.CHANNEL_DOCTOR_KEY;
  return fallback ? { value: fallback, source: 'CHANNEL_DOCTOR_KEY' } : null;
}

/** Does a flag or CHANNEL_DOCTOR_KEY say where the key comes from? */
export const isKeyGiven = (context: Context): boolean =>
  has(context, 'key-stdin') ||
  (['key-env', 'key-file', 'key-command', 'key'] as const).some((flag) => flagValue(context, flag) !== null) ||
  Boolean(context.host.env.CHANNEL_DOCTOR_KEY);

/** The key that flags or the environment give, null where they give none. @throws UserError (exit 2) when it is none. */
export async function givenKey(context: Context): Promise<GivenKey | null> {
  const given = await rawKey(context);
  if (given === null) return null;
  context.masker.learn(given.value.trim());
  return { secret: checked(context, oneLine(given.value, given.source)), env: flagValue(context, 'key-env') };
}

/** @throws UserError (exit 2) when no way gives a usable key and nobody can be asked. */
export async function readKey(context: Context): Promise<GivenKey> {
  const given = await givenKey(context);
  if (given) return given;
  const { stdinIsTerminal, stderrIsTerminal } = context.host.terminal;
  if (!stdinIsTerminal || !stderrIsTerminal) throw usageError(MISSING);
  const [{ askOnce }, { keyQuestion }] = await Promise.all([import('../prompts.ts'), import('./key-question.ts')]);
  const typed = await askOnce(context, keyQuestion(context, { addresses: [], templates: [], hasBack: false }));
  context.masker.learn(typed);
  return { secret: checked(context, typed), env: null };
}
