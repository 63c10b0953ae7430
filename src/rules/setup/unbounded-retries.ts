import { atLeast } from '../../clients/version.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { eachClient, type Rule } from '../rule.ts';
import { unsafe, userFile } from '../setting-edits.ts';
import { variableIn } from '../shape/variable-reference.ts';

/** Before the request is on its way: unresolved, refused, a bad certificate. Of proxies only a dead one was measured. */
const WAITS_IN = ['dns', 'tcp', 'tls'];
const SWITCH = ['features', 'unbounded_connection_retries'];

function isUnreachable(wire: ClientEvidence | null): boolean {
  if (wire?.faithful?.outcome.ok !== false) return false;
  const { trace, outcome } = wire.faithful;
  return outcome.failure?.id === 'proxy/refused' || WAITS_IN.includes(trace.error?.phase ?? '');
}

export const rule: Rule = {
  id: 'setup/unbounded-retries',
  severity: 'warning',
  text: {
    title: {
      en: 'The gateway is out of reach, and Codex {version} will wait for it for ever',
      zh: '网关无法连接，而 Codex {version} 会一直等下去',
    },
    why: {
      en: 'From 0.148 on Codex repeats “Reconnecting... waiting for network” without an end and without naming the cause, whatever the retry settings say.',
      zh: '从 0.148 起，无论重试参数怎么设，Codex 都会不停显示 “Reconnecting... waiting for network”，不退出也不说明原因。',
    },
    advice: {
      en: 'Repair the connection. To get an error instead of an endless wait, set unbounded_connection_retries = false under [features] in {file}.',
      zh: '先修复连接。如果希望直接报错而不是无限等待，请在 {file} 的 [features] 下设置 unbounded_connection_retries = false。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (state.id !== 'codex' || !atLeast(state.version, '0.148.0') || !isUnreachable(wire)) return;
      // No URL at all: Codex ends with “builder error”.
      if (variableIn(state.channel?.baseUrl?.value ?? '') !== null) return;
      const setting = state.setting(SWITCH);
      const file = userFile(state);
      if (setting?.value === false || file === null) return;
      yield {
        origin: setting?.origin ?? null,
        args: { version: state.version, file },
        fix: unsafe([{ op: 'set', file, path: SWITCH, value: false }]),
      };
    });
  },
};
