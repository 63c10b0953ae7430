// Facts: codex.md 0, 1, 4 and 5.

import type { Explanations } from './explanation.ts';

const TABLE =
  'model_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "https://gw.example/v1"\nwire_api = "responses"\nenv_key = "GW_API_KEY"';

export const PROVIDER_EXPLANATIONS: Explanations = {
  'provider/undefined': {
    background: {
      en: 'model_provider selects one of the tables [model_providers.ID]. openai, ollama, lmstudio and amazon-bedrock are built in.',
      zh: 'model_provider 用来选择 [model_providers.ID] 表之一。openai、ollama、lmstudio、amazon-bedrock 是内置的。',
    },
    wrong: 'model_provider = "GW"\n[model_providers.gw]',
    right: TABLE,
    fix: 'both',
  },
  'provider/reserved-id': {
    background: {
      en: 'Up to 0.113 Codex passes over such a table without a word and asks the built-in address.',
      zh: '0.113 及更早的 Codex 会静默跳过这样的表，去请求内置的地址。',
    },
    wrong: '[model_providers.openai]',
    right: TABLE,
    fix: 'safe',
  },
  'provider/no-name': {
    right: '[model_providers.gw]\nname = "gw"',
    fix: 'safe',
  },
  'provider/auth-conflict': {
    wrong: 'env_key = "GW_API_KEY"\nauth = { command = "pass", args = ["show", "gw"] }',
    right: 'auth = { command = "pass", args = ["show", "gw"] }',
    fix: 'unsafe',
  },
  'provider/wire-api-chat': {
    background: {
      en: 'Up to 0.94 chat was the default and /chat/completions was asked; from 0.95 on there is /responses alone. A gateway with chat only needs a converter in between, or another gateway.',
      zh: '0.94 及更早默认就是 chat，请求 /chat/completions；从 0.95 起只有 /responses。只支持 chat 的网关需要在中间加协议转换，或者换网关。',
    },
    wrong: 'wire_api = "chat"',
    right: 'wire_api = "responses"',
    fix: 'safe',
  },
  'provider/wire-api-unknown': { wrong: 'wire_api = "anthropic"', right: 'wire_api = "responses"', fix: 'safe' },
  'provider/in-project-file': {
    right: '~/.codex/config.toml',
    fix: 'unsafe',
  },
  'provider/no-credential': {
    background: {
      en: 'Up to 0.148 Codex sent the key or the ChatGPT token of auth.json to such a provider; from 0.150 on it sends nothing.',
      zh: '0.148 及更早的 Codex 会把 auth.json 里的密钥或 ChatGPT 令牌发给这样的 provider；从 0.150 起什么都不发。',
    },
    right: TABLE,
    fix: 'unsafe',
  },
  'provider/login-required': { right: 'printenv GW_API_KEY | codex login --with-api-key' },
  'provider/websockets-unsupported': {
    background: {
      en: 'From 0.116 on the built-in provider with openai_base_url tries a WebSocket first; own providers do so with supports_websockets alone. A 426 ends the attempts at once.',
      zh: '从 0.116 起，内置 provider 配合 openai_base_url 会先尝试 WebSocket；自定义 provider 只有设了 supports_websockets 才会。网关返回 426 时立即停止尝试。',
    },
    wrong: 'openai_base_url = "https://gw.example/v1"',
    right: TABLE,
    fix: 'unsafe',
  },
};
