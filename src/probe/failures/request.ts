// The gateway understood who asks, and dislikes what is asked.

import type { Trace } from '../../wire/types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

const NAME = '[\'"`]?([A-Za-z_][\\w.\\[\\]-]{0,80})[\'"`]?';
const BLAMED: readonly RegExp[] = [
  new RegExp(`${NAME}: (?:extra inputs|field required|input (?:should|tag)|unexpected value|is not|invalid)`, 'i'),
  // `messages.0.content.1.type: Expected …`: a path before the complaint.
  /(?:^|: )([a-z][a-z\d_-]*(?:\.[a-z\d_-]+)+): [A-Z]/,
  /(?:unknown|unsupported|unrecognized|unexpected|invalid|missing)(?: required)?(?: request| keyword)? ?(?:parameters?|arguments?|fields?|names?|values?|keys?)?(?: supplied)?:? ['"`]([\w.[\]-]{1,80})['"`]/i,
  new RegExp(`(?:argument supplied|parameters?|arguments?|fields?)[: ]+${NAME}`, 'i'),
  /['"`]([\w.]{1,80})['"`] (?:is|are) not (?:supported|allowed|permitted)/i,
  new RegExp(`${NAME} (?:is|are) (?:not supported|required|too large|not allowed)`, 'i'),
  /\b([a-z]+(?:_[a-z]+)+)\b(?: \w+){0,5} must (?:be|not|have)\b/i,
  /(?:参数|字段)[：: ]*['"`]?([A-Za-z_][\w.[\]]{1,80})/,
  /([a-z]+(?:_[a-z]+)+) ?(?:参数|字段)/i,
  /range of (?:the )?([a-z]+(?:_[a-z]+)*) should/i,
];

/** The name of the field the error blames; '' where it names none. */
function fieldOf(answer: Answer): string {
  const [named] = answer.fields;
  if (named) return named;
  for (const pattern of BLAMED) {
    const match = pattern.exec(answer.said)?.[1];
    if (match) return match;
  }
  return '';
}

const requestArgs = (answer: Answer, trace: Trace, context: FailureContext) => ({
  field: safeText(fieldOf(answer), secretsIn(trace, context), 80),
});
const isRefusal = (answer: Answer): boolean => [400, 422].includes(answer.effective ?? 0);

const BETA =
  /invalid beta flag|unexpected value\(s\).{0,120}anthropic-beta|anthropic-beta|unsupported beta|beta (?:header|flag|feature).{0,30}(?:invalid|not (?:supported|allowed)|unknown)/;

export const betaHeader = failureClass({
  id: 'request/beta-header',
  text: {
    title: {
      en: 'The upstream refuses the beta features that Claude Code announces ({status}: {said})',
      zh: '上游不接受 Claude Code 声明的 beta 特性（{status}：{said}）',
    },
    why: {
      en: 'The header anthropic-beta lists features of this client version; Bedrock and other backends know only some of them.',
      zh: 'anthropic-beta 头列出了这个客户端版本要用的特性，Bedrock 等后端只认识其中一部分。',
    },
    advice: {
      en: 'Set CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1 in the env block of settings.json.',
      zh: '在 settings.json 的 env 里设置 CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1。',
    },
  },
  when: (answer) => has(answer, BETA),
});

const TOOL_TYPE =
  /only .{0,24}function.{0,24}tools? (?:is|are) supported|(?:unknown|unsupported|invalid) tool type|tool type .{0,40}(?:not supported|unsupported|invalid|unknown)|tools?\b.{0,40}(?:custom|web_search|namespace|local_shell).{0,40}(?:not supported|unsupported|unknown|invalid)|unknown variant .{0,30}(?:custom|web_search|namespace|local_shell)|不支持.{0,10}工具类型/;
/** `tools.0.custom.input_schema`: a part of a tool is wrong, not its type. */
const WITHIN_TOOL = /\btools?[.[]\d+\]?\.(?:custom|function)\.(?!type)\w/;
const TOOL_FIELD = /^tools?(?:[.[]\d+\]?)?[.[].*type\]?$/;

export const toolType = failureClass({
  id: 'request/tool-type',
  text: {
    title: { en: 'The gateway accepts function tools only ({status}: {said})', zh: '网关只接受 function 类型的工具（{status}：{said}）' },
    why: {
      en: 'Codex always sends custom, web_search and, in newer versions, namespace tools besides functions; this gateway refuses them.',
      zh: 'Codex 除了 function 还会发送 custom、web_search，新版本还有 namespace 工具，这个网关不接受。',
    },
    advice: {
      en: 'Try web_search = "disabled" and [features] multi_agent = false in config.toml; else use another gateway or a converter.',
      zh: '在 config.toml 里试试 web_search = "disabled" 和 [features] multi_agent = false；不行就换网关或加协议转换。',
    },
  },
  variants: {
    messages: {
      title: {
        en: 'The gateway refuses the tools of Claude Code ({status}: {said})',
        zh: '网关不接受 Claude Code 的工具（{status}：{said}）',
      },
      why: {
        en: 'Claude Code sends its tools in the Messages form; the gateway hands them to an endpoint of another protocol without converting.',
        zh: 'Claude Code 按 Messages 协议的格式发送工具，网关没有转换就交给了别的协议的接口。',
      },
      advice: {
        en: "Use the provider's root for the Messages API, or a gateway that converts tools.",
        zh: '改用服务商的 Messages 协议地址，或能转换工具格式的网关。',
      },
    },
    field: {
      title: {
        en: 'The gateway refuses a tool that is no function ({field}; {status}: {said})',
        zh: '网关不接受非 function 类型的工具（{field}；{status}：{said}）',
      },
      why: {
        en: 'Codex always sends custom, web_search and, in newer versions, namespace tools besides functions; {field} is one of them.',
        zh: 'Codex 除了 function 还会发送 custom、web_search，新版本还有 namespace 工具，{field} 就是其中一个。',
      },
    },
  },
  when: (answer) =>
    (has(answer, TOOL_TYPE) && !has(answer, WITHIN_TOOL)) || (isRefusal(answer) && answer.fields.some((field) => TOOL_FIELD.test(field))),
  args: (answer, trace, context) => ({ ...requestArgs(answer, trace, context), wire: context.wireApi }),
  variant: ({ field, wire }) => (wire === 'anthropic-messages' ? 'messages' : field ? 'field' : undefined),
});

const UNREADABLE =
  /invalid character .{0,12}looking for beginning of value|failed to (?:parse|decode|read|unmarshal) (?:the )?(?:request )?(?:body|json|request)|(?:request )?body (?:must be|is not) (?:a )?valid json|expected value at line 1 column 1|unsupported content[- ]encoding|zstd|not valid json|invalid json(?: body| in request)?|could not parse.{0,20}body|无法解析.{0,8}(?:请求体|json)|解析请求(?:体|参数)?失败/;

/** The answer of the relay's own upstream was a web page: nothing is wrong with the request. */
const READ_A_PAGE = /(?:invalid character|unexpected token) ['"]?</;

export const compressedBody = failureClass({
  id: 'request/compressed-body',
  text: {
    title: {
      en: 'The gateway could not read the body of the request as JSON ({status}: {said})',
      zh: '网关没能把请求体当 JSON 读出来（{status}：{said}）',
    },
    why: {
      en: 'It does not unpack compressed requests, or something on the way changes the body.',
      zh: '它不会解压请求体，或者途中有东西改动了请求体。',
    },
    advice: {
      en: 'Ask the operator to unpack compressed requests, or use another channel.',
      zh: '请运营方支持压缩的请求体，或换渠道。',
    },
    ofClient: {
      codex: {
        why: {
          en: 'Codex compresses requests (zstd) with a ChatGPT login, requires_openai_auth or openai_base_url.',
          zh: '使用 ChatGPT 登录、requires_openai_auth 或 openai_base_url 时，Codex 会压缩请求（zstd）。',
        },
        advice: {
          en: 'For Codex, set [features] enable_request_compression = false, or use an own provider with env_key.',
          zh: 'Codex 可设置 [features] enable_request_compression = false，或改用带 env_key 的自定义 provider。',
        },
      },
    },
  },
  when: (answer) => has(answer, UNREADABLE) && !has(answer, /unknown field/) && !has(answer, READ_A_PAGE),
});

const LEGACY =
  /unsupported legacy protocol|please use \/?v1\/(?:responses|chat\/completions|messages)|use the (?:responses|chat completions|messages) api instead/;
const needs = (field: string): RegExp =>
  new RegExp(
    `(?:missing|required).{0,40}\\b${field}\\b|\\b${field}\\b.{0,24}(?:is required|field required|required|must (?:be provided|not be empty)|不能为空|missing)`,
  );
const [NEEDS_MESSAGES, NEEDS_INPUT] = [needs('messages'), needs('input')];
const asksForField = (answer: Answer, field: string): boolean =>
  answer.fields.some((name) => name === field) && /required|missing|不能为空/.test(answer.words);

export const wrongProtocol = failureClass({
  id: 'request/wrong-protocol',
  text: {
    title: {
      en: 'The path exists, but it expects another protocol ({status}: {said})',
      zh: '路径存在，但它要的是另一种协议（{status}：{said}）',
    },
    why: {
      en: 'The gateway asks for a field of another API: it forwards this path to an endpoint of another protocol without converting.',
      zh: '网关要的是另一种接口的字段：它把这个路径原样转给了别的协议的接口，没有做转换。',
    },
    advice: {
      en: 'Use the root of this provider that is meant for this client.',
      zh: '改用服务商给这个客户端的地址。',
    },
    ofClient: {
      codex: {
        advice: {
          en: 'Codex 0.95 and later speaks only /responses; a gateway with /chat/completions alone needs a converter.',
          zh: 'Codex 0.95 起只支持 /responses，只有 /chat/completions 的网关需要协议转换。',
        },
      },
    },
  },
  when: (answer, _, { wireApi }) => {
    if (has(answer, LEGACY)) return true;
    if (!answer.failed || (answer.effective ?? 0) >= 500) return false;
    if (wireApi === 'openai-responses') return has(answer, NEEDS_MESSAGES) || asksForField(answer, 'messages');
    return has(answer, NEEDS_INPUT) || asksForField(answer, 'input');
  },
  args: requestArgs,
});

const LONG =
  /context_length_exceeded|context ?window|prompt is too long|maximum context length|contextwindowexceeded|input (?:is )?too long|input length.{0,30}exceed|exceed(?:s|ed)? (?:the )?(?:model|max(?:imum)?)(?: message| input)? tokens?|input tokens? limit exceeded|range of input length|(?:输入|上下文|提示词).{0,12}(?:过长|超长|超出|超过)/;

export const contextLength = failureClass({
  id: 'request/context-length',
  text: {
    title: {
      en: 'The request is longer than the context window of this model here ({status}: {said})',
      zh: '请求超过了这里该模型的上下文窗口（{status}：{said}）',
    },
    why: {
      en: 'The window that the gateway allows is smaller than the client believes; even the tools and instructions of a first request may exceed it.',
      zh: '网关允许的窗口比客户端以为的小，有时仅首个请求的工具和指令就超了。',
    },
    advice: {
      en: 'Choose a model with a larger window, or tell the client how large this one is.',
      zh: '换窗口更大的模型，或告诉客户端实际大小。',
    },
    ofClient: {
      'claude-code': {
        advice: { en: 'For Claude Code: CLAUDE_CODE_AUTO_COMPACT_WINDOW.', zh: 'Claude Code 用 CLAUDE_CODE_AUTO_COMPACT_WINDOW。' },
      },
      codex: { advice: { en: 'For Codex: model_context_window.', zh: 'Codex 用 model_context_window。' } },
    },
  },
  when: (answer) => has(answer, LONG) || hasCode(answer, '1261', 'minimax:1039'),
});

export const tooLarge = failureClass({
  id: 'request/too-large',
  text: {
    title: {
      en: 'The body of the request is too large for this gateway ({status}: {said})',
      zh: '请求体超过了网关允许的大小（{status}：{said}）',
    },
    why: {
      en: 'A web server in front of it limits the size (nginx: client_max_body_size).',
      zh: '前面的 Web 服务器限制了大小（nginx 的 client_max_body_size）。',
    },
    advice: {
      en: 'The operator must raise the limit; until then keep sessions short (/compact).',
      zh: '需要运营方调大限制；在此之前尽量保持会话简短（/compact）。',
    },
    ofClient: {
      'claude-code': {
        why: {
          en: 'The first request of Claude Code has 50 to 100 KB, long sessions several MB.',
          zh: 'Claude Code 的首个请求就有 50 到 100 KB，长会话可达数 MB。',
        },
      },
    },
  },
  when: (answer) =>
    answer.status === 413 ||
    has(
      answer,
      /request_too_large|request entity too large|payload too large|(?:request )?body (?:is )?(?:too large|exceed)|content too large|请求体过大/,
    ),
});

const MODERATED =
  /data_inspection_failed|inappropriate content|content_(?:policy|filter)|contentfilter|sensitive_words?|responsibleai|invalid_prompt|cyber_policy|content.{0,12}(?:flagged|moderat)|(?:敏感|违规|不当|不合规).{0,6}(?:内容|词|信息)|(?:内容|输入).{0,10}(?:敏感|违规|不合规|安全审核|审核未通过)/;

export const moderation = failureClass({
  id: 'request/moderation',
  text: {
    title: { en: 'A content filter stopped the request ({status}: {said})', zh: '请求被内容审核拦截（{status}：{said}）' },
    why: {
      en: 'Address, key and model work. The filter of the vendor or relay dislikes something in the text; system prompt and file contents count too.',
      zh: '地址、密钥、模型都没问题，是厂商或中转站的审核不接受其中的文字，系统提示和文件内容也算在内。',
    },
    advice: {
      en: 'Try with another folder or prompt. If a single word is refused, ask the operator to relax the filter, or use another channel.',
      zh: '换个目录或提示词再试；如果连一个词都被拦，请运营方放宽审核，或换渠道。',
    },
  },
  when: (answer) => has(answer, MODERATED) || hasCode(answer, '1300', '1301', 'minimax:1026', 'minimax:1027'),
});

const UNSUPPORTED =
  /unsupported_parameter|unknown_parameter|extra_forbidden|extra inputs are not permitted|unrecognized (?:request )?(?:argument|parameter|field)|(?:unknown|unexpected|unsupported) (?:field|parameter|argument|name|keyword argument)s?\b|unsupportedparameter|additional properties|is not supported (?:with|by|for|on) (?:this|the)|parameter.{0,40}(?:is )?not supported|not a valid (?:field|parameter)|不支持.{0,8}(?:参数|字段)|(?:参数|字段).{0,24}不支持/;

export const unsupportedParameter = failureClass({
  id: 'request/unsupported-parameter',
  text: {
    title: {
      en: 'The gateway does not know a field that this client always sends ({status}: {said})',
      zh: '网关不认识这个客户端必发的字段（{status}：{said}）',
    },
    why: {
      en: 'The client sends the field with every request, so every request fails.',
      zh: '客户端每次请求都会带这个字段，所以每次都会失败。',
    },
    advice: {
      en: 'Ask the operator to update the gateway, or use another one.',
      zh: '请运营方升级网关，或换网关。',
    },
    ofClient: {
      'claude-code': {
        advice: {
          en: 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1 makes Claude Code leave newer fields out, CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING=1 changes thinking.',
          zh: 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1 让 Claude Code 去掉较新的字段，CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING=1 会改掉 thinking。',
        },
      },
    },
  },
  variants: {
    field: {
      title: { en: 'The gateway refuses the field {field} ({status}: {said})', zh: '网关不接受字段 {field}（{status}：{said}）' },
      why: {
        en: 'The client sends {field} with every request, so every request fails.',
        zh: '客户端每次请求都带 {field}，所以每次都会失败。',
      },
      advice: {
        en: 'Ask the operator to accept {field}, or use another gateway.',
        zh: '请运营方支持 {field}，或换网关。',
      },
      ofClient: {
        'claude-code': {
          advice: {
            en: 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1 makes Claude Code leave newer fields out, CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING=1 changes thinking.',
            zh: 'CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1 让 Claude Code 去掉较新的字段，CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING=1 会改掉 thinking。',
          },
        },
      },
    },
  },
  when: (answer) => has(answer, UNSUPPORTED) && !hasCode(answer, 'unsupported_value'),
  args: requestArgs,
  variant: ({ field }) => (field ? 'field' : undefined),
});

const BAD_VALUE =
  /invalid_value|unsupported_value|unsupported value|integer_(?:below|above)|(?:below|above) (?:the )?(?:minimum|maximum) value|is too large: \d|input should be|invalidparameter|invalid (?:value|parameter|argument)|are not valid: |参数(?:有误|错误|非法|不合法|无效)|must be (?:one of|less than|greater than|between)/;

export const badValue = failureClass({
  id: 'request/bad-value',
  text: {
    title: { en: 'The gateway finds the request faulty ({status}: {said})', zh: '网关认为请求有误（{status}：{said}）' },
    why: {
      en: 'Address and key are right; a value that the client sends is outside what this gateway accepts.',
      zh: '地址和密钥都对，是客户端发送的某个值超出了网关接受的范围。',
    },
    advice: {
      en: 'Look at what the message names; ask the operator whether the gateway supports this client version.',
      zh: '看错误里提到的内容，并问运营方是否支持这个客户端版本。',
    },
  },
  variants: {
    field: {
      title: { en: 'The gateway refuses the value of {field} ({status}: {said})', zh: '网关不接受 {field} 的值（{status}：{said}）' },
      why: {
        en: 'Address and key are right; the value that the client sends in {field} is outside what this gateway or model accepts.',
        zh: '地址和密钥都对，是客户端在 {field} 里发送的值超出了网关或模型接受的范围。',
      },
      advice: {
        en: 'Change the setting that the field comes from; of other fields ask the operator.',
        zh: '修改产生该字段的设置；其他字段请问运营方。',
      },
      ofClient: {
        'claude-code': {
          advice: {
            en: 'CLAUDE_CODE_MAX_OUTPUT_TOKENS changes max_tokens, CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING=1 thinking.',
            zh: 'CLAUDE_CODE_MAX_OUTPUT_TOKENS 改 max_tokens，CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING=1 改 thinking。',
          },
        },
        codex: { advice: { en: 'model_reasoning_effort changes the effort.', zh: 'model_reasoning_effort 改推理强度。' } },
      },
    },
  },
  when: (answer) => has(answer, BAD_VALUE) || hasCode(answer, '1210', '1213', '1214', '20015', 'minimax:2013'),
  args: requestArgs,
  variant: ({ field }) => (field ? 'field' : undefined),
});
