import { isLoopback, isPrivate } from '../../base-url.ts';
import type { ClientState, Snapshot } from '../../clients/client.ts';
import type { Edit, Severity } from '../../model.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { ownShell } from '../../start-up.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setDotenv, setVariable, unsafe } from '../setting-edits.ts';
import { exportLine } from '../shell-line.ts';
import { worksDirectly } from './dead-proxy.ts';
import { noProxyName, noProxyWith, type ProxyUse, proxyUse } from './proxy-variable.ts';

/** Null where the way through the proxy is right, or is somebody else's finding. */
function severityFor(use: ProxyUse, wire: ClientEvidence | null): Severity | null {
  const failure = wire?.faithful?.outcome.failure?.id;
  // Without a usable proxy the variable itself is the fault; old versions stop at its sight, whatever NO_PROXY says.
  if (failure === 'proxy/refused' || failure === 'proxy/unsupported-scheme') return null;
  if (use.isExempt) return 'error';
  if (wire?.faithful?.outcome.ok === false && worksDirectly(wire)) return 'error';
  // A private address may well be reachable through the proxy only; this machine never is.
  return isLoopback(use.host) ? 'warning' : null;
}

function mended(state: ClientState, use: ProxyUse, { facts }: Snapshot): readonly Edit[] {
  if (use.isExempt) return state.id === 'claude-code' ? setVariable(state, use.name, '') : [];
  const name = noProxyName(state);
  const value = noProxyWith(state, use.host);
  return state.id === 'claude-code' ? setVariable(state, name, value) : setDotenv(state, facts, name, value);
}

export const rule: Rule = {
  id: 'env/no-proxy',
  severity: 'warning',
  text: {
    title: { en: 'Requests to {host} go through the proxy of {name}', zh: '发往 {host} 的请求会经过 {name} 指定的代理' },
    why: {
      en: 'The gateway is on this machine or in the private network; {client} excepts no address by itself, so the proxy sees every request and may refuse it.',
      zh: '网关在本机或内网；{client} 不会自动排除任何地址，因此代理会看到每个请求，也可能拒绝它。',
    },
    advice: { en: 'Add the host to NO_PROXY: `{line}`.', zh: '把这个主机加入 NO_PROXY：`{line}`。' },
  },
  variants: {
    fails: {
      title: {
        en: 'Requests to {host} fail because they go through the proxy of {name}',
        zh: '发往 {host} 的请求要经过 {name} 指定的代理，因此失败',
      },
      why: {
        en: 'Without the proxy the gateway answers. It is on this machine or in the private network; {client} excepts no address by itself.',
        zh: '不走代理时网关有应答。它在本机或内网，而 {client} 不会自动排除任何地址。',
      },
    },
    ignored: {
      title: {
        en: '{client} {version} ignores NO_PROXY: requests to {host} go through the proxy of {name}',
        zh: '{client} {version} 不理会 NO_PROXY：发往 {host} 的请求会经过 {name} 的代理',
      },
      why: {
        en: 'NO_PROXY names this host, but only later versions obey it.',
        zh: 'NO_PROXY 已包含这个主机，但只有更新的版本才会遵守。',
      },
      advice: {
        en: 'Update {client}, or empty {name} for it in the "env" of its settings file.',
        zh: '升级 {client}，或在它的设置文件 "env" 里把 {name} 设为空。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      const use = proxyUse(state);
      if (!use || !isPrivate(use.host)) return;
      const severity = severityFor(use, wire);
      if (severity === null) return;
      const { name, host, setting, isExempt } = use;
      const variant = isExempt ? 'ignored' : severity === 'error' ? 'fails' : null;
      yield {
        origin: setting.origin,
        severity,
        ...(variant ? { variant } : {}),
        args: {
          client: state.client.name,
          version: state.version,
          name,
          host,
          line: exportLine(ownShell(snapshot.facts), noProxyName(state), noProxyWith(state, host)),
        },
        fix: unsafe(mended(state, use, snapshot)),
      };
    });
  },
};
