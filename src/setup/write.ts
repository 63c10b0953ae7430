// The last step of a set-up: writes, keeps the channel under its name, tells what stands now.

import { ChangeRun } from '../apply.ts';
import type { Context } from '../context.ts';
import type { DetectOptions } from '../detect.ts';
import { EXIT, type ExitStatus } from '../errors.ts';
import { changesOf, trustFiles } from '../journal.ts';
import type { Facts, Plan } from '../model.ts';
import { factsAfter } from '../plan.ts';
import { printReport } from '../print.ts';
import { severities } from '../report/report.ts';
import { sha256 } from '../sha256.ts';
import { evidenceOf, findingsAfter, type Judged } from './judge.ts';
import { keepChannel } from './keep-channel.ts';
import type { GivenKey } from './key.ts';
import type { Wanted } from './wanted.ts';

export interface SetUp {
  readonly facts: Facts;
  readonly options: DetectOptions;
  readonly wanted: Wanted;
  readonly key: GivenKey;
  /** All clients, those left out too. */
  readonly judged: readonly Judged[];
  readonly fit: readonly Judged[];
}

/** @throws UserError (exit 3) when a file changed meanwhile or can't be written; then everything is as before. */
export async function writeSetUp(context: Context, plan: Plan, { facts, options, wanted, key, judged, fit }: SetUp): Promise<ExitStatus> {
  const changes = new ChangeRun(context.host, 'init');
  await changes.apply(plan);
  const hashes = new Map(plan.files.map(({ path, after }) => [path, sha256(after)]));
  const isProject = wanted.scope !== 'user';
  if (isProject) await trustFiles(context.host, hashes);
  const written = factsAfter(facts, plan);
  const trusted: Facts = isProject ? { ...written, trustedFiles: hashes } : written;
  const ids = fit.map(({ proposal }) => proposal.client.id);
  const after = findingsAfter(trusted, options, ids, evidenceOf(fit));
  const skipped = judged.filter((entry) => !fit.includes(entry)).flatMap(({ findings }) => findings);
  printReport(context, {
    command: 'init',
    clients: judged.map(({ report }) => report),
    findings: [...after, ...skipped],
    changes: changes.entry ? changesOf(changes.entry) : [],
  });
  await keepChannel(
    context,
    fit.map(({ proposal }) => proposal),
    key.secret,
  );
  return severities(after).errors > 0 ? EXIT.findings : EXIT.ok;
}
