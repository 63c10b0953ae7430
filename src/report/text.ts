// Report → what a person reads on the terminal, in the manner of rustc: what, where, why, what to do.

import { type ClientState, obstacleOf } from '../clients/client.ts';
import type { Finding, Lang, Origin, Scope, Setting, Text } from '../model.ts';
import { sentencesOf } from '../texts.ts';
import { timingsOf } from './json.ts';
import { type Paint, widthOf, wrap } from './paint.ts';
import { type ClientReport, type Report, severities } from './report.ts';
import { type Row, rowLines } from './rows.ts';
import { sourceLines } from './source-lines.ts';
import { shortened } from './visible.ts';

const WORDS = {
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  info: { en: 'note', zh: '提示' },
  fixed: { en: 'fixed', zh: '已修复' },
  why: { en: 'why', zh: '原因' },
  advice: { en: 'what to do', zh: '处理' },
  safeFix: { en: 'channel-doctor fix repairs this', zh: 'channel-doctor fix 可以修复' },
  unprovenFix: {
    en: 'channel-doctor fix repairs this once a probe has proven it; fix --unsafe at once',
    zh: '联网探测证实后，channel-doctor fix 可以修复；fix --unsafe 可立即修复',
  },
  unsafeFix: {
    en: 'channel-doctor fix --unsafe repairs this (read the diff first)',
    zh: 'channel-doctor fix --unsafe 可以修复（请先看差异）',
  },
  more: { en: 'more: channel-doctor explain {id}', zh: '详细说明：channel-doctor explain {id}' },
  notInstalled: { en: 'not installed', zh: '未安装' },
  unknownVersion: { en: 'version unknown', zh: '版本未知' },
  assumed: { en: ' (judged as {version})', zh: '（按 {version} 判断）' },
  noChannel: { en: 'no channel is configured', zh: '没有配置渠道' },
  unread: { en: 'its configuration cannot be read', zh: '配置文件无法读取' },
  baseUrl: { en: 'base URL', zh: 'Base URL' },
  key: { en: 'key', zh: '密钥' },
  model: { en: 'model', zh: '模型' },
  stopped: { en: 'does not start with this configuration', zh: '用这份配置无法启动' },
  works: { en: 'works', zh: '可用' },
  fails: { en: 'fails', zh: '不可用' },
  roundabout: { en: 'works only in a roundabout way', zh: '只能绕路工作' },
  inconclusive: { en: 'inconclusive', zh: '无法确定' },
  saidItself: { en: 'says the client itself', zh: '由客户端亲自验证' },
  notSent: { en: 'no request was sent', zh: '没有发送请求' },
  firstToken: { en: 'first token after {ms} ms', zh: '首字延迟 {ms} ms' },
  official: { en: 'the vendor’s own API', zh: '官方 API' },
  shadows: { en: 'overrides {value}', zh: '覆盖了 {value}' },
  allWell: { en: 'Everything works.', zh: '一切正常。' },
  nothingFound: {
    en: 'No client was found: neither codex nor claude is on PATH, and no configuration of theirs exists. To set one up: channel-doctor init',
    zh: '没有找到任何客户端：PATH 里没有 codex 或 claude，也没有它们的配置。要开始设置，请运行：channel-doctor init',
  },
  setUp: { en: 'To set a channel up: channel-doctor init', zh: '要设置渠道，请运行：channel-doctor init' },
  errors: { en: '{n} errors', zh: '{n} 个错误' },
  oneError: { en: '{n} error', zh: '{n} 个错误' },
  warnings: { en: '{n} warnings', zh: '{n} 个警告' },
  oneWarning: { en: '{n} warning', zh: '{n} 个警告' },
  infos: { en: '{n} notes', zh: '{n} 条提示' },
  oneInfo: { en: '{n} note', zh: '{n} 条提示' },
  repaired: { en: '{n} repaired', zh: '已修复 {n} 项' },
  colon: { en: ': ', zh: '：' },
  comma: { en: ', ', zh: '，' },
} satisfies Record<string, Text>;

type Word = keyof typeof WORDS;
const word = (name: Word, lang: Lang, args: Record<string, string | number> = {}): string =>
  WORDS[name][lang].replace(/\{(\w+)\}/g, (hole, key: string) => String(args[key] ?? hole));

export interface TextOptions {
  readonly lang: Lang;
  readonly paint: Paint;
  readonly home: string;
  readonly quiet: boolean;
  /** Hides every credential: a line must not be cut before that, or a part of a key would pass for something else. */
  readonly masked: (text: string) => string;
}

export const tilde = (path: string, home: string): string =>
  path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;

const SCOPES: Readonly<Record<Scope, string>> = {
  managed: '托管',
  flag: '命令行',
  local: '本地',
  project: '项目',
  profile: 'profile',
  user: '用户',
  system: '系统',
  global: '全局',
  login: '登录',
  dotenv: '.env',
  env: '环境变量',
  'start-up': '启动文件',
  default: '默认值',
};
export const scopeName = (scope: Scope, lang: Lang): string => (lang === 'zh' ? SCOPES[scope] : scope);

export function whereOf(origin: Origin, home: string, lang: Lang): string {
  if (origin.env && !origin.file) return `$${origin.env}`;
  if (!origin.file) return scopeName(origin.scope, lang);
  const line = origin.line === undefined ? '' : `:${origin.line}${origin.column === undefined ? '' : `:${origin.column}`}`;
  return `${tilde(origin.file, home)}${line}`;
}

const LABEL: Readonly<Record<Finding['severity'], Word>> = { error: 'error', warning: 'warning', info: 'info' };

function headline(finding: Finding, title: string, { lang, paint }: TextOptions): string[] {
  const paintIt = { error: paint.red, warning: paint.yellow, info: paint.blue }[finding.severity];
  const label = word(finding.applied ? 'fixed' : LABEL[finding.severity], lang);
  const id = `[${finding.id}]`;
  const [first = '', ...rest] = wrap(`${label}${id} ${title}`, paint.columns - 2);
  const painted = `${(finding.applied ? paint.green : paintIt)(label)}${id}`;
  return [`${paint.bold(painted)}${first.slice(label.length + id.length)}`, ...rest.map((line) => `  ${line}`)];
}

function labelled(label: string, text: string, { lang, paint }: TextOptions): string[] {
  const indent = '  ';
  const lead = `${label}${word('colon', lang)}`;
  const lines = wrap(lead + text, paint.columns - indent.length);
  return lines.map((line, index) => (index === 0 ? `${indent}${paint.bold(label)}${line.slice(label.length)}` : `${indent}${line}`));
}

/** What `probe` judges was given by flags: no file holds it, and it asks for no installed client. */
const isOfThisMachine = ({ command }: Pick<Report, 'command'>): boolean => command !== 'probe';

function findingText(finding: Finding, report: Report, options: TextOptions): string {
  const { lang, paint, home } = options;
  const said = sentencesOf(finding, lang);
  const [title, why, advice] = [said.title, said.why, said.advice].map((text) =>
    shortened(options.masked(text.replaceAll(`${home}/`, '~/'))),
  ) as [string, string, string];
  const lines = headline(finding, title, options);
  if (finding.origin && isOfThisMachine(report)) {
    const arrow = paint.unicode ? '→' : '-->';
    const where = `  ${arrow} ${whereOf(finding.origin, home, lang)}`;
    const key = shortened(options.masked(finding.origin.key ?? ''));
    const isShort = widthOf(where) + widthOf(key) + 2 <= paint.columns;
    lines.push(`  ${paint.dim(arrow)}${where.slice(2 + arrow.length)}${key !== '' && isShort ? paint.dim(`  ${key}`) : ''}`);
    if (key !== '' && !isShort) lines.push(`${' '.repeat(3 + arrow.length)}${paint.dim(key)}`);
    const document = report.clients.flatMap(({ state }) => state.layers).find(({ file }) => file === finding.origin?.file)?.document;
    if (!paint.plain && !finding.applied)
      lines.push(...sourceLines(finding.origin, document ?? undefined, options).map((line) => `  ${line}`));
  }
  if (finding.applied) return lines.join('\n');
  lines.push(...labelled(word('why', lang), why, options), ...labelled(word('advice', lang), advice, options));
  if (finding.fix && finding.fix.edits.length > 0) {
    const offer: Word = finding.fix.unproven ? 'unprovenFix' : finding.fix.safety === 'safe' ? 'safeFix' : 'unsafeFix';
    lines.push(...wrap(word(offer, lang), paint.columns - 2).map((line) => `  ${paint.green(line)}`));
  }
  lines.push(...wrap(word('more', lang, { id: finding.id }), paint.columns - 2).map((line) => `  ${paint.dim(line)}`));
  return lines.join('\n');
}

function settingRow(label: Word, setting: Setting<unknown> | null, fallback: string, { lang, home, masked }: TextOptions): Row {
  const value = setting ? String(setting.value) : fallback;
  const oneLine = masked(value).replace(/[\n\t]/g, (found) => (found === '\n' ? '\\n' : '\\t'));
  return { label: word(label, lang), value: shortened(oneLine), where: setting ? whereOf(setting.origin, home, lang) : '' };
}

function verdictText(report: ClientReport, options: TextOptions): string {
  const arbiter = report.evidence?.arbiter;
  const asked = arbiter && arbiter.ok !== null;
  return verdictOf(report, options) + (asked ? options.paint.dim(`${word('comma', options.lang)}${word('saidItself', options.lang)}`) : '');
}

function verdictOf({ evidence }: ClientReport, { lang, paint }: TextOptions): string {
  const probed = evidence?.faithful;
  if (!probed) return paint.dim(word('notSent', lang));
  const { ok, failure, healed } = probed.outcome;
  if (healed) return paint.yellow(`${word('roundabout', lang)}${word('colon', lang)}${failure?.id ?? ''}`);
  if (ok === false) return paint.red(`${word('fails', lang)}${word('colon', lang)}${failure?.id ?? ''}`);
  if (ok === null) return paint.yellow(word('inconclusive', lang));
  const ttftMs = evidence.arbiter?.ok === true ? null : timingsOf(probed).ttftMs;
  return (
    paint.green(word('works', lang)) +
    (ttftMs === null ? '' : paint.dim(`${word('comma', lang)}${word('firstToken', lang, { ms: Math.round(ttftMs) })}`))
  );
}

const MAY_NAME_A_CHANNEL: ReadonlySet<Scope> = new Set(['managed', 'local', 'project', 'profile', 'user', 'system']);

/** A file that would decide is there, and nothing could be taken from it. */
const isUnread = ({ layers }: ClientState): boolean =>
  obstacleOf({ layers }) !== null ||
  layers.some(
    ({ scope, fact, document }) =>
      MAY_NAME_A_CHANNEL.has(scope) && fact.state !== 'absent' && (fact.state !== 'file' || (document?.problems.length ?? 0) > 0),
  );

/** The client checks its configuration before anything else; which address it would take then is idle. */
export const refusesToStart = (state: ClientState): boolean => state.id === 'codex' && state.stops.length > 0;

/** Name and version, and what was said about the whole. */
export function clientHeading(state: ClientState, { lang, paint }: Pick<TextOptions, 'lang' | 'paint'>, verdict = ''): string {
  const { installed, channel } = state;
  const version = installed ? (installed.version ?? word('unknownVersion', lang)) : word('notInstalled', lang);
  const judged = state.versionBasis === 'installed' ? '' : word('assumed', lang, { version: state.version });
  const unknown = paint.dim(word(isUnread(state) ? 'unread' : 'noChannel', lang));
  const said = channel ? (refusesToStart(state) ? paint.red(word('stopped', lang)) : verdict) : unknown;
  const name = `${paint.bold(state.client.name)} ${version}${paint.dim(judged)}`;
  if (said === '') return name;
  const line = name + word('colon', lang) + said;
  return widthOf(line) <= paint.columns ? line : `${name}\n  ${said}`;
}

function settingRows(state: ClientState, options: TextOptions): Row[] {
  const { channel } = state;
  if (!channel) return [];
  return [
    settingRow('baseUrl', channel.baseUrl, refusesToStart(state) ? '—' : word('official', options.lang), options),
    settingRow('key', channel.credential?.setting ?? null, '—', options),
    settingRow('model', channel.model, '—', options),
  ];
}

export function clientText(report: ClientReport, options: TextOptions): string {
  const { lang, paint } = options;
  const { state } = report;
  const lines = [clientHeading(state, options, report.evidence === null ? '' : verdictText(report, options))];
  lines.push(...rowLines(settingRows(state, options), paint, word('colon', lang)));
  return lines.join('\n');
}

/** The same for a channel that flags describe, of which no value stands anywhere. */
function givenText({ state, evidence }: ClientReport, options: TextOptions): string {
  const { lang, paint } = options;
  const name = paint.bold(state.client.name);
  const verdict = evidence === null ? '' : word('colon', lang) + verdictText({ state, evidence }, options);
  const rows = settingRows(state, options).map((row) => ({ ...row, where: '' }));
  return [name + verdict, ...rowLines(rows, paint, word('colon', lang))].join('\n');
}

function summaryText({ errors, warnings, infos, fixed }: ReturnType<typeof severities>, lang: Lang): string {
  // Chinese knows no plural. Intl.PluralRules would load ICU's data for these four words.
  const isOne = (n: number): boolean => lang === 'en' && n === 1;
  const parts = [
    word(isOne(errors) ? 'oneError' : 'errors', lang, { n: errors }),
    word(isOne(warnings) ? 'oneWarning' : 'warnings', lang, { n: warnings }),
    word(isOne(infos) ? 'oneInfo' : 'infos', lang, { n: infos }),
    ...(fixed > 0 ? [word('repaired', lang, { n: fixed })] : []),
  ];
  return parts.join(word('comma', lang));
}

export function reportText(report: Report, options: TextOptions): string {
  const { lang, paint, quiet } = options;
  if (report.clients.length === 0 && report.findings.length === 0) return `${wrap(word('nothingFound', lang), paint.columns).join('\n')}\n`;
  const shown = quiet ? report.findings.filter(({ severity }) => severity === 'error') : report.findings;
  const order = ['error', 'warning', 'info'];
  const sorted = [...shown].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  const blocks = quiet ? [] : report.clients.map((client) => (isOfThisMachine(report) ? clientText : givenText)(client, options));
  blocks.push(...sorted.map((finding) => findingText(finding, report, options)));
  const counts = severities(report.findings);
  const healthy = report.findings.length === 0 && report.clients.every(({ evidence }) => evidence?.faithful?.outcome.ok === true);
  if (healthy) blocks.push(paint.green(word('allWell', lang)));
  else if (report.findings.length > 0) blocks.push(summaryText(counts, lang));
  else if (!quiet && report.command === 'check' && report.clients.every(({ state }) => state.channel === null))
    blocks.push(word('setUp', lang));
  return `${blocks.join('\n\n')}\n`;
}
