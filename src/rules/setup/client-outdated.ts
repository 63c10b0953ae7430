import { has } from '../../clients/claude-code/versions.ts';
import type { ClientState, CodexState } from '../../clients/client.ts';
import { does } from '../../clients/codex/versions.ts';
import type { Origin } from '../../model.ts';
import { holds } from '../provider/bindings.ts';
import { eachClient, type Rule } from '../rule.ts';

interface Need {
  readonly what: string;
  /** First version measured to do it. */
  readonly since: string;
  readonly origin: Origin;
}

const hasNoOther = (state: CodexState): boolean => !state.channel?.credentials.some(({ isLogin }) => !isLogin);

function needsOfCodex(state: CodexState): Need[] {
  const { provider, version } = state;
  const found: Need[] = [];
  const own = (key: string): Origin | null => (provider && holds(provider, key) ? (provider.get(key)?.origin ?? null) : null);
  const token = own('experimental_bearer_token');
  if (token && hasNoOther(state) && !does(version, 'bearerToken'))
    found.push({ what: 'experimental_bearer_token', since: '0.50.0', origin: token });
  const auth = own('auth');
  if (auth && hasNoOther(state) && !does(version, 'authCommand'))
    found.push({ what: 'auth = { command }', since: '0.120.0', origin: auth });
  const base = state.setting(['openai_base_url']);
  const isOfficial = provider === null && (state.providerId?.value ?? 'openai') === 'openai' && !state.channel?.baseUrl;
  if (base && isOfficial && !does(version, 'openaiBaseUrl')) found.push({ what: 'openai_base_url', since: '0.115.0', origin: base.origin });
  const variable = state.variable('CODEX_API_KEY');
  const wantsIt = provider === null ? Boolean(state.channel?.baseUrl) : holds(provider, 'requires_openai_auth');
  if (variable && wantsIt && hasNoOther(state) && state.logins.length === 0 && !does(version, 'codexApiKey')) {
    found.push({ what: 'CODEX_API_KEY', since: '0.45.0', origin: variable.origin });
  }
  return found;
}

/** A key in a header alone is used from 2.0.77 on. */
function needsOfClaudeCode(state: ClientState): Need[] {
  const headers = state.variable('ANTHROPIC_CUSTOM_HEADERS');
  const carriesKey = /^\s*(?:authorization|x-api-key)\s*:/im.test(headers?.value ?? '');
  const isOnlyKey = (state.channel?.credentials.length ?? 0) === 0 && state.keyHelper === null;
  if (!headers || !carriesKey || !isOnlyKey || has(state.version, 'takesCustomHeaderAsKey')) return [];
  return [{ what: 'ANTHROPIC_CUSTOM_HEADERS', since: '2.0.77', origin: headers.origin }];
}

export const rule: Rule = {
  id: 'setup/client-outdated',
  severity: 'warning',
  text: {
    title: {
      en: '{client} {version} does not know {what}; {since} or later does',
      zh: '{client} {version} 不认识 {what}，{since} 及更新版本才支持',
    },
    why: {
      en: 'This version passes over it without a word, and nothing else takes its place.',
      zh: '这个版本会不作声地忽略它，而且没有别的设置可以代替。',
    },
    advice: { en: 'Update: `npm install -g {package}@latest`', zh: '升级：`npm install -g {package}@latest`' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.installed?.version == null) return;
      for (const { what, since, origin } of state.id === 'codex' ? needsOfCodex(state) : needsOfClaudeCode(state)) {
        yield { origin, args: { client: state.client.name, version: state.version, what, since, package: state.client.npmPackage } };
      }
    });
  },
};
