// Finds and explains what is wrong; changes nothing.

import type { Context } from '../context.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { clientReports, detectOptions, examine, templatesFor } from '../examine.ts';
import { printReport } from '../print.ts';
import { severities } from '../report/report.ts';

export async function run(context: Context): Promise<ExitStatus> {
  const options = await detectOptions(context, await templatesFor(context));
  const examined = await examine(context, options);
  const { findings } = examined;
  printReport(context, { command: 'check', clients: clientReports(examined), findings, changes: [] });
  return severities(findings).errors > 0 ? EXIT.findings : EXIT.ok;
}
