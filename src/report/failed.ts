// With `--json` a command that stops early still prints one full report.

import type { UserError } from '../errors.ts';
import { say } from '../i18n/index.ts';
import type { Lang } from '../model.ts';

export const failedReport = (command: string, error: UserError, version: string, lang: Lang) => ({
  schema: 'channel-doctor/report@1',
  version,
  command,
  status: 'broken',
  clients: [],
  findings: [],
  changes: [],
  summary: { errors: 0, warnings: 0, infos: 0, fixed: 0 },
  error: { exit: error.exit, message: say(error.text, lang, error.args) },
});
