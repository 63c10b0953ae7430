import { eachClient, type Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'setup/client-missing',
  severity: 'info',
  text: {
    title: { en: '{client} is configured but not installed', zh: '{client} 已配置，但没有安装' },
    why: {
      en: 'There is no `{command}` on PATH. The configuration was judged as version {version} would read it.',
      zh: 'PATH 里没有 `{command}`。本次按版本 {version} 的读法检查了配置。',
    },
    advice: { en: 'Install it: `npm install -g {package}`', zh: '安装：`npm install -g {package}`' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state) {
      if (!state.configured || state.installed !== null) return;
      const { name, command, npmPackage } = state.client;
      yield { origin: null, args: { client: name, command, version: state.version, package: npmPackage } };
    });
  },
};
