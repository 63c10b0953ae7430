import { ownShell } from '../../start-up.ts';
import { eachClient, type Rule } from '../rule.ts';
import { unsetLine } from '../shell-line.ts';

export const rule: Rule = {
  id: 'env/home-missing',
  severity: 'error',
  text: {
    title: { en: 'CODEX_HOME names {home}, and there is no such folder', zh: 'CODEX_HOME 指向 {home}，但没有这个文件夹' },
    why: { en: 'Codex refuses to start: it does not create the folder itself.', zh: 'Codex 拒绝启动，它不会自己创建这个文件夹。' },
    advice: {
      en: 'Create the folder (`mkdir -m 700 {home}`), or take the variable away: `{unset}`.',
      zh: '创建这个文件夹（`mkdir -m 700 {home}`），或去掉这个变量：`{unset}`。',
    },
  },
  variants: {
    file: {
      title: { en: 'CODEX_HOME names {home}, which is a file', zh: 'CODEX_HOME 指向 {home}，但它是一个文件' },
      why: { en: 'Codex needs a folder there and refuses to start.', zh: 'Codex 需要这里是文件夹，因此拒绝启动。' },
      advice: {
        en: 'Name a folder in CODEX_HOME, or take the variable away: `{unset}`.',
        zh: '让 CODEX_HOME 指向文件夹，或去掉这个变量：`{unset}`。',
      },
    },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (state.id !== 'codex') return;
      const stop = state.stops.find(({ kind }) => kind === 'home-missing');
      if (!stop) return;
      const found = snapshot.facts.files.get(state.home)?.state;
      yield {
        origin: stop.origin,
        args: { home: state.home, unset: unsetLine(ownShell(snapshot.facts), 'CODEX_HOME') },
        fix: found === 'absent' ? { safety: 'safe', edits: [{ op: 'mkdir', file: state.home, mode: 0o700 }] } : null,
        ...(found === 'file' ? { variant: 'file' } : {}),
      };
    });
  },
};
