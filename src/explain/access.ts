// Keys, quotas, limits and models as gateways judge them. Facts: errors.md, failures.md, claude-code.md 5, codex.md 6.

import type { Explanations } from './explanation.ts';

const ASK = 'curl -s https://gw.example/v1/models -H "Authorization: Bearer $KEY"';
const MODELS = {
  en: 'Ask for the list with your own key; relays often show each group of keys other models.',
  zh: '用自己的密钥查看列表；中转站给不同分组的密钥展示的模型常常不同。',
};
const QUOTA = {
  en: 'Gateways report this under 400, 402, 403, 429 or even 200; Claude Code takes a 429 for a rate limit and retries for three minutes, and shows a 403 as “Failed to authenticate”.',
  zh: '网关可能用 400、402、403、429 甚至 200 返回它；遇到 429，Claude Code 会当成限流重试三分钟，遇到 403 则显示 “Failed to authenticate”。',
};

export const ACCESS_EXPLANATIONS: Explanations = {
  'auth/missing': {
    background: {
      en: 'Some gateways read only x-api-key, some only Authorization; new-api reads x-api-key on /v1/messages alone.',
      zh: '有的网关只认 x-api-key，有的只认 Authorization；new-api 只在 /v1/messages 上认 x-api-key。',
    },
    right: ASK,
  },
  'auth/invalid-key': {
    background: {
      en: 'A 401 that names x-api-key becomes “Not logged in · Please run /login” in Claude Code, after eleven requests. Try the key without a client (an open /models proves nothing):',
      zh: '401 的内容里出现 x-api-key 时，Claude Code 会在十一次请求后显示 “Not logged in · Please run /login”。可以不用客户端直接试（公开的 /models 说明不了问题）：',
    },
    right: 'channel-doctor probe --base-url https://gw.example --key-env KEY --model m-main',
  },
  'auth/expired-key': { right: ASK },
  'auth/disabled-key': { right: ASK },
  'auth/upstream-key': {
    background: {
      en: 'A relay holds keys of its own at the vendors. Its own messages mostly carry “(request id: …)”; the vendor’s wording without it shows who refused.',
      zh: '中转站自己持有厂商的密钥。它自己的报错一般带有 “(request id: …)”；如果是厂商的措辞而没有它，就知道是谁拒绝的。',
    },
  },
  'auth/ip-not-allowed': { right: 'curl -s https://ifconfig.me' },
  'auth/region-blocked': { right: 'channel-doctor show' },
  'auth/account-banned': { right: ASK },
  'auth/client-not-allowed': { right: 'channel-doctor check --with-client' },
  'auth/waf': {
    background: {
      en: 'It answers with HTML, often “Just a moment…” or cf-ray headers. If short requests pass and those of the client do not, a rule about the size or text of the body is at work.',
      zh: '它返回的是 HTML，常带 “Just a moment…” 或 cf-ray 头。如果短请求能过、客户端的请求不行，就是针对请求体大小或内容的规则。',
    },
    right: 'curl -i https://gw.example/v1/models | head',
  },
  'perm/model-or-group': { background: MODELS, right: ASK },
  'quota/exhausted': { background: QUOTA },
  'quota/key-cap': { background: QUOTA },
  'quota/plan-window': { background: QUOTA, right: 'channel-doctor use OTHER' },
  'quota/not-included': { background: QUOTA },
  'rate/requests': {
    background: {
      en: 'Claude Code repeats a 429 ten times with growing pauses, three minutes in all; from 2.1.100 on it gives up at once where Retry-After is long. Codex 0.80 and later repeats it only where Retry-After says so.',
      zh: '遇到 429，Claude Code 会以越来越长的间隔重试十次，共约三分钟；从 2.1.100 起，Retry-After 很长时会立即放弃。0.80 起的 Codex 只在有 Retry-After 时才重试。',
    },
  },
  'rate/concurrency': {
    background: {
      en: 'Sub-agents, several terminals and an editor extension share the limit of one key.',
      zh: '子代理、多个终端和编辑器插件共用同一个密钥的并发上限。',
    },
  },
  'model/not-found': { background: MODELS, right: ASK },
  'model/no-channel': { background: MODELS, right: ASK },
  'model/no-channel-empty': { background: MODELS, right: '[features]\nenable_request_compression = false' },
  'model/substituted': {
    background: {
      en: 'DeepSeek, for one, answers every Claude name with a model of its own; others add a date to the name.',
      zh: '例如 DeepSeek 会用自己的模型应答各种 Claude 模型名；也有的只是在名字后面加上日期。',
    },
  },
  'model/empty': { wrong: 'model = ""', right: 'model = "m-main"', fix: 'unsafe' },
  'model/small-missing': {
    background: {
      en: 'Claude Code 1.0.60 and 2.0.77 ask for a haiku model before each prompt (titles), 2.0.77 and 2.1.0 also at the start (warm-up).',
      zh: 'Claude Code 1.0.60 和 2.0.77 在每次提问前会用 haiku 模型生成标题，2.0.77 和 2.1.0 启动时还会用它预热。',
    },
    right: '"ANTHROPIC_SMALL_FAST_MODEL": "m-main",\n"ANTHROPIC_DEFAULT_HAIKU_MODEL": "m-main"',
    fix: 'unsafe',
  },
};
