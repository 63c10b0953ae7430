import { parseBase } from '../../base-url.ts';
import { eachClient, type Rule } from '../rule.ts';

const AZURE_HOST = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/i;

export const rule: Rule = {
  id: 'url/azure-shape',
  severity: 'error',
  text: {
    title: {
      en: 'The Azure address {written} is incomplete',
      zh: 'Azure 地址 {written} 不完整',
    },
    why: {
      en: 'Azure serves the API below /openai/v1, or below /openai with an api-version parameter; at the bare resource address it answers 404.',
      zh: 'Azure 的 API 位于 /openai/v1 之下，或位于 /openai 之下并带有 api-version 参数；直接请求资源地址会得到 404。',
    },
    advice: { en: 'Use {better}', zh: '改为 {better}' },
  },
  *check(snapshot, evidence) {
    yield* eachClient(snapshot, evidence, function* (state, wire) {
      const setting = state.channel?.baseUrl;
      const url = setting ? parseBase(setting.value.trim()) : null;
      if (!setting || !url || !AZURE_HOST.test(url.hostname) || wire?.faithful?.outcome.ok === true) return;
      const hasVersion = url.searchParams.has('api-version') || (state.channel?.requestUrl ?? '').includes('api-version=');
      if (/^\/openai(\/v1)?\/?$/.test(url.pathname) && (hasVersion || url.pathname.includes('/v1'))) return;
      if (/^\/(openai\/deployments|anthropic|models)\b/.test(url.pathname)) return;
      const better = `${url.origin}/openai/v1`;
      const { origin } = setting;
      const edits = origin.file && origin.path ? [{ op: 'set' as const, file: origin.file, path: origin.path, value: better }] : null;
      yield {
        origin,
        severity: wire?.faithful ? 'error' : 'warning',
        args: { written: setting.value, better },
        fix: edits ? { safety: 'unsafe', edits, unproven: true } : null,
      };
    });
  },
};
