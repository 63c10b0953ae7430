import { ownShell } from '../../start-up.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt, unsafe } from '../setting-edits.ts';
import { setAtPlace, unsetLine } from '../shell-line.ts';
import { projectRedirects } from './project-redirects-key.ts';

const NAME = 'NODE_TLS_REJECT_UNAUTHORIZED';

export const rule: Rule = {
  id: 'security/tls-off',
  severity: 'error',
  text: {
    title: {
      en: 'NODE_TLS_REJECT_UNAUTHORIZED=0 switches certificate checks off',
      zh: 'NODE_TLS_REJECT_UNAUTHORIZED=0 关闭了证书校验',
    },
    why: {
      en: 'Anybody on the way can pose as the gateway and take the key. {client} honours the variable, from the shell and from its settings.',
      zh: '链路上的任何人都能冒充网关并拿走密钥。无论来自 shell 还是设置文件，{client} 都会遵从这个变量。',
    },
    advice: {
      en: 'Take it away where it is set ({place}); in this shell: `{unset}`. For a private authority name its PEM file in NODE_EXTRA_CA_CERTS.',
      zh: '在设置它的地方（{place}）去掉；当前 shell 里可用 `{unset}`。如果是私有 CA，请用 NODE_EXTRA_CA_CERTS 指定它的 PEM 文件。',
    },
  },
  variants: {
    file: {
      advice: {
        en: 'Delete it in {place}. For a private authority name its PEM file in NODE_EXTRA_CA_CERTS.',
        zh: '删除 {place} 里的这一项。如果是私有 CA，请用 NODE_EXTRA_CA_CERTS 指定它的 PEM 文件。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'claude-code' || state.channel === null) return;
      const setting = state.variable(NAME);
      if (setting?.value !== '0') return;
      const { origin } = setting;
      if ([...projectRedirects(snapshot, state)].some((draft) => draft.origin?.file !== undefined && draft.origin.file === origin.file))
        return;
      const removal = removeAt(origin);
      yield {
        origin,
        args: { client: state.client.name, place: setAtPlace(setting, snapshot.startUp), unset: unsetLine(ownShell(snapshot.facts), NAME) },
        fix: unsafe(removal ? [removal] : []),
        ...(origin.scope === 'env' ? {} : { variant: 'file' }),
      };
    });
  },
};
