// Facts: claude-code.md 4.1, codex.md 5.

import type { Explanations } from './explanation.ts';

export const URL_EXPLANATIONS: Explanations = {
  'url/invalid': {
    background: {
      en: 'Codex then ends with “builder error”, Claude Code with “Invalid URL” or “Connection error”; neither shows the address.',
      zh: 'Codex 会报 “builder error”，Claude Code 会报 “Invalid URL” 或 “Connection error”，都不会显示这个地址。',
    },
    wrong: 'gw.example/v1      https：//gw.example      ws://gw.example',
    right: 'https://gw.example/v1',
    fix: 'safe',
  },
  'url/invisible-character': {
    background: {
      en: 'A zero-width space, for example, becomes %E2%80%8B in the path. `cat -A` shows what an editor hides.',
      zh: '例如零宽空格会变成路径里的 %E2%80%8B。编辑器里看不到的字符，用 `cat -A` 可以看到。',
    },
    right: 'cat -A ~/.claude/settings.json | grep BASE_URL',
    fix: 'safe',
  },
  'url/full-endpoint': {
    wrong: 'base_url = "https://gw.example/v1/responses"',
    right: 'base_url = "https://gw.example/v1"',
    fix: 'safe',
  },
  'url/v1-doubled': {
    background: {
      en: 'Claude Code always requests BASE/v1/messages?beta=true. From 2.1.50 on it shows every 404 as “There’s an issue with the selected model”, so that a wrong address looks like a wrong model.',
      zh: 'Claude Code 总是请求 BASE/v1/messages?beta=true。从 2.1.50 起，任何 404 都显示成 “There’s an issue with the selected model”，地址错了看起来就像模型错了。',
    },
    wrong: '"ANTHROPIC_BASE_URL": "https://gw.example/v1"    → /v1/v1/messages',
    right: '"ANTHROPIC_BASE_URL": "https://gw.example"       → /v1/messages',
    fix: 'both',
  },
  'url/v1-missing': {
    background: {
      en: 'Codex puts /responses behind base_url and adds nothing else. What it reports, a plain 404 or “stream closed before response.completed”, does not say what is missing.',
      zh: 'Codex 只在 base_url 后面拼上 /responses，不会加别的。它报的 404 或 “stream closed before response.completed” 都看不出少了什么。',
    },
    wrong: 'base_url = "https://gw.example"       → /responses',
    right: 'base_url = "https://gw.example/v1"    → /v1/responses',
    fix: 'safe',
  },
  'url/query': {
    wrong: 'base_url = "https://gw.example/v1?version=2"',
    right: 'base_url = "https://gw.example/v1"\nquery_params = { version = "2" }',
    fix: 'both',
  },
  'url/trailing-slash': {
    wrong: 'base_url = "https://gw.example/v1/"',
    right: 'base_url = "https://gw.example/v1"',
    fix: 'safe',
  },
  'url/wrong-dialect': {
    background: {
      en: 'Claude Code speaks the Messages API, Codex the Responses API. Many providers have a root for each, often …/anthropic and …/v1.',
      zh: 'Claude Code 使用 Messages API，Codex 使用 Responses API。许多服务商为两者各设一个地址，常见的是 …/anthropic 和 …/v1。',
    },
    right: 'channel-doctor providers deepseek',
    fix: 'safe',
  },
  'url/website': {
    background: {
      en: 'Gateways like new-api answer every path outside /v1 with their web page and status 200. Codex then says “stream closed before response.completed”, Claude Code “empty or malformed response”. The API answers in JSON:',
      zh: 'new-api 这类网关对 /v1 以外的路径都返回网页，状态还是 200。Codex 会报 “stream closed before response.completed”，Claude Code 会报 “empty or malformed response”。真正的接口返回 JSON：',
    },
    right: 'curl -i https://gw.example/v1/models',
    fix: 'safe',
  },
  'url/redirect': {
    background: {
      en: 'After 301, 302 and 303 both clients send a GET without the body. 307 and 308 keep it; to another host the Authorization header is dropped, an x-api-key is not.',
      zh: '遇到 301、302、303，两个客户端都会改发没有请求体的 GET。307 和 308 会保留请求体；跳到别的主机时 Authorization 会被丢掉，x-api-key 却不会。',
    },
    right: 'curl -sI https://gw.example/v1/models | grep -i location',
    fix: 'safe',
  },
  'url/plan-mismatch': {
    right: 'channel-doctor providers coding',
    fix: 'unsafe',
  },
  'url/azure-shape': {
    wrong: 'base_url = "https://RESOURCE.openai.azure.com"',
    right: 'base_url = "https://RESOURCE.openai.azure.com/openai/v1"',
    fix: 'unsafe',
  },
  'url/localhost-ipv6': {
    wrong: 'http://localhost:3000',
    right: 'http://127.0.0.1:3000',
    fix: 'safe',
  },
  'url/plain-http': {
    wrong: 'http://gw.example/v1',
    right: 'https://gw.example/v1',
    fix: 'both',
  },
  'url/official-default': {
    background: {
      en: 'Claude Code goes to api.anthropic.com, Codex to api.openai.com/v1, or to chatgpt.com with a ChatGPT login.',
      zh: 'Claude Code 会访问 api.anthropic.com，Codex 会访问 api.openai.com/v1，使用 ChatGPT 登录时则是 chatgpt.com。',
    },
  },
};
