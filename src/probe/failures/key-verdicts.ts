// What a refusal that does not say why turns out to be, once other keys were tried beside the user's own.

import type { RuleText } from '../../rules/rule.ts';

export const ALIKE: RuleText = {
  title: {
    en: '{host} refuses every request alike, whatever the key ({status}: {said})',
    zh: '{host} 一概拒绝，与密钥无关（{status}：{said}）',
  },
  why: {
    en: 'Most likely the gateway does not get as far as the key: it reads it from another header, lets in certain addresses or programs only, or does not serve this path.',
    zh: '多半是网关还没走到检查密钥这一步：它可能读的是别的请求头，只放行特定的 IP 或客户端，或者不提供这个路径。',
  },
  advice: {
    en: 'Compare base URL and header with the documentation of {host}, and ask its operator whether your address and client are let in. With --with-client the installed client tries for itself.',
    zh: '对照 {host} 的文档检查 Base URL 和认证头，并向运营方确认是否限制了 IP 或客户端。加上 --with-client 可以让已安装的客户端自己试一次。',
  },
};

export const KNOWN: RuleText = {
  title: { en: '{host} knows this key and does not let it in ({status}: {said})', zh: '{host} 认得这个密钥，但不放行（{status}：{said}）' },
  why: {
    en: 'Something that belongs to the key forbids the request: its models, group, plan or balance, or a list of addresses.',
    zh: '是密钥自身的设置不允许这个请求：模型范围、分组、套餐、余额或 IP 白名单。',
  },
  advice: {
    en: 'Look the key up in the console of {host}: models, group, plan, balance, addresses.',
    zh: '到 {host} 的控制台查看这个密钥的模型范围、分组、套餐、余额和 IP 白名单。',
  },
};
