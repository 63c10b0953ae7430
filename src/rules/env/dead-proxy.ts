import { maskShapes } from '../../masking.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { ownShell } from '../../start-up.ts';
import { eachClient, type Rule } from '../rule.ts';
import { setAtPlace, unsetLine } from '../shell-line.ts';
import { proxyUse } from './proxy-variable.ts';

/** Without the proxy the gateway answers, be it with a refusal in its own protocol. */
export const worksDirectly = (wire: ClientEvidence | null): boolean =>
  wire?.direct != null && (wire.direct.outcome.ok !== false || wire.direct.outcome.speaks);

export const rule: Rule = {
  id: 'env/dead-proxy',
  severity: 'error',
  text: {
    title: { en: '{name} points to {proxy}, where no proxy answers', zh: '{name} 指向 {proxy}，但那里没有代理应答' },
    why: {
      en: '{client} sends everything through it and never reaches the gateway, which answers without the proxy.',
      zh: '{client} 的请求都要经过它，因此到不了网关；不走代理时网关可以访问。',
    },
    advice: {
      en: 'Start the proxy, or take the variable away where it is set ({place}); in this shell: `{unset}`.',
      zh: '启动代理，或在设置它的地方（{place}）去掉这个变量；当前 shell 里可用 `{unset}`。',
    },
  },
  variants: {
    file: {
      advice: { en: 'Start the proxy, or delete {name} in {place}.', zh: '启动代理，或删除 {place} 里的 {name}。' },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      if (wire?.faithful?.outcome.failure?.id !== 'proxy/refused' || !worksDirectly(wire)) return;
      const use = proxyUse(state);
      if (!use) return;
      const { name, setting } = use;
      yield {
        origin: setting.origin,
        args: {
          client: state.client.name,
          name,
          proxy: maskShapes(setting.value.trim()),
          place: setAtPlace(setting, snapshot.startUp),
          unset: unsetLine(ownShell(snapshot.facts), name),
        },
        ...(setting.origin.scope === 'env' ? {} : { variant: 'file' }),
      };
    });
  },
};
