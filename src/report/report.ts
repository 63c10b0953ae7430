// What a command found and did, as data: the text and the JSON are made from this alone.

import type { ClientState } from '../clients/client.ts';
import type { Change, Finding } from '../model.ts';
import type { ClientEvidence } from '../probe/types.ts';

export interface ClientReport {
  readonly state: ClientState;
  readonly evidence: ClientEvidence | null;
}

export interface Report {
  readonly command: string;
  readonly clients: readonly ClientReport[];
  readonly findings: readonly Finding[];
  readonly changes: readonly Change[];
}

export function severities(findings: readonly Finding[]): { errors: number; warnings: number; infos: number; fixed: number } {
  const open = findings.filter(({ applied }) => !applied);
  const count = (severity: Finding['severity']): number => open.filter((finding) => finding.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info'), fixed: findings.length - open.length };
}

export function statusOf(findings: readonly Finding[]): 'healthy' | 'warnings' | 'broken' {
  const { errors, warnings } = severities(findings);
  return errors > 0 ? 'broken' : warnings > 0 ? 'warnings' : 'healthy';
}
