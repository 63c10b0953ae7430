// A result file that others read while it is written (a page, a scraper's metrics): there whole or not at all.

import { refusal } from './errors.ts';
import type { Host } from './host.ts';
import { pathsOf } from './journal.ts';
import type { Text } from './model.ts';
import { couldNotWrite } from './replace.ts';
import { whileWriting } from './writing.ts';

const NO_FILE: Text = {
  en: '{file} is no file that could be written: something else stands there',
  zh: '无法写入 {file}：该位置已有其他东西，不是普通文件',
};
const NO_FOLDER: Text = {
  en: '{file} cannot be written: its folder is not there or does not allow it',
  zh: '无法写入 {file}：所在文件夹不存在或没有写权限',
};

/** Replaces or makes the file. @throws UserError (exit 3); then what stood there still does. */
export async function writeWhole(host: Host, path: string, text: string, mode: number): Promise<void> {
  const { state, realPath, mode: present } = await host.files.read(path);
  if (state !== 'file' && state !== 'absent' && state !== 'dangling') throw refusal(NO_FILE, { file: path });
  const folder = pathsOf(host).dirname(realPath);
  const isFolder = (await host.files.read(folder)).state === 'directory';
  if (!isFolder || !(await host.files.writable(folder))) throw refusal(NO_FOLDER, { file: path });
  await whileWriting(replace(host, path, realPath, new TextEncoder().encode(text), present ?? mode));
}

async function replace({ files }: Host, path: string, realPath: string, bytes: Uint8Array, mode: number): Promise<void> {
  let temporary: string | null = null;
  try {
    temporary = await files.writeTemporary(realPath, bytes, mode);
    await files.rename(temporary, realPath);
  } catch (error) {
    if (temporary !== null) await files.remove(temporary).catch(() => {});
    throw couldNotWrite(path, error);
  }
}
