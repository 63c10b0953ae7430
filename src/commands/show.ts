// The effective channel of each client, and where every value comes from; or the same as exports for the shell.

import type { ClientState, Snapshot } from '../clients/client.ts';
import { shown } from '../clients/shown.ts';
import { SWITCHING } from '../clients/switching.ts';
import { type Context, has } from '../context.ts';
import { detect } from '../detect.ts';
import { commentLine, currentShell, type ExportShell, exportLine } from '../documents/shell/assign.ts';
import { EXIT, type ExitStatus, usageError } from '../errors.ts';
import { detectOptions, learnSecrets, templatesFor } from '../examine.ts';
import type { Text } from '../model.ts';
import { paintOf } from '../print.ts';
import { reportJson } from '../report/json.ts';
import { originsText } from '../report/origins.ts';
import { Secret } from '../secret.ts';

const NONE: Text = { en: 'No client was found', zh: '没有找到任何客户端' };
const NEEDS_TERMINAL: Text = {
  en: '--reveal shows keys in clear, so it works on a terminal alone, not into a pipe, a file or JSON',
  zh: '--reveal 会显示明文密钥，因此只能在终端上使用，不能输出到管道、文件或 JSON',
};
const MASKED: Text = {
  en: 'Keys are masked here, so these lines are not for eval. On a terminal, --env --reveal shows them in clear',
  zh: '这里的密钥已脱敏，不能直接 eval 执行。要看明文，请在终端上用 --env --reveal',
};
const CODEX_TAKES_NONE: Text = {
  en: 'Codex itself takes its channel from config.toml; these are for other programs. A session on another channel: channel-doctor run codex',
  zh: 'Codex 自身的渠道只来自 config.toml，以下变量供其他程序使用。临时换渠道请用：channel-doctor run codex',
};

/** Does `show` print keys in clear? @throws UserError (exit 2) where nobody alone would see them. */
function isInClear(context: Context): boolean {
  if (!has(context, 'reveal')) return false;
  if (has(context, 'json') || !context.host.terminal.stdoutIsTerminal) throw usageError(NEEDS_TERMINAL);
  return true;
}

function exportsText(context: Context, state: ClientState, shell: ExportShell, inClear: boolean): string {
  const exported = SWITCHING[state.id].exports(state);
  if (exported.length === 0) return '';
  const heading = [state.client.name, ...(state.id === 'codex' ? [CODEX_TAKES_NONE[context.lang]] : [])];
  const lines = exported.map(([name, value]) => exportLine(shell, name, shown(value, inClear)));
  return `${[...heading.map((line) => commentLine(shell, line)), ...lines].join('\n')}\n`;
}

function document(context: Context, { clients }: Snapshot): object {
  const report = { command: 'show', clients: clients.map((state) => ({ state, evidence: null })), findings: [], changes: [] };
  const json = reportJson(report, context.version, context.lang);
  if (!has(context, 'env')) return json;
  const exported = clients.flatMap((state) =>
    SWITCHING[state.id].exports(state).map(([name, value]) => ({ client: state.id, name, value: String(value) })),
  );
  return { ...json, exports: exported };
}

export async function run(context: Context): Promise<ExitStatus> {
  const inClear = isInClear(context);
  const options = await detectOptions(context, await templatesFor(context));
  const snapshot = await detect(context.host, { ...options, offline: true });
  learnSecrets(context, snapshot);
  if (has(context, 'json')) {
    context.out.document(document(context, snapshot));
    return EXIT.ok;
  }
  const { host, lang } = context;
  const shell = currentShell(host.env, host.platform);
  const how = { lang, paint: paintOf(context), home: host.home, inClear };
  const text = snapshot.clients
    .map((state) => (has(context, 'env') ? exportsText(context, state, shell, inClear) : originsText(state, how)))
    .filter((block) => block !== '')
    .join('\n');
  if (snapshot.clients.length === 0) context.out.note(NONE);
  const hidesKeys =
    has(context, 'env') &&
    !inClear &&
    snapshot.clients.some((state) => SWITCHING[state.id].exports(state).some(([, value]) => value instanceof Secret));
  if (hidesKeys) context.out.note(MASKED);
  // The way out masks whatever it knows to be a key.
  if (inClear) host.terminal.writeOut(text);
  else context.out.result(text);
  return EXIT.ok;
}
