import { posix } from 'node:path';
import { eachClient, type Rule } from '../rule.ts';
import { userFile } from '../setting-edits.ts';

const WINDOWS_HOME =
  /^\/mnt\/[a-z]\/Users\/(?!Public\/|Default\/|Default User\/|All Users\/)[^/]+\/(\.codex\/config\.toml|\.claude\/settings\.json)$/;
const FILE = { codex: '.codex/config.toml', 'claude-code': '.claude/settings.json' } as const;

export const rule: Rule = {
  id: 'env/two-homes',
  severity: 'warning',
  text: {
    title: {
      en: '{client} is configured twice, here and under Windows, and differently',
      zh: '{client} 在 WSL 和 Windows 里各有一份配置，而且内容不同',
    },
    why: {
      en: 'Started in WSL it reads {own}; started from Windows or its editor it reads {other}.',
      zh: '在 WSL 里启动读取 {own}；从 Windows 或它的编辑器启动则读取 {other}。',
    },
    advice: {
      en: 'Change the one of the side you start it from, or keep both the same.',
      zh: '修改你实际启动的那一侧的配置，或让两份保持一致。',
    },
  },
  *check(snapshot, evidence) {
    const { facts } = snapshot;
    if (facts.platform !== 'linux' || !(facts.env.WSL_DISTRO_NAME || facts.env.WSL_INTEROP)) return;
    yield* eachClient(snapshot, evidence, function* (state) {
      const own = userFile(state);
      const bytes = own === null ? null : facts.files.get(own)?.bytes;
      if (own === null || !bytes) return;
      for (const fact of facts.files.values()) {
        if (!WINDOWS_HOME.test(fact.path) || !fact.path.endsWith(posix.join('/', FILE[state.id])) || !fact.bytes || fact.path === own)
          continue;
        if (Buffer.compare(withoutReturns(fact.bytes), withoutReturns(bytes)) === 0) continue;
        yield { origin: { scope: 'user', file: own }, args: { client: state.client.name, own, other: fact.path } };
      }
    });
  },
};

/** Line ends are the one difference that means nothing. */
const withoutReturns = (bytes: Uint8Array): Buffer => Buffer.from(bytes.filter((byte) => byte !== 0x0d));
