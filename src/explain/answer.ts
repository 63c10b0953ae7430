// What comes back, and what the clients make of it. Facts: claude-code.md 4.4 and 5, codex.md 5 and 6, errors.md.

import type { Explanations } from './explanation.ts';

const STREAM =
  'curl -N https://gw.example/v1/responses -H "Authorization: Bearer $KEY" \\\n  -H "content-type: application/json" -d \'{"model":"m-main","input":"hi","stream":true}\'';
const RETRIES = {
  en: 'Claude Code repeats errors of a server ten times, which takes three minutes without a word; Codex up to half a minute, and calls a 500 “high demand”.',
  zh: '遇到服务端错误，Claude Code 会默默重试十次，共约三分钟；Codex 会重试半分钟，还把 500 说成 “high demand”。',
};
const NEEDED = {
  en: 'Codex needs response.output_item.done and response.completed with an id. Claude Code needs message_start, content_block_start, _delta and _stop with event: lines, or one whole JSON message.',
  zh: 'Codex 需要 response.output_item.done 和带 id 的 response.completed。Claude Code 需要 message_start、content_block_start、_delta、_stop 并带 event: 行，或者一整段 JSON 消息。',
};
const BUFFERING = 'location /v1/ {\n  proxy_buffering off;\n  proxy_read_timeout 600s;\n}';

export const ANSWER_EXPLANATIONS: Explanations = {
  'route/not-found': {
    background: {
      en: 'What is requested is the base URL and the client’s path: BASE/v1/messages?beta=true or BASE/responses. Compare it with the gateway’s documentation.',
      zh: '实际请求的是 Base URL 加客户端的路径：BASE/v1/messages?beta=true 或 BASE/responses。请对照网关的文档。',
    },
    right: 'channel-doctor show',
  },
  'route/protocol-missing': {
    background: {
      en: 'Claude Code needs /v1/messages, Codex from 0.95 on /responses. Gateways such as new-api, LiteLLM and claude-code-router convert.',
      zh: 'Claude Code 需要 /v1/messages，0.95 起的 Codex 需要 /responses。new-api、LiteLLM、claude-code-router 等可以做协议转换。',
    },
  },
  'route/website': { right: 'curl -i https://gw.example/v1/models' },
  'route/redirect': { right: 'curl -sI https://gw.example/v1/models | grep -i location' },
  'route/upstream-path': { wrong: 'Invalid URL (POST /v1/v1/messages)' },
  'request/unsupported-parameter': {
    right: '"CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1"',
  },
  'request/bad-value': { right: '"CLAUDE_CODE_MAX_OUTPUT_TOKENS": "8192"\nmodel_reasoning_effort = "medium"' },
  'request/tool-type': { right: 'web_search = "disabled"\n\n[features]\nmulti_agent = false' },
  'request/beta-header': { right: '"CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1"' },
  'request/compressed-body': { right: '[features]\nenable_request_compression = false' },
  'request/wrong-protocol': { right: 'channel-doctor providers' },
  'request/too-large': { right: 'client_max_body_size 50m;        # nginx' },
  'request/context-length': { right: '"CLAUDE_CODE_AUTO_COMPACT_WINDOW": "128000"\nmodel_context_window = 128000' },
  'request/moderation': { right: 'channel-doctor check --verbose' },
  'server/overloaded': { background: RETRIES },
  'server/error': { background: RETRIES, right: 'channel-doctor check --verbose' },
  'server/bad-gateway': { background: RETRIES },
  'server/gateway-timeout': { background: RETRIES, right: BUFFERING },
  'server/upstream-network': { background: RETRIES },
  'stream/error-in-200': { background: NEEDED, right: STREAM },
  'stream/json-instead': {
    right: STREAM,
  },
  'stream/empty': { background: NEEDED, right: STREAM },
  'stream/truncated': {
    background: {
      en: 'Always after 60, 100 or 300 seconds it is a timeout of nginx, Cloudflare or the relay.',
      zh: '总是在 60、100 或 300 秒断开，就是 nginx、Cloudflare 或中转站的超时。',
    },
    right: BUFFERING,
  },
  'stream/buffered': {
    background: {
      en: 'The channel works, but the time to the first token is that of the whole answer. `channel-doctor measure` shows how much.',
      zh: '渠道可以使用，但首字延迟等于整个回答的时间。用 `channel-doctor measure` 可以看到差多少。',
    },
    right: BUFFERING,
  },
  'stream/events-missing': { background: NEEDED, right: STREAM },
  'stream/not-sse': { background: NEEDED, right: STREAM },
  unknown: { right: 'channel-doctor check --verbose' },
};
