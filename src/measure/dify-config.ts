// Settings of a Dify installation beside the verdict: what each one does, whether Dify reads it at all, and whether it would help here.

import { scanDotenv } from '../documents/dotenv/entries.ts';
import { refusal, type UserError } from '../errors.ts';
import type { Args, Text } from '../model.ts';
import { conceptOf, thresholdOf } from './dify-concepts.ts';
import { REAL_SETTINGS, type RealSetting, realSetting, streamsOf } from './dify-settings.ts';
import { type DifySetting, readSimpleYaml } from './dify-yaml.ts';
import type { ConfigComment, LatencyReport, Slow } from './types.ts';

const UNREADABLE = (reason: Text): Text => ({
  en: `{file} cannot be read as settings: ${reason.en}`,
  zh: `无法把 {file} 当作配置读取：${reason.zh}`,
});
const NOTHING: Text = {
  en: '{file} holds no setting: neither NAME=value lines as in docker/.env nor “key: value” lines as in a dify_config.yaml',
  zh: '{file} 里没有任何配置：既没有 docker/.env 那样的 NAME=value，也没有 dify_config.yaml 那样的“key: value”',
};
const NOT_A_FILE_OF_DIFY: Text = {
  en: 'Dify reads no such file: dify_config is the name of an object in its source, filled from environment variables. Nothing in here has an effect; what counts stands in docker/.env',
  zh: 'Dify 不会读取这样的文件：dify_config 是其源码里的一个对象，由环境变量填充。这里写的内容都不生效；真正有效的是 docker/.env',
};
const MOVE: Text = {
  en: 'Dify reads {name}, but from docker/.env and not from here; it would be: {what}',
  zh: 'Dify 会读取 {name}，但来自 docker/.env 而不是这里；它的作用：{what}',
};
const NO_MEANING: Text = { en: 'Dify has no setting of this kind', zh: 'Dify 没有这类设置' };
const NOT_SET: Text = { en: 'not set, so Dify takes {fallback}: {what}', zh: '未设置，Dify 取默认值 {fallback}：{what}' };
const LIMIT: Text = {
  en: 'a limit for {of} that Dify does not watch; {met} To watch it: channel-doctor measure --max-{flag} {ms}',
  zh: '{of} 的告警阈值，Dify 不会监控它；{met}要检查它，请用：channel-doctor measure --max-{flag} {ms}',
};
const MET = {
  unknown: { en: 'nothing was measured beside it.', zh: '这次没有测量可供对照。' },
  kept: { en: 'measured {got} ms, kept.', zh: '实测 {got} ms，未超过。' },
  missed: { en: 'measured {got} ms, missed.', zh: '实测 {got} ms，已超过。' },
} as const satisfies Record<string, Text>;
const AGAINST = {
  helps: { en: 'This touches what is slow here ({slow}).', zh: '与这里变慢的环节（{slow}）有关。' },
  elsewhere: { en: 'It does not touch what is slow here ({slow}).', zh: '与这里变慢的环节（{slow}）无关。' },
  fine: { en: 'Nothing is slow here.', zh: '这里没有变慢的环节。' },
} as const satisfies Record<string, Text>;
const SLOW: Readonly<Record<Slow, Text>> = {
  none: { en: 'nothing', zh: '无' },
  network: { en: 'the network', zh: '网络' },
  queue: { en: 'waiting in a queue', zh: '排队' },
  prefill: { en: 'reading the input', zh: '读取输入（prefill）' },
  decode: { en: 'writing the answer', zh: '输出（decode）' },
  thinking: { en: 'thinking', zh: '思考' },
  buffered: { en: 'a buffer in between', zh: '中途被缓冲' },
};
const TOO_LONG: Text = { en: '{file} is too long to be a configuration of Dify', zh: '{file} 过大，不像是 Dify 的配置文件' };
const MAX_CHARACTERS = 256 * 1024;
const PRIVATE = /key|secret|token$|password|passwd|credential|密钥|密码/i;
const SHOWN = 80;

type Said = { readonly text: Text; readonly args: Args };

const both = (make: (lang: 'en' | 'zh') => string): Text => ({ en: make('en'), zh: make('zh') });
const keyOf = (path: readonly string[]): string => path.join('.').replaceAll('.[', '[').slice(0, 200);
const shown = ({ path, value }: DifySetting): string =>
  path.some((name) => PRIVATE.test(name)) && !/^(\d+|true|false|)$/.test(value) ? '****' : value.slice(0, SHOWN);

/** The sentence, and beside a verdict one more about it. Arguments of the parts are filled in later, together. */
function beside(said: Said, helps: readonly Slow[], slow: Slow | null): Said {
  if (slow === null) return said;
  const against = slow === 'none' ? AGAINST.fine : helps.includes(slow) ? AGAINST.helps : AGAINST.elsewhere;
  const text = both((lang) => `${said.text[lang]}${lang === 'en' ? '. ' : '。'}${against[lang].replace('{slow}', SLOW[slow][lang])}`);
  return { text, args: said.args };
}

const within = (frame: Text, what: Text): Text => both((lang) => frame[lang].replace('{what}', what[lang]));

/** Medians of what the report's verdict is about; of a Dify run those, else of the load that shows the figure best. */
function gotOf(of: 'ttft' | 'tpot', report: LatencyReport | null): number | null {
  const loads = report?.loads ?? {};
  const order = of === 'ttft' ? [loads.dify, loads.log, loads.prefill, loads.decode] : [loads.dify, loads.log, loads.decode, loads.prefill];
  for (const load of order) {
    const spread = of === 'ttft' ? load?.ttftMs : load?.tpotMs;
    if (spread) return Math.round(spread.median * 10) / 10;
  }
  return null;
}

function aboutLimit({ path, value }: DifySetting, report: LatencyReport | null): Said | null {
  const limit = thresholdOf(path, value);
  if (!limit) return null;
  const got = gotOf(limit.of, report);
  const met = got === null ? MET.unknown : got <= limit.ms ? MET.kept : MET.missed;
  const text = both((lang) => LIMIT[lang].replace('{met}', met[lang]));
  return { text, args: { of: limit.of.toUpperCase(), flag: limit.of, ms: limit.ms, ...(got === null ? {} : { got }) } };
}

function aboutReal(setting: RealSetting, frame: Text | null, args: Args, slow: Slow | null): Said {
  const text = frame ? within(frame, setting.text) : setting.text;
  return beside({ text, args: { name: setting.name, fallback: setting.fallback, ...args } }, setting.helps, slow);
}

function yamlComments(settings: readonly DifySetting[], report: LatencyReport | null, file: string): readonly ConfigComment[] {
  const slow = report?.verdict.slow ?? null;
  const values = new Map(settings.map(({ path, value }) => [(path.at(-1) ?? '').toUpperCase(), value]));
  const about = (setting: DifySetting): Said => {
    const limit = aboutLimit(setting, report);
    if (limit) return limit;
    const real = realSetting((setting.path.at(-1) ?? '').toUpperCase());
    if (real) return aboutReal(real, MOVE, streamsOf(values), slow);
    const concept = conceptOf(setting.path);
    return concept ? beside({ text: concept.text, args: {} }, concept.helps, slow) : { text: NO_MEANING, args: {} };
  };
  const comments = settings.map(
    (setting): ConfigComment => ({ key: keyOf(setting.path), value: shown(setting), line: setting.line, isRead: false, ...about(setting) }),
  );
  return [{ key: file, value: '', line: null, isRead: false, text: NOT_A_FILE_OF_DIFY, args: {} }, ...comments];
}

/** Variables that say nothing about latency are passed over in silence: an `.env` is full of them, and of secrets. */
function envComments(settings: readonly DifySetting[], report: LatencyReport | null): readonly ConfigComment[] {
  const slow = report?.verdict.slow ?? null;
  const values = new Map(settings.map(({ path, value }) => [path[0] ?? '', value]));
  const comments = settings.flatMap((setting): readonly ConfigComment[] => {
    const real = realSetting(setting.path[0] ?? '');
    if (!real || values.get(real.name) !== setting.value) return [];
    return [{ key: real.name, value: shown(setting), line: setting.line, isRead: true, ...aboutReal(real, null, streamsOf(values), slow) }];
  });
  const missing = REAL_SETTINGS.filter(({ name, helps }) => slow !== null && helps.includes(slow) && !values.has(name));
  const absent = missing.map(
    (real): ConfigComment => ({
      key: real.name,
      value: '',
      line: null,
      isRead: true,
      ...aboutReal(real, NOT_SET, streamsOf(values), slow),
    }),
  );
  return [...comments, ...absent];
}

/** Of a variable that is set more than once the last counts. */
function envSettings(text: string): readonly DifySetting[] {
  const settings = new Map<string, DifySetting>();
  let [line, counted] = [1, 0];
  for (const { name, value, key } of scanDotenv(text, false).entries) {
    for (; counted < key.start; counted++) if (text[counted] === '\n') line++;
    settings.set(name, { path: [name], value, line });
  }
  return [...settings.values()];
}

const unreadable = (file: string, reason: Text, args: Args): UserError => refusal(UNREADABLE(reason), { file, ...args });

/** The first line that says anything decides: `NAME=value` is a `.env`. */
const looksLikeEnv = (text: string, file: string): boolean => {
  const first = text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
  if (first !== undefined && /^\s*(export\s+)?[A-Za-z_]\w*\s*=/.test(first)) return true;
  return first === undefined && /(^|[./\\])\.?env(\.|$)|\.env$/i.test(file);
};

/**
 * Comments on every setting of a `dify_config.yaml`, or on those of a real `.env` that touch latency.
 * @throws UserError (exit 3) where the file holds no settings, or a form of YAML that is not read.
 */
export function commentDifyConfig(text: string, file: string, report: LatencyReport | null): readonly ConfigComment[] {
  const content = text.replace(/^\ufeff/, '');
  if (content.length > MAX_CHARACTERS) throw refusal(TOO_LONG, { file });
  if (looksLikeEnv(content, file)) {
    const settings = envSettings(content);
    if (settings.length === 0) throw refusal(NOTHING, { file });
    return envComments(settings, report);
  }
  const read = readSimpleYaml(content);
  if (!read.ok) throw unreadable(file, read.reason, read.args);
  if (read.settings.length === 0) throw refusal(NOTHING, { file });
  return yamlComments(read.settings, report, file);
}
