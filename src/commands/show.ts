// The effective channel of each client, and where every value comes from.

import type { ClientState } from '../clients/client.ts';
import { type Context, has } from '../context.ts';
import { detect } from '../detect.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { detectOptions, learnSecrets, templatesFor } from '../examine.ts';
import { say } from '../i18n/index.ts';
import type { Setting } from '../model.ts';
import { paintOf, printReport } from '../print.ts';
import type { Paint } from '../report/paint.ts';
import { clientText, whereOf } from '../report/text.ts';

const OVERRIDES = { en: 'overrides {value} from {where}', zh: '覆盖了 {where} 中的 {value}' };
const REQUEST = { en: 'request', zh: '请求地址' };
const FILES = { en: 'files', zh: '文件' };
const FILE_STATES = {
  inEffect: { en: 'read', zh: '已读取' },
  notInEffect: { en: 'not in effect', zh: '未生效' },
};
const NONE = { en: 'No client was found', zh: '没有找到任何客户端' };

function shadowLines(context: Context, settings: readonly (Setting<unknown> | null | undefined)[], paint: Paint): string {
  return settings
    .flatMap((setting) => setting?.shadows ?? [])
    .map(({ value, origin }) =>
      paint.dim(`    ${say(OVERRIDES, context.lang, { value: String(value), where: whereOf(origin, context.host.home) })}\n`),
    )
    .join('');
}

function stateText(context: Context, state: ClientState, paint: Paint): string {
  const options = { lang: context.lang, paint, home: context.host.home, quiet: false };
  const { channel } = state;
  const lines = `${clientText({ state, evidence: null }, options)}\n`;
  const request = channel?.requestUrl ? `  ${say(REQUEST, context.lang)}: ${channel.requestUrl}\n` : '';
  const shadows = shadowLines(
    context,
    [channel?.baseUrl, ...(channel?.credentials.map(({ setting }) => setting) ?? []), channel?.model],
    paint,
  );
  const present = state.layers.filter(({ fact }) => fact.state !== 'absent');
  const files = present.map(({ scope, file, inEffect }) => {
    const mark = say(inEffect ? FILE_STATES.inEffect : FILE_STATES.notInEffect, context.lang);
    return `    ${whereOf({ scope, file }, context.host.home)}  ${paint.dim(`${scope}, ${mark}`)}\n`;
  });
  return lines + request + shadows + (files.length > 0 ? `  ${say(FILES, context.lang)}:\n${files.join('')}` : '');
}

export async function run(context: Context): Promise<ExitStatus> {
  const options = await detectOptions(context, await templatesFor(context));
  const snapshot = await detect(context.host, { ...options, offline: true });
  learnSecrets(context, snapshot);
  if (has(context, 'json')) {
    const clients = snapshot.clients.map((state) => ({ state, evidence: null }));
    printReport(context, { command: 'show', clients, findings: [], changes: [] });
    return EXIT.ok;
  }
  const paint = paintOf(context);
  if (snapshot.clients.length === 0) context.out.note(NONE);
  context.out.result(snapshot.clients.map((state) => stateText(context, state, paint)).join('\n'));
  return EXIT.ok;
}
