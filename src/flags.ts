// Every flag: its shape and its sentence. Help, completion and parsing are made from this table.

import { parseArgs } from 'node:util';

import { usageError } from './errors.ts';
import { suggestion } from './i18n/index.ts';
import type { Text } from './model.ts';
import { nearestName } from './rules/nearest-name.ts';

export interface FlagSpec {
  readonly short?: string;
  /** The placeholder of its value; absent for a switch. */
  readonly value?: string;
  readonly text: Text;
}

export const FLAGS = {
  client: { value: 'ID[,ID]', text: { en: 'codex, claude-code; by default those found', zh: 'codex、claude-code；默认为已找到的客户端' } },
  json: { text: { en: 'one JSON document on stdout', zh: '在标准输出打印一份 JSON 文档' } },
  lang: { value: 'en|zh', text: { en: 'language of the output', zh: '输出语言' } },
  'no-color': { text: { en: 'no colours', zh: '不使用颜色' } },
  quiet: { text: { en: 'errors only', zh: '只显示错误' } },
  verbose: { text: { en: 'every probe with its redacted request and response', zh: '显示每次探测的请求与响应（已脱敏）' } },
  unsafe: { text: { en: 'also apply fixes that need a decision', zh: '同时应用需要取舍的修复' } },
  'trust-project': {
    text: { en: 'let probes send the key where a project file points', zh: '允许把密钥发往项目文件指定的地址' },
  },
  yes: { short: 'y', text: { en: 'answer every confirmation with yes', zh: '对所有确认回答“是”' } },
  'dry-run': { text: { en: 'show what would be written or sent, do neither', zh: '只显示将要写入或发送的内容，不实际执行' } },
  offline: { text: { en: 'no network at all', zh: '完全不使用网络' } },
  'with-client': {
    text: {
      en: 'let the installed client itself make the request, isolated from your home',
      zh: '让已安装的客户端亲自发出请求（与你的主目录隔离）',
    },
  },
  'run-helpers': { text: { en: 'run the key helpers that your own files name', zh: '运行你自己的配置里指定的密钥命令' } },
  timeout: {
    value: 'MS',
    text: { en: 'for one probe, connect to last byte (default 30000)', zh: '单次探测的时限，从连接到最后一个字节（默认 30000 ms）' },
  },
  cwd: { value: 'DIR', text: { en: 'the project folder to look at', zh: '要检查的项目目录' } },
  check: { text: { en: 'write nothing; exit 5 when something would change', zh: '不写入；若有内容会改变则以 5 退出' } },
  env: { text: { en: 'print the exports for the current shell', zh: '打印适用于当前 shell 的环境变量设置' } },
  off: { text: { en: 'back to the vendor’s own login', zh: '恢复为官方登录' } },
  plain: { text: { en: 'no drawing, for screen readers', zh: '不画线条，便于读屏软件' } },
  list: { text: { en: 'list all', zh: '列出全部' } },
  reveal: { text: { en: 'show values unmasked (only on a terminal)', zh: '显示未脱敏的值（仅限终端）' } },
  provider: { value: 'ID', text: { en: 'a provider template', zh: '服务商模板' } },
  template: { value: 'FILE', text: { en: 'your own provider template', zh: '你自己的服务商模板文件' } },
  'base-url': { short: 'u', value: 'URL', text: { en: 'the gateway’s address, in any shape', zh: '网关地址，随便什么写法都行' } },
  model: {
    short: 'm',
    value: 'M',
    text: { en: 'the model; codex=M,claude-code=N for different ones', zh: '模型；不同客户端可写 codex=M,claude-code=N' },
  },
  'small-model': { value: 'M', text: { en: 'the small, fast model', zh: '小模型（快速模型）' } },
  wire: {
    value: 'API',
    text: { en: 'anthropic-messages, openai-responses or openai-chat', zh: 'anthropic-messages、openai-responses 或 openai-chat' },
  },
  name: { value: 'NAME', text: { en: 'the channel’s name', zh: '渠道名称' } },
  scope: { value: 'SCOPE', text: { en: 'user (default), project or local', zh: 'user（默认）、project 或 local' } },
  'no-verify': { text: { en: 'write although the validation failed or was not possible', zh: '即使验证失败或无法验证也写入' } },
  'key-stdin': { text: { en: 'read the key from standard input', zh: '从标准输入读取密钥' } },
  'key-env': { value: 'NAME', text: { en: 'take the key from this variable', zh: '从该环境变量读取密钥' } },
  'key-file': { value: 'FILE', text: { en: 'read the key from a file', zh: '从文件读取密钥' } },
  'key-command': { value: 'CMD', text: { en: 'take the key from what a command prints', zh: '运行命令并把输出作为密钥' } },
  key: {
    short: 'k',
    value: 'KEY',
    text: { en: 'the key itself (visible in the shell history and in ps)', zh: '直接写密钥（会留在 shell 历史和进程列表里）' },
  },
  runs: { value: 'N', text: { en: 'rounds of every load (default 3; --quick 1)', zh: '每种负载的轮数（默认 3；--quick 为 1）' } },
  quick: { text: { en: 'one short round, no further input sizes', zh: '只做一轮短测，不测其他输入长度' } },
  tokens: {
    value: 'N[,M]',
    text: {
      en: 'input tokens of the long load (default 4000), output tokens of the other (default 512)',
      zh: '长输入的 token 数（默认 4000），以及长输出的 token 数（默认 512）',
    },
  },
  'prompt-file': { value: 'FILE', text: { en: 'your own text as the long input', zh: '用你自己的文本作为长输入' } },
  budget: { value: 'MS', text: { en: 'time for a whole answer; exit 4 when missed', zh: '完整回答的时间预算；超出则以 4 退出' } },
  'expect-tokens': { value: 'N', text: { en: 'output tokens of that answer (default 100)', zh: '预算中回答的 token 数（默认 100）' } },
  'max-ttft': { value: 'MS', text: { en: 'limit of the first token; exit 4 when missed', zh: '首字延迟上限；超出则以 4 退出' } },
  'max-tpot': {
    value: 'MS',
    text: { en: 'limit of the time per output token; exit 4 when missed', zh: '每个输出 token 耗时上限；超出则以 4 退出' },
  },
  thresholds: {
    value: 'LIST',
    text: {
      en: 'other bands and alerts, as bands=100/300/1000,ttft=1000/2000,tpot=100/200',
      zh: '自定义分档与告警，如 bands=100/300/1000,ttft=1000/2000,tpot=100/200',
    },
  },
  ramp: { value: 'N', text: { en: 'also 1, 2, 4 … N requests at once (spends quota)', zh: '另测 1、2、4……N 个并发请求（消耗额度）' } },
  channel: { value: 'A[,B]', text: { en: 'saved channels, side by side', zh: '已保存的渠道，并排比较' } },
  log: {
    value: 'FILE',
    text: { en: 'judge the timings that a client recorded (- for stdin)', zh: '分析客户端记录的耗时日志（- 表示标准输入）' },
  },
  dify: { value: 'URL', text: { en: 'measure a Dify application; its key by --key-…', zh: '测量 Dify 应用；其密钥用 --key-… 给出' } },
  'dify-key-env': {
    value: 'NAME',
    text: { en: 'the Dify key’s variable where --key-… is the model channel’s', zh: '当 --key-… 用于模型渠道时，Dify 密钥所在的环境变量' },
  },
  'dify-config': {
    value: 'FILE',
    text: { en: 'comment a Dify .env or dify_config.yaml against the verdict', zh: '对照结论点评 Dify 的 .env 或 dify_config.yaml' },
  },
  html: { value: 'FILE', text: { en: 'also write one self-contained page', zh: '另写一个独立的 HTML 页面' } },
  openmetrics: {
    value: 'FILE',
    text: { en: 'also write metrics for a text-file collector', zh: '另写供文本采集器读取的 OpenMetrics 指标' },
  },
  watch: {
    value: 'SECONDS',
    text: { en: 'measure again and again; ends with 4 when a limit is missed', zh: '按间隔反复测量；超出限值时以 4 退出' },
  },
  help: { short: 'h', text: { en: 'this help', zh: '显示帮助' } },
  version: { short: 'V', text: { en: 'the version', zh: '显示版本' } },
} as const satisfies Readonly<Record<string, FlagSpec>>;

export type FlagName = keyof typeof FLAGS;

export const SHARED: readonly FlagName[] = [
  'client',
  'json',
  'lang',
  'no-color',
  'quiet',
  'verbose',
  'unsafe',
  'trust-project',
  'yes',
  'dry-run',
  'offline',
  'with-client',
  'run-helpers',
  'timeout',
  'cwd',
  'check',
  'help',
  'version',
];
export const KEY: readonly FlagName[] = ['key-stdin', 'key-env', 'key-file', 'key-command', 'key'];
export const CHANNEL: readonly FlagName[] = ['provider', 'template', 'base-url', 'model', 'small-model', 'wire', 'name', ...KEY];

/** What was given on the command line, by flag name. */
export interface Given {
  readonly flags: Readonly<Partial<Record<FlagName, string | boolean>>>;
  readonly positionals: readonly string[];
  /** Words behind `--`, of a command that passes them on. */
  readonly passed?: readonly string[];
}

const specOf = (name: FlagName): FlagSpec => FLAGS[name];

const UNKNOWN = {
  en: 'There is no flag {flag} here{near}. See: channel-doctor {command}--help',
  zh: '没有 {flag} 这个参数{near}。请看：channel-doctor {command}--help',
};
const NEEDS_VALUE = { en: '{flag} needs a value: {flag} {value}', zh: '{flag} 需要一个值：{flag} {value}' };
const NO_VALUE = { en: '{flag} takes no value', zh: '{flag} 不带值' };

function unknownFlag(name: string, flag: string, known: readonly FlagName[], command: string): Error {
  const close = nearestName(name, known, 2);
  return usageError(UNKNOWN, { flag: flag.slice(0, 60), near: suggestion(close && `--${close}`), command: command ? `${command} ` : '' });
}

/**
 * Splits argv by the flags a command knows; one that passes words on gets those behind `--` as they are.
 * @throws UserError (exit 2) for anything else.
 */
export function parseFlags(words: readonly string[], known: readonly FlagName[], command: string, passesOn = false): Given {
  const end = passesOn ? words.indexOf('--') : -1;
  const argv = end === -1 ? words : words.slice(0, end);
  const options = Object.fromEntries(
    known.map((name) => {
      const { short, value } = specOf(name);
      return [name, { type: value ? ('string' as const) : ('boolean' as const), ...(short ? { short } : {}) }];
    }),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const flags: Partial<Record<FlagName, string | boolean>> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const name = known.find((flag) => flag === token.name);
    const flag = token.rawName;
    if (!name) throw unknownFlag(token.name, flag, known, command);
    const { value } = specOf(name);
    const needsValue = value !== undefined;
    const looksLikeFlag = typeof token.value === 'string' && !token.inlineValue && /^--?[a-z]/i.test(token.value) && name !== 'key';
    if (needsValue && (token.value === undefined || looksLikeFlag)) throw usageError(NEEDS_VALUE, { flag, value: value ?? '' });
    if (!needsValue && token.value !== undefined) throw usageError(NO_VALUE, { flag });
    flags[name] = token.value ?? true;
  }
  return { flags, positionals, ...(passesOn ? { passed: end === -1 ? [] : words.slice(end + 1) } : {}) };
}
