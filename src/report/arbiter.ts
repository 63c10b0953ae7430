// What is said about asking the client itself (`--with-client`).

import type { Args, Text } from '../model.ts';
import type { ClientEvidence } from '../probe/types.ts';

export interface Note {
  readonly text: Text;
  readonly args: Args;
}

const ASKING: Text = {
  en: 'Letting {client} {version} make the request itself, in an empty home of its own …',
  zh: '正在让 {client} {version} 在独立的空目录里亲自发出请求……',
};
const NOT_INSTALLED: Text = {
  en: '{client} is not installed (there is no {command} on PATH), so --with-client has nobody to ask: the verdict is that of channel-doctor’s own request. Install it with: npm install -g {package}',
  zh: '没有安装 {client}（PATH 里没有 {command}），--with-client 无从询问：结论来自 channel-doctor 自己的请求。安装方法：npm install -g {package}',
};
const NOTHING_SENT: Text = {
  en: '{client} was not started for --with-client: no request was sent for it either, and the findings say why',
  zh: '--with-client 没有启动 {client}：它的请求也没有发送，原因见检查结果',
};
const NO_VERDICT: Text = {
  en: '{client} gave no verdict, so that of channel-doctor’s own request stands ({said}). To look closer, run {command} yourself',
  zh: '{client} 没有给出结论，以 channel-doctor 自己的请求为准（{said}）。想进一步查看，请自行运行 {command}',
};

export const askingNote = (client: string, version: string | null): Note => ({ text: ASKING, args: { client, version: version ?? '' } });

/** Null where the client decided: then the report tells it. */
export function arbiterNote(
  evidence: ClientEvidence,
  client: { readonly name: string; readonly command: string; readonly npmPackage: string },
): Note | null {
  const { arbiter } = evidence;
  const args = { client: client.name, command: client.command, package: client.npmPackage };
  if (!arbiter) return { text: NOTHING_SENT, args };
  if (!arbiter.installed) return { text: NOT_INSTALLED, args };
  return arbiter.ok === null ? { text: NO_VERDICT, args: { ...args, said: arbiter.evidence } } : null;
}
