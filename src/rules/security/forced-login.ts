import type { CodexState } from '../../clients/client.ts';
import { atLeast } from '../../clients/version.ts';
import { eachClient, type Rule } from '../rule.ts';
import { removeAt, unsafe } from '../setting-edits.ts';

/** A key beside the account's tokens is what Codex uses (measured 0.40 to 0.171): nobody is logged out. */
const usesSavedKey = (state: CodexState): boolean => {
  const mode = state.auth?.at(['auth_mode'])?.value;
  const key = state.auth?.at(['OPENAI_API_KEY'])?.value;
  return typeof key === 'string' && key !== '' && (typeof mode !== 'string' || mode === 'apikey');
};

export const rule: Rule = {
  id: 'security/forced-login',
  severity: 'error',
  text: {
    title: { en: 'forced_login_method = "api" will delete your ChatGPT login', zh: 'forced_login_method = "api" 会删除你的 ChatGPT 登录' },
    why: {
      en: 'At its next start Codex prints “API key login is required, but ChatGPT is currently being used. Logging out.”, deletes auth.json and ends.',
      zh: 'Codex 下次启动时会提示 “API key login is required, but ChatGPT is currently being used. Logging out.”，删除 auth.json 并退出。',
    },
    advice: {
      en: 'Delete the line. A provider with env_key needs no login of any kind.',
      zh: '删除这一行。带 env_key 的 provider 不需要任何登录。',
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex' || !atLeast(state.version, '0.50.0')) return;
      const setting = state.setting(['forced_login_method']);
      if (setting?.value !== 'api' || !state.logins.some(({ kind }) => kind === 'chatgpt') || usesSavedKey(state)) return;
      const removal = removeAt(setting.origin);
      yield { origin: setting.origin, fix: unsafe(removal ? [removal] : []) };
    });
  },
};
