// The model is not there under this name, or not for this key.

import type { Args } from '../../model.ts';
import type { Trace } from '../../wire/types.ts';
import { nearest, sameModel } from '../nearest.ts';
import type { Failure } from '../types.ts';
import { type Answer, has, hasCode } from './answer.ts';
import { isComplete } from './complete.ts';
import { type FailureContext, failureClass, secretsIn } from './failure.ts';
import { safeText } from './safe-text.ts';

const MAX_NEAREST = 3;
const MAX_LISTED = 5;

function nearestArgs(model: string, ids: readonly string[] | null | undefined): Args {
  const show = (list: readonly string[]): string => list.map((id) => safeText(id, [], 60)).join(', ');
  return {
    nearest: show(nearest(model, ids ?? [], MAX_NEAREST)),
    listed: show((ids ?? []).filter((id) => id !== model).slice(0, MAX_LISTED)),
    isListed: ids?.includes(model) ? 'yes' : '',
  };
}

const modelArgs = (_: Answer, trace: Trace, context: FailureContext): Args => {
  const model = context.model ?? trace.request.model ?? '';
  return { model: safeText(model, secretsIn(trace, context), 80) || '-', ...nearestArgs(model, context.models) };
};

const byList = ({ nearest: near, listed, isListed }: Args): string | undefined =>
  isListed ? 'is-listed' : near ? 'nearest' : listed ? 'listed' : undefined;

/** The same failure once the gateway's list is known. */
export function withNearestModels(failure: Failure, model: string, ids: readonly string[]): Failure {
  const args = { ...failure.args, ...nearestArgs(model, ids) };
  const variant = failure.id === 'model/not-found' || failure.id === 'model/no-channel' ? byList(args) : failure.variant;
  return { id: failure.id, severity: failure.severity, args, ...(variant ? { variant } : {}) };
}

const EMPTY_MODEL =
  /模型 *无可用渠道|for model (?:in|under) group|未指定模型|模型名称不能为空|model=none\b|provide a model|no models? (?:provided|specified)|model(?: name)? (?:is |was )?(?:required|missing|not specified|must be specified)|model: field required|field 'model' is required|missing.{0,20}['"`]?model['"`]?(?: parameter| field)?$|(?:missing|required).{0,16}parameter.{0,6}model\b/m;
const NO_CHANNEL =
  /无可用渠道|没有可用(?:的)?(?:渠道|账号|账户)|no available channels?|no available (?:\w+ )?accounts?|no (?:available|healthy|active) (?:provider|upstream|deployment|model provider|endpoint)s?|no deployments? available|get_channel_failed|there is no available model provider|accounts? support the requested model|暂无可用(?:渠道|账号)/;

export const noChannelEmpty = failureClass({
  id: 'model/no-channel-empty',
  text: {
    title: { en: '{host} saw no model name in the request ({status}: {said})', zh: '{host} 没有从请求里读到模型名（{status}：{said}）' },
    why: {
      en: 'The model id is not the problem: the relay could not read the body (compressed, other content type, other protocol than this path expects), or the client sent none.',
      zh: '问题不在模型名：中转站读不出请求体（被压缩、类型不对、与该路径的协议不符），或者客户端没有带模型名。',
    },
    advice: {
      en: 'Check the path in the base URL. Set a model if none is set.',
      zh: '检查 Base URL 的路径；没有设置模型的话请设置。',
    },
    ofClient: {
      codex: {
        advice: {
          en: 'For Codex, try [features] enable_request_compression = false.',
          zh: 'Codex 可以试试 [features] enable_request_compression = false。',
        },
      },
    },
  },
  when: (answer) => has(answer, EMPTY_MODEL),
  args: modelArgs,
});

export const noChannel = failureClass({
  id: 'model/no-channel',
  text: {
    title: {
      en: '{host} has no channel for the model {model} ({status}: {said})',
      zh: '{host} 没有模型 {model} 的可用渠道（{status}：{said}）',
    },
    why: {
      en: 'The relay has no upstream for this model in the group of your key: the name is spelt otherwise there, the key belongs to another group, or all its upstreams are switched off.',
      zh: '中转站在你的密钥所属分组里没有提供这个模型的上游：模型名写法不同、密钥属于别的分组，或者上游全部停用。',
    },
    // To the clients it is a 503.
    ofClient: {
      'claude-code': {
        why: {
          en: 'Claude Code calls it a server problem and retries for three minutes.',
          zh: 'Claude Code 会把它当成服务器问题，重试三分钟。',
        },
      },
      codex: {
        why: { en: 'Codex repeats the request for half a minute before it shows this.', zh: 'Codex 会重试半分钟才显示这个错误。' },
      },
    },
    advice: {
      en: 'Choose a model that the console of {host} lists for the group of this key, or change the group of the key.',
      zh: '到 {host} 的控制台，选密钥所属分组里有的模型，或更换密钥的分组。',
    },
  },
  variants: {
    nearest: {
      title: {
        en: '{host} has no channel for the model {model}; it lists {nearest}',
        zh: '{host} 没有模型 {model} 的可用渠道，相近的有 {nearest}',
      },
      advice: { en: 'Use one of these names: {nearest}.', zh: '改用其中一个：{nearest}。' },
    },
    listed: {
      title: {
        en: '{host} has no channel for the model {model}; it lists {listed}',
        zh: '{host} 没有模型 {model} 的可用渠道，可用的有 {listed}',
      },
      advice: {
        en: 'Use a model that it lists ({listed}), or change the group of the key in the console of {host}.',
        zh: '改用列表里的模型（{listed}），或到 {host} 的控制台更换密钥的分组。',
      },
    },
    'is-listed': {
      title: {
        en: '{host} lists the model {model} and has no channel for it now ({status}: {said})',
        zh: '{host} 的列表里有 {model}，但现在没有可用渠道（{status}：{said}）',
      },
      why: {
        en: 'The name is right. All upstreams of this model in the group of your key are switched off or used up.',
        zh: '模型名没错。密钥所属分组里这个模型的上游全部停用或耗尽了。',
      },
      advice: {
        en: 'Try again later, use another model, or tell the operator of {host}.',
        zh: '稍后再试、换一个模型，或联系 {host} 的运营方。',
      },
    },
  },
  when: (answer) => has(answer, NO_CHANNEL),
  args: modelArgs,
  variant: byList,
});

const NOT_FOUND =
  /model[ _]not[ _](?:found|exist|available|supported)|models?\b[^\n]{0,80}\b(?:does not exist|doesn't exist|not exist|not found|is unknown|is not (?:available|supported|served|a valid model)|no longer (?:available|supported|served)|has been (?:retired|removed|discontinued)|unavailable)|supported (?:api )?models?(?: names?)? (?:are|is)\b|model (?:identifier|id|name)s? (?:\S+ )?is (?:invalid|not valid|unknown)|unknown model|no such model|(?:invalid|unsupported|unrecognized) model|not found the model|no (?:endpoints?|routes?) found (?:for|matching)|is not a valid model|requested model is not|llm provider not provided|模型.{0,40}(?:不存在|未找到|找不到|不支持|无效|已下线|已停用|已弃用)|(?:不支持|不存在|未找到|找不到|没有找到|未知|无效的?).{0,6}模型|deploymentnotfound|invalidendpoint|model_not_found|invalid_model/;
const NAMES_MODEL = /^model[:\s]+['"`]?[\w.:/@[\]-]+['"`]?$/m;

export const notFound = failureClass({
  id: 'model/not-found',
  text: {
    title: { en: '{host} does not know the model {model} ({status}: {said})', zh: '{host} 没有模型 {model}（{status}：{said}）' },
    why: {
      en: 'Address and key are right; the gateway serves no model of this name. Names differ between providers in case, vendor prefix, dots and date; [1m] and labels like (free) are not part of an id.',
      zh: '地址和密钥都对，只是网关没有叫这个名字的模型。各家的模型名在大小写、厂商前缀、点号和日期上都可能不同；[1m] 和 (free) 这类标签不属于模型名。',
    },
    advice: { en: "Take the exact id from the provider's model list.", zh: '从服务商的模型列表里复制准确的模型名。' },
  },
  variants: {
    nearest: {
      title: {
        en: '{host} does not know the model {model}; nearest in its list: {nearest}',
        zh: '{host} 没有模型 {model}，列表里最接近的是 {nearest}',
      },
      advice: { en: 'Set the model to one of these: {nearest}.', zh: '把模型改成其中一个：{nearest}。' },
    },
    listed: {
      title: { en: '{host} does not know the model {model}; it lists {listed}', zh: '{host} 没有模型 {model}，它提供 {listed}' },
      advice: { en: 'Set the model to one that it lists: {listed}.', zh: '把模型改成它列出的：{listed}。' },
    },
    'is-listed': {
      title: {
        en: '{host} lists the model {model} and refuses it ({status}: {said})',
        zh: '{host} 的列表里有 {model}，却拒绝使用（{status}：{said}）',
      },
      why: {
        en: 'The list is the same for everybody: this key, its group or its plan does not get the model, or the upstream dropped it.',
        zh: '列表对所有人都一样：这个密钥、分组或套餐用不了它，或者上游已经下线。',
      },
      advice: {
        en: 'Use another model, or ask the operator of {host} what this key may use.',
        zh: '换一个模型，或问 {host} 的运营方这个密钥能用哪些。',
      },
    },
  },
  when: (answer) =>
    hasCode(answer, '1211', '1212', '1221', '1222', '20012', 'model_not_found', 'invalid_model') ||
    has(answer, NOT_FOUND) ||
    (has(answer, NAMES_MODEL) && (answer.effective === 404 || hasCode(answer, 'not_found_error'))),
  args: modelArgs,
  variant: byList,
});

const answeredBy = ({ reading }: Trace): string => reading?.model ?? '';

/** An alias that stands for whatever is newest. */
const IS_ALIAS = /(?:^|[-/:])(?:latest|auto|default)$/i;

export const substituted = failureClass({
  id: 'model/substituted',
  severity: 'info',
  text: {
    title: { en: 'Asked was {model}, {actual} answered', zh: '请求的是 {model}，应答的是 {actual}' },
    why: {
      en: 'The gateway maps the name to another model, on purpose or as a substitute. The channel works.',
      zh: '网关把这个名字映射到了别的模型，可能是有意为之，也可能是替代。渠道可以使用。',
    },
    advice: {
      en: 'If it matters to you, ask the operator of {host} or choose the model by its own name.',
      zh: '如果在意，请问 {host} 的运营方，或直接写实际的模型名。',
    },
  },
  when: (_, trace, context) => {
    const asked = trace.request.model ?? context.model ?? '';
    const actual = answeredBy(trace);
    return isComplete(trace, context) && asked !== '' && actual !== '' && !IS_ALIAS.test(asked) && !sameModel(asked, actual);
  },
  args: (answer, trace, context) => ({
    ...modelArgs(answer, trace, context),
    actual: safeText(answeredBy(trace), secretsIn(trace, context), 80) || '-',
  }),
});
