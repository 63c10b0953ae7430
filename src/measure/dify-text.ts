// Sentences about a Dify run.

import type { Text } from '../model.ts';

export const SEGMENT = {
  network: { en: 'the way to Dify and back', zh: '到 Dify 的往返网络' },
  accept: { en: 'Dify takes the run up: its workers, its database, its queue', zh: 'Dify 接入请求：工作进程、数据库、排队' },
  'before-model': { en: 'nodes before the model{top}', zh: '模型之前的节点{top}' },
  model: { en: 'the model channel, by {basis}', zh: '模型渠道，依据：{basis}' },
  plugin: {
    en: 'Dify around the model call: prompt assembly, plugin daemon, queue, Redis',
    zh: '模型调用之外的 Dify 开销：拼装提示词、插件守护进程、队列、Redis',
  },
  'model-and-dify': {
    en: 'model channel and plugin daemon together; give a channel (--base-url, --key-env, --model) to tell them apart',
    zh: '模型渠道与插件守护进程合计；给出渠道参数（--base-url、--key-env、--model）可把两者分开',
  },
  'dify-inner': {
    en: 'everything Dify adds before the model answers (this kind of application shows no nodes)',
    zh: '模型应答之前 Dify 增加的全部耗时（此类应用不返回节点事件）',
  },
  'all-inner': {
    en: 'Dify and the model together: this kind of application shows no nodes. Give a channel (--base-url, --key-env, --model) to tell them apart',
    zh: 'Dify 与模型合计：此类应用不返回节点事件。给出渠道参数（--base-url、--key-env、--model）可把两者分开',
  },
  held: {
    en: 'the model was done, and the answer was still held back: an answer node waits for the whole text',
    zh: '模型已经输出完毕，回答仍被扣住：回答节点在等待完整文本',
  },
} as const satisfies Record<string, Text>;
export type SegmentId = keyof typeof SEGMENT;

export const BASIS = {
  dify: { en: 'Dify’s own time_to_first_token', zh: 'Dify 自己的 time_to_first_token' },
  direct: { en: 'a direct request of {tokens} input tokens', zh: '直连渠道、输入 {tokens} tokens 的实测' },
} as const satisfies Record<string, Text>;

export const VERDICT = {
  network: {
    en: 'The network to Dify is slow: {part} of {ttft} ms until the first word ({model}, {input} input tokens)',
    zh: '到 Dify 的网络慢：首字延迟 {ttft} ms 中占 {part} ms（{model}，输入 {input} tokens）',
  },
  accept: {
    en: 'Dify is slow to take a run up: {part} of {ttft} ms ({model}, {input} input tokens). If it grows with the number of users, raise SERVER_WORKER_AMOUNT and SERVER_WORKER_CONNECTIONS in docker/.env; else look at its database and Redis',
    zh: 'Dify 接入请求慢：{ttft} ms 中占 {part} ms（{model}，输入 {input} tokens）。若随并发用户增加而变慢，请调大 docker/.env 里的 SERVER_WORKER_AMOUNT 和 SERVER_WORKER_CONNECTIONS；否则检查数据库和 Redis',
  },
  'before-model': {
    en: 'The nodes before the model are slow: {part} of {ttft} ms{top} ({model}, {input} input tokens). Shorten or parallelise them: retrieval and rerank, HTTP and code nodes, earlier model calls',
    zh: '模型之前的节点慢：{ttft} ms 中占 {part} ms{top}（{model}，输入 {input} tokens）。请精简或并行化：知识检索与重排、HTTP 和代码节点、前置的模型调用',
  },
  model: {
    en: 'The model channel is slow, not Dify: {part} of {ttft} ms until the first word ({model}, {input} input tokens). Measure the channel itself to see whether it queues or reads the prompt',
    zh: '慢在模型渠道，而不是 Dify：首字延迟 {ttft} ms 中占 {part} ms（{model}，输入 {input} tokens）。可单独测量该渠道，区分是排队还是读取输入',
  },
  plugin: {
    en: 'Dify’s own part around the model call is slow: {part} of {ttft} ms ({model}, {input} input tokens). Look at the plugin daemon, Redis, PLUGIN_BASED_TOKEN_COUNTING_ENABLED and moderation',
    zh: 'Dify 在模型调用前后的自身开销大：{ttft} ms 中占 {part} ms（{model}，输入 {input} tokens）。请检查插件守护进程、Redis、PLUGIN_BASED_TOKEN_COUNTING_ENABLED 和内容审查',
  },
  'model-and-dify': {
    en: 'Most of the wait is the model call: {part} of {ttft} ms until the first word ({model}, {input} input tokens). Whether the channel or Dify’s plugin daemon is slow shows a direct measurement: give --base-url, --key-env and --model too',
    zh: '等待主要在模型调用：首字延迟 {ttft} ms 中占 {part} ms（{model}，输入 {input} tokens）。要区分是渠道慢还是 Dify 插件守护进程慢，请同时给出 --base-url、--key-env 和 --model 做直连测量',
  },
  'dify-inner': {
    en: 'Dify is slow, not the model channel: {part} of {ttft} ms are added by it ({model}, {input} input tokens). Retrieval, rerank, moderation and the plugin daemon come before the first word; ENABLE_OTEL shows which',
    zh: '慢在 Dify，而不是模型渠道：{ttft} ms 中有 {part} ms 是它增加的（{model}，输入 {input} tokens）。首字之前有知识检索、重排、内容审查和插件守护进程；开启 ENABLE_OTEL 可以看到是哪一个',
  },
  'all-inner': {
    en: 'The first word takes {ttft} ms, {part} of them in Dify and the model together ({model}, {input} input tokens). Give --base-url, --key-env and --model too, to tell one from the other',
    zh: '首字延迟 {ttft} ms，其中 {part} ms 在 Dify 与模型内部（{model}，输入 {input} tokens）。请同时给出 --base-url、--key-env 和 --model，才能区分两者',
  },
  held: {
    en: 'The answer is held back inside Dify: the model was done {part} ms before the first word ({model}, {input} input tokens). An answer or template node waits for the whole text; let the answer node use the model’s output directly',
    zh: '回答被扣在 Dify 内部：模型结束 {part} ms 后才出现首字（{model}，输入 {input} tokens）。回答或模板节点在等待完整文本；请让回答节点直接引用模型输出',
  },
} as const satisfies Record<SegmentId, Text>;

export const NOTES = {
  'dify-latency-pipeline': {
    en: 'Dify’s usage.latency ({ms} ms) is the whole pipeline of this kind of application, not the model’s time',
    zh: '此类应用的 usage.latency（{ms} ms）是整条处理链的耗时，而不是模型耗时',
  },
  'dify-latency-node': {
    en: 'Dify’s usage.latency ({ms} ms) is the model call of the last LLM node',
    zh: 'Dify 的 usage.latency（{ms} ms）是最后一个 LLM 节点的模型调用耗时',
  },
  'dify-direct-from-here': {
    en: 'The direct request went from this machine, not from Dify’s: its network time was taken off, but its route may differ',
    zh: '直连测量从本机发出，而不是从 Dify 所在机器：已扣除网络耗时，但线路可能不同',
  },
  'dify-direct-failed': {
    en: 'The direct request to the model channel failed ({reason}), so Dify and model can’t be told apart',
    zh: '直连模型渠道失败（{reason}），因此无法区分 Dify 与模型',
  },
  'dify-no-usage': {
    en: 'Dify named no token counts: the size of its prompt is unknown, and so is the speed of writing',
    zh: 'Dify 没有返回 token 数：提示词长度和输出速率都无法得知',
  },
  'dify-replaced': {
    en: 'The answer was replaced at its end: moderation of the output is on',
    zh: '回答在结束时被替换：该应用开启了输出内容审查',
  },
  'dify-coding-plan': {
    en: '{host} looks like a coding plan: such keys may be used by coding agents alone, not by a Dify back-end (terms of Alibaba, Qianfan, Kimi)',
    zh: '{host} 像是编程套餐（coding plan）：这类密钥只允许编程工具使用，不能用于 Dify 这样的后端（阿里云、千帆、Kimi 的条款）',
  },
  'dify-some-failed': { en: '{n} of {all} runs failed: {reason}', zh: '{all} 次运行中有 {n} 次失败：{reason}' },
} as const satisfies Record<string, Text>;

const advice = (en: string, zh: string): Text => ({ en, zh });

/** By Dify's code; the first that matches. */
export const FAILURES: readonly { readonly id: string; readonly matches: RegExp; readonly title: Text; readonly advice: Text }[] = [
  {
    id: 'dify/key',
    matches: /^(unauthorized|401)$/,
    title: advice('Dify refuses the key ({detail})', 'Dify 拒绝了该密钥（{detail}）'),
    advice: advice(
      'Every application has a key of its own, “app-…”, on its page “API access”; a key of the knowledge base or of a model does not do',
      '每个应用都有自己的密钥（app-…），在“访问 API”页面创建；知识库密钥和模型密钥都不行',
    ),
  },
  {
    id: 'dify/app',
    matches: /^(app_unavailable|not_found|404)$/,
    title: advice(
      'Dify has no such application at this address, or it is not published ({detail})',
      'Dify 在该地址没有这个应用，或应用尚未发布（{detail}）',
    ),
    advice: advice(
      'Check the address against the page “API access”, and publish the application',
      '请对照“访问 API”页面核对地址，并发布应用',
    ),
  },
  {
    id: 'dify/kind',
    matches: /^not_(chat|completion|workflow)_app$/,
    title: advice('This application is of another kind ({detail})', '应用类型不符（{detail}）'),
    advice: advice(
      'Give the server’s address without an endpoint; the right one is found',
      '只填服务器地址，不要带具体接口，会自动选择正确的接口',
    ),
  },
  {
    id: 'dify/provider',
    matches: /^(provider_not_initialize|model_currently_not_support|completion_request_error)$/,
    title: advice('Dify could not call its model ({detail})', 'Dify 调用模型失败（{detail}）'),
    advice: advice(
      'Look at the model provider in Dify’s settings: key, base URL, model name; then measure that channel directly',
      '请检查 Dify 设置里的模型供应商：密钥、Base URL、模型名；再直接测量该渠道',
    ),
  },
  {
    id: 'dify/quota',
    matches: /^provider_quota_exceeded$/,
    title: advice('The model’s quota in Dify is used up ({detail})', 'Dify 中该模型的额度已用完（{detail}）'),
    advice: advice('Enter a key of your own in the settings of the model provider', '请在模型供应商设置里填写自己的密钥'),
  },
  {
    id: 'dify/busy',
    matches: /^(too_many_requests|rate_limit_error|429)$/,
    title: advice('Dify refuses more runs at the same time ({detail})', 'Dify 拒绝了更多并发请求（{detail}）'),
    advice: advice(
      'Wait, or raise the limit of the application (APP_MAX_ACTIVE_REQUESTS, 0 is none)',
      '稍后再试，或调大应用的并发上限（APP_MAX_ACTIVE_REQUESTS，0 表示不限）',
    ),
  },
  {
    id: 'dify/input',
    matches: /^(invalid_param|bad_request|400)$/,
    title: advice('Dify refuses the input ({detail})', 'Dify 拒绝了输入（{detail}）'),
    advice: advice(
      'The application asks for inputs that can’t be guessed; measure one with a simpler form',
      '应用需要无法自动填写的输入；请换一个表单更简单的应用测量',
    ),
  },
  {
    id: 'dify/unreachable',
    matches: /^unreachable$/,
    title: advice('Dify can’t be reached ({detail})', '无法连接 Dify（{detail}）'),
    advice: advice(
      'Check address, port, proxy and certificate; in a browser the page of the same server must open',
      '请检查地址、端口、代理和证书；同一服务器的网页应能在浏览器里打开',
    ),
  },
  {
    id: 'dify/not-dify',
    matches: /^not_dify$/,
    title: advice('No Dify answers there ({detail})', '该地址应答的不是 Dify（{detail}）'),
    advice: advice(
      'Give the address of the API, as the page “API access” shows it, such as https://dify.example/v1',
      '请填写“访问 API”页面上的 API 地址，例如 https://dify.example/v1',
    ),
  },
  {
    id: 'dify/form',
    matches: /^missing_input$/,
    title: advice('The application requires a file ({detail}), which can’t be made up', '应用必须上传文件（{detail}），无法代填'),
    advice: advice('Measure an application without that field', '请换一个没有该字段的应用测量'),
  },
  {
    id: 'dify/failed',
    matches: /^/,
    title: advice('Dify’s run failed ({detail})', 'Dify 运行失败（{detail}）'),
    advice: advice('Look at the run in the application’s logs (“Logs & Annotations”)', '请在应用的“日志与标注”里查看这次运行'),
  },
];
