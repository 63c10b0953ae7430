import { eachClient, type Rule } from '../rule.ts';
import { credentialFiles } from './credential-files.ts';

/** Read permission of the group and of everybody else. */
const OTHERS_MAY_READ = 0o044;
const PRIVATE = 0o600;

export const rule: Rule = {
  id: 'security/key-readable',
  severity: 'warning',
  text: {
    title: { en: '{file} holds a credential and can be read by others ({mode})', zh: '{file} 里有密钥，而其他用户可以读取（{mode}）' },
    why: {
      en: 'Every account of the group, or of this machine, can take the key.',
      zh: '同组用户或本机任何账号都能拿到这个密钥。',
    },
    advice: { en: '`chmod 600 {file}`', zh: '`chmod 600 {file}`' },
  },
  *check(snapshot, evidence) {
    if (snapshot.facts.platform === 'win32') return;
    yield* eachClient(snapshot, evidence, function* (state) {
      for (const { layer, origin } of credentialFiles(state)) {
        const { mode } = layer.fact;
        if (mode === null || (mode & OTHERS_MAY_READ) === 0) continue;
        yield {
          origin,
          args: { file: layer.file, mode: mode.toString(8).padStart(4, '0') },
          fix: { safety: 'safe', edits: [{ op: 'chmod', file: layer.file, mode: PRIVATE }] },
        };
      }
    });
  },
};
