import { has } from '../../clients/claude-code/versions.ts';
import type { ClientState } from '../../clients/client.ts';
import type { FileFact, Origin } from '../../model.ts';
import type { ClientEvidence } from '../../probe/types.ts';
import { eachClient, type Rule } from '../rule.ts';

type Trouble = 'missing' | 'not-pem' | 'late';

interface Found {
  readonly trouble: Trouble;
  readonly origin: Origin;
  readonly file: string;
}

const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/;

const isPem = ({ bytes }: FileFact): boolean => bytes !== null && PEM.test(new TextDecoder().decode(bytes));

/** Set in a file that this version reads only after Node has looked, and nowhere in the environment. */
function late(state: ClientState): Found | null {
  if (state.id !== 'claude-code' || has(state.version, 'readsCaFromSettings')) return null;
  const setting = state.variable('NODE_EXTRA_CA_CERTS');
  if (!setting || setting.value.trim() === '' || [setting, ...setting.shadows].some(({ origin }) => origin.scope === 'env')) return null;
  return { trouble: 'late', origin: setting.origin, file: setting.value.trim() };
}

function unusable({ caFile }: ClientState): Found | null {
  if (!caFile) return null;
  const { value: fact, origin } = caFile;
  if (fact.state === 'file' && isPem(fact)) return null;
  return { trouble: fact.state === 'file' ? 'not-pem' : 'missing', origin, file: fact.path };
}

/** The clients go on without the file: only where certificates fail is it the cause. */
function isHarmless(wire: ClientEvidence | null): boolean {
  if (!wire?.faithful) return false;
  return wire.faithful.outcome.ok === true || !wire.faithful.outcome.failure?.id.startsWith('tls/');
}

export const rule: Rule = {
  id: 'env/ca-file',
  severity: 'error',
  text: {
    title: { en: '{name} names {file}, which is not there or no file', zh: '{name} 指向 {file}，但它不存在或不是文件' },
    why: {
      en: '{client} goes on without it, so a gateway with a certificate of that authority is refused.',
      zh: '{client} 会忽略它继续运行，因此由该 CA 签发证书的网关会被拒绝。',
    },
    advice: {
      en: 'Correct the path (`~` is not expanded here), or take the variable away.',
      zh: '改正路径（这里不会展开 `~`），或去掉这个变量。',
    },
  },
  variants: {
    'not-pem': {
      title: { en: '{name} names {file}, which is no PEM file', zh: '{name} 指向的 {file} 不是 PEM 文件' },
      why: {
        en: '{client} reads certificates in PEM form only (-----BEGIN CERTIFICATE-----) and passes over anything else.',
        zh: '{client} 只认 PEM 格式的证书（-----BEGIN CERTIFICATE-----），其他内容会被跳过。',
      },
      advice: {
        en: 'Convert it: `openssl x509 -inform der -in FILE.cer -out FILE.pem`, and name the new file.',
        zh: '转换格式：`openssl x509 -inform der -in FILE.cer -out FILE.pem`，然后改为指向新文件。',
      },
    },
    late: {
      title: {
        en: '{name} in a settings file comes too late for {client} {version}',
        zh: '{client} {version} 读取设置文件里的 {name} 时已经太晚',
      },
      why: {
        en: 'Node reads it once, when the process starts; up to 2.0.77 the settings are read after that.',
        zh: 'Node 只在进程启动时读取一次；2.0.77 及更早版本在此之后才读取设置文件。',
      },
      advice: {
        en: 'Export {name} in your shell’s start-up file instead, or update {client}.',
        zh: '改为在 shell 启动文件里导出 {name}，或升级 {client}。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      const found = late(state) ?? unusable(state);
      if (!found) return;
      const { trouble, origin, file } = found;
      yield {
        origin,
        ...(isHarmless(wire) ? { severity: 'warning' as const } : {}),
        ...(trouble === 'missing' ? {} : { variant: trouble }),
        args: { name: origin.env ?? origin.path?.at(-1) ?? '', file, client: state.client.name, version: state.version },
      };
    });
  },
};
