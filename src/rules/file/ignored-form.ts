import { originIn } from '../../clients/client.ts';
import { eachClient, type Rule } from '../rule.ts';
import { unsafe } from '../setting-edits.ts';
import { ignoredForms } from '../shape/ignored-forms.ts';

export const rule: Rule = {
  id: 'file/ignored-form',
  severity: 'error',
  text: {
    title: { en: '{client} {version} does not read "{names}" here', zh: '{client} {version} 不会读取这里的 "{names}"' },
    why: {
      en: 'Codex takes a gateway from [model_providers.<id>], selected by model_provider, with base_url and env_key or experimental_bearer_token; everything else is ignored, mostly without a word, and requests go to api.openai.com.',
      zh: 'Codex 只认 [model_providers.<id>] 里的 base_url 和 env_key（或 experimental_bearer_token），并由 model_provider 选中；其他写法基本都会被静默忽略，请求会发到 api.openai.com。',
    },
    advice: {
      en: 'Write a table [model_providers.<id>] with name, base_url and env_key (or experimental_bearer_token), and model_provider = "<id>" above all tables.',
      zh: '写一张 [model_providers.<id>] 表，填上 name、base_url 和 env_key（或 experimental_bearer_token），并在所有表之前写 model_provider = "<id>"。',
    },
  },
  variants: {
    provider: {
      why: {
        en: 'The table of a provider has fixed names for its settings; others are ignored, mostly without a word.',
        zh: 'provider 的表里只认固定的设置名；其他名字基本都会被静默忽略。',
      },
      advice: {
        en: 'The address is called base_url; the key goes into experimental_bearer_token, or into a variable whose name stands in env_key.',
        zh: '地址叫 base_url；密钥写进 experimental_bearer_token，或放进变量并把变量名写进 env_key。',
      },
    },
    'claude-code': {
      why: {
        en: 'Claude Code takes its channel from variables inside the "env" object of settings.json; other places are ignored without a word, and requests go to api.anthropic.com.',
        zh: 'Claude Code 只从 settings.json 的 "env" 对象里读取渠道相关的变量；写在别处会被静默忽略，请求会发到 api.anthropic.com。',
      },
      advice: {
        en: 'Put ANTHROPIC_BASE_URL, ANTHROPIC_AUTH_TOKEN and ANTHROPIC_MODEL inside "env".',
        zh: '把 ANTHROPIC_BASE_URL、ANTHROPIC_AUTH_TOKEN、ANTHROPIC_MODEL 放进 "env"。',
      },
    },
  },
  check: (snapshot, evidence) =>
    eachClient(snapshot, evidence, function* (state) {
      for (const { layer, path, names, isNeeded, edits } of ignoredForms(state)) {
        yield {
          origin: originIn(layer, path),
          args: { client: state.client.name, version: state.version, names: [...new Set(names)].join(', ') || path.join('.') },
          severity: isNeeded ? 'error' : 'warning',
          fix: edits && unsafe(edits),
          ...(state.id === 'claude-code' ? { variant: 'claude-code' } : path[0] === 'model_providers' ? { variant: 'provider' } : {}),
        };
      }
    }),
};
