import type { ClientState, CodexState, StoredLogin } from '../../clients/client.ts';
import type { Edit } from '../../model.ts';
import { holds } from '../provider/bindings.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt, unsafe, userFile } from '../setting-edits.ts';

const KEY_VARIABLE = 'GATEWAY_API_KEY';

/** A key of the gateway's own instead of the account: the login stays for the vendor's API. */
function codexFix(state: CodexState): readonly Edit[] {
  const { provider, channel } = state;
  if (provider) {
    const { file, scope } = provider.layer;
    if (scope !== 'user' && scope !== 'profile') return [];
    const shared: Edit[] = holds(provider, 'requires_openai_auth')
      ? [{ op: 'remove', file, path: [...provider.path, 'requires_openai_auth'] }]
      : [];
    return [...shared, { op: 'set', file, path: [...provider.path, 'env_key'], value: KEY_VARIABLE }];
  }
  const file = userFile(state);
  const removal = channel?.baseUrl ? removeAt(channel.baseUrl.origin) : null;
  if (file === null || !removal || !channel?.baseUrl) return [];
  const id = state.providers.some((other) => other.id === 'gw') ? 'gw-key' : 'gw';
  const table = { name: id, base_url: channel.baseUrl.value, wire_api: 'responses', env_key: KEY_VARIABLE };
  const added = Object.entries(table).map(([key, value]): Edit => ({ op: 'set', file, path: ['model_providers', id, key], value }));
  return [removal, { op: 'set', file, path: ['model_provider'], value: id }, ...added];
}

function fixFor(state: ClientState, login: StoredLogin): readonly Edit[] {
  if (state.id === 'codex') return codexFix(state);
  // Of the account login the whole object: half a login is none.
  const { origin } = login;
  const whole = login.kind === 'claude-ai' && origin.path ? { ...origin, path: origin.path.slice(0, 1) } : origin;
  const removal = removeAt(whole);
  return removal ? [removal] : [];
}

export const rule: Rule = {
  id: 'security/login-leak',
  severity: 'error',
  text: {
    title: { en: 'Your stored Claude login would be sent to {base}', zh: '你保存的 Claude 登录信息会被发往 {base}' },
    why: {
      en: 'Claude Code {version} sends the stored {kind} to whichever base URL is set, also next to a key of the gateway. Whoever runs the gateway can use it.',
      zh: 'Claude Code {version} 会把已保存的 {kind} 发给当前 Base URL，即使同时设置了网关密钥也会发送。网关的运营者可以拿去使用。',
    },
    advice: {
      en: 'Log out (`claude /logout`), or take it out of {place}; use the key of the gateway in ANTHROPIC_AUTH_TOKEN.',
      zh: '退出登录（`claude /logout`），或从 {place} 里去掉它；把网关的密钥放进 ANTHROPIC_AUTH_TOKEN。',
    },
  },
  variants: {
    codex: {
      title: { en: 'Your ChatGPT login would be sent to {base}', zh: '你的 ChatGPT 登录令牌会被发往 {base}' },
      why: {
        en: 'Codex {version} sends the access token of auth.json to this gateway, since the channel binds no key of its own. Whoever runs the gateway can use it.',
        zh: '这个渠道没有绑定自己的密钥，Codex {version} 会把 auth.json 里的访问令牌发给网关。网关的运营者可以拿去使用。',
      },
      advice: {
        en: 'Use a provider with env_key and the key of the gateway, instead of requires_openai_auth or openai_base_url. The login then stays with the vendor.',
        zh: '请使用带 env_key 和网关密钥的 provider，不要用 requires_openai_auth 或 openai_base_url；这样登录信息只会用于官方。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      for (const login of state.logins) {
        // A saved API key is there to be sent.
        if (!login.sentToGateway || login.kind === 'api-key') continue;
        const { origin, kind } = login;
        yield {
          origin,
          ...(state.id === 'codex' ? { variant: 'codex' } : {}),
          args: {
            base: state.channel?.baseUrl?.value ?? '',
            version: state.version,
            kind: kind === 'console-key' ? 'primaryApiKey' : 'claude.ai OAuth',
            place: origin.file ?? `$${origin.env ?? ''}`,
          },
          fix: unsafe(fixFor(state, login)),
        };
      }
    });
  },
};
