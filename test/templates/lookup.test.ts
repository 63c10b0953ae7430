import { describe, expect, test } from 'vitest';
import type { WireApi } from '../../src/model.ts';
import { Secret } from '../../src/secret.ts';
import {
  foreignKeyOwner,
  planMismatch,
  rootOfOtherDialect,
  rootsFor,
  searchTemplates,
  templateForUrl,
  vendorOfKey,
} from '../../src/templates.ts';
import { builtIn } from './folders.ts';

describe('a base URL leads to its provider', () => {
  test.each<[string, WireApi | undefined, string, string]>([
    ['https://taotoken.net/api', 'anthropic-messages', 'taotoken', 'exact'],
    ['https://taotoken.net/api/v1', 'anthropic-messages', 'taotoken', 'exact'],
    ['https://taotoken.net/api/v1/v1', undefined, 'taotoken', 'version'],
    ['https://taotoken.net', undefined, 'taotoken', 'host'],
    ['https://API.DeepSeek.com/Anthropic/', undefined, 'deepseek', 'exact'],
    ['https://api.deepseek.com/anthropic/v1/messages?beta=true', 'anthropic-messages', 'deepseek', 'version'],
    ['https://api.deepseek.com:443/anthropic', undefined, 'deepseek', 'exact'],
    ['http://api.deepseek.com/anthropic', undefined, 'deepseek', 'exact'],
    ['https://openrouter.ai/api/v1/responses', 'openai-responses', 'openrouter', 'exact'],
    ['https://ark.cn-beijing.volces.com/api/coding/v3', 'openai-responses', 'volc-coding', 'exact'],
    ['https://ark.cn-beijing.volces.com/api/v3', 'openai-responses', 'volc-ark', 'exact'],
    ['https://ark.cn-beijing.volces.com/api/plan', 'anthropic-messages', 'volc-agent-plan', 'exact'],
    ['https://open.bigmodel.cn/api/anthropic', 'anthropic-messages', 'zhipu-cn', 'exact'],
    ['https://open.bigmodel.cn/api/coding/paas/v4', 'openai-chat', 'zhipu-cn-coding', 'exact'],
    ['https://res-0001.openai.azure.com', 'openai-responses', 'azure-openai', 'host'],
    ['https://res-0001.openai.azure.com/openai/v1', 'openai-responses', 'azure-openai', 'exact'],
    ['https://gateway.ai.cloudflare.com/v1/0123/my-gw/anthropic', 'anthropic-messages', 'cloudflare-ai-gateway', 'exact'],
    ['https://api.kimi.com/coding/', 'anthropic-messages', 'kimi-coding', 'exact'],
    ['https://token-plan-sgp.xiaomimimo.com/v1', 'openai-responses', 'xiaomi-token-plan', 'exact'],
    ['https://dashscope.aliyuncs.com/apps/anthropic/x', undefined, 'dashscope-cn', 'inside'],
  ])('%s (%s) → %s', (url, wire, id, fit) => {
    expect(templateForUrl(builtIn, url, wire)).toMatchObject({ template: { id }, fit, weak: false });
  });

  test.each([
    ['http://127.0.0.1:11434', 'ollama'],
    ['http://localhost:1234/v1', 'lmstudio'],
    ['http://[::1]:8000/v1', 'vllm'],
    ['http://localhost:4000', 'litellm'],
  ])('%s → %s, weakly', (url, id) => {
    expect(templateForUrl(builtIn, url)).toMatchObject({ template: { id }, weak: true });
  });

  test.each([
    'https://gw.example/v1',
    'http://127.0.0.1:45123/v1',
    'https://api.deepseek.com.evil.example/anthropic',
    'https://evil.example/api.deepseek.com',
    'https://user@api.deepseek.com',
    'https://x.y.openai.azure.com/openai/v1',
    'https://api.deepseek.com:8443',
    'api.deepseek.com',
    'ftp://api.deepseek.com',
    '',
    `https://${'a'.repeat(5000)}`,
  ])('%s belongs to nobody', (url) => {
    expect(templateForUrl(builtIn, url)).toBeNull();
  });

  test('a root that speaks another protocol is told by its wire', () => {
    expect(templateForUrl(builtIn, 'https://api.minimaxi.com/v1', 'anthropic-messages')?.wire).not.toBe('anthropic-messages');
    expect(templateForUrl(builtIn, 'https://dashscope.aliyuncs.com/apps/anthropic', 'openai-responses')?.wire).toBe('anthropic-messages');
  });
});

describe('a key leads to its vendor', () => {
  test.each([
    ['sk-ant-api03-x0001', ['anthropic']],
    ['sk-or-v1-0001', ['openrouter']],
    ['sk-kimi-0001', ['moonshot']],
    ['sk-proj-0001', ['openai']],
    ['AIzaSy0001', ['google-gemini']],
    ['gsk_0001', ['groq']],
    ['xai-0001', ['xai']],
    ['nvapi-0001', ['nvidia-nim']],
    ['tp-0001', ['xiaomi']],
    ['cr_0001', ['claude-relay-service']],
    ['sk-sp-0001', ['alibaba', 'tencent']],
    ['sk-0001', []],
    ['sk-ant-', []],
    ['eyJhbGciOi.x.y', []],
    ['', []],
  ])('%s → %j', (key, vendors) => {
    expect([...vendorOfKey(builtIn, key)].sort()).toEqual(vendors);
  });

  test.each([
    ['https://api.openai.com/v1', 'sk-ant-api03-0001', 'anthropic'],
    ['https://api.anthropic.com', 'sk-or-v1-0001', 'openrouter'],
    ['https://openrouter.ai/api', 'gsk_0001', 'groq'],
    ['https://taotoken.net/api', 'sk-ant-api03-0001', 'anthropic'],
    ['https://api.deepseek.com', 'sk-sp-0001', 'alibaba'],
    ['https://api.openai.com/v1', 'sk-proj-0001', null],
    ['https://api.openai.com/v1', 'sk-0001', null],
    ['https://dashscope.aliyuncs.com/apps/anthropic', 'sk-sp-0001', null],
    ['https://api.lkeap.cloud.tencent.com/coding/v3', 'sk-sp-0001', null],
    ['https://gw.example/v1', 'sk-ant-api03-0001', null],
    ['http://localhost:4000', 'sk-ant-api03-0001', null],
    ['https://gateway.ai.cloudflare.com/v1/a/b/anthropic', 'sk-ant-api03-0001', null],
  ])('%s with %s: foreign to %s', (url, key, vendor) => {
    expect(foreignKeyOwner(builtIn, url, key)?.vendor ?? null).toBe(vendor);
  });
});

describe('plan and pay as you go', () => {
  test.each([
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'sk-sp-0001', 'dashscope-coding-cn'],
    ['https://dashscope-intl.aliyuncs.com/apps/anthropic', 'sk-sp-0001', 'dashscope-coding-intl'],
    ['https://coding.dashscope.aliyuncs.com/apps/anthropic', 'sk-0001', 'dashscope-cn'],
    ['https://api.moonshot.cn/anthropic', 'sk-kimi-0001', 'kimi-coding'],
    ['https://api.kimi.com/coding', 'sk-0001', 'moonshot-cn'],
    ['https://api.xiaomimimo.com/anthropic', 'tp-0001', 'xiaomi-token-plan'],
    ['https://token-plan-cn.xiaomimimo.com/v1', 'sk-0001', 'xiaomi-mimo'],
    ['https://tokenhub.tencentmaas.com/v1', 'sk-sp-0001', 'tencent-coding'],
    ['https://dashscope.aliyuncs.com/apps/anthropic', 'sk-0001', null],
    ['https://coding.dashscope.aliyuncs.com/v1', 'sk-sp-0001', null],
    ['https://token-plan.cn-beijing.maas.aliyuncs.com/apps/anthropic', 'sk-sp-0001', null],
    ['https://ark.cn-beijing.volces.com/api/v3', 'ark-0001', null],
    ['https://ark.cn-beijing.volces.com/api/coding', 'ark-0001', null],
    ['https://qianfan.baidubce.com/anthropic/coding', 'bce-v3/0001', null],
    ['https://open.bigmodel.cn/api/anthropic', '0123.abc', null],
    ['https://gw.example/v1', 'sk-sp-0001', null],
  ])('%s with the key %s → %s', (url, key, id) => {
    expect(planMismatch(builtIn, url, key, 'anthropic-messages')?.keyTemplate.id ?? null).toBe(id);
    expect(planMismatch(builtIn, url, new Secret(`Bearer ${key}`), 'anthropic-messages')?.keyTemplate.id ?? null).toBe(id);
  });

  test.each([
    ['https://ark.cn-beijing.volces.com/api/v3', 'ark-code-latest', 'volc-coding'],
    ['https://api.moonshot.ai/anthropic', 'kimi-for-coding', 'kimi-coding'],
    ['https://qianfan.baidubce.com/v2', 'qianfan-code-latest', 'qianfan-coding'],
    ['https://ark.cn-beijing.volces.com/api/coding/v3', 'ark-code-latest', null],
    ['https://ark.cn-beijing.volces.com/api/plan/v3', 'ark-code-latest', null],
    ['https://ark.cn-beijing.volces.com', 'ark-code-latest', null],
    ['https://ark.cn-beijing.volces.com/api/v3', 'doubao-seed-2-1-pro-260628', null],
  ])('%s with the model %s → %s', (url, model, id) => {
    const found = planMismatch(builtIn, url, null, 'openai-responses', model);
    expect(found?.keyTemplate.id ?? null).toBe(id);
    expect(found?.evidence ?? 'model').toBe('model');
  });
});

test('the address to use instead is the other product’s own root, if it speaks the protocol', () => {
  const url = 'https://dashscope.aliyuncs.com/apps/anthropic';
  const key = new Secret('sk-sp-0001');
  expect(planMismatch(builtIn, url, key, 'anthropic-messages')?.better).toBe('https://coding.dashscope.aliyuncs.com/apps/anthropic');
  expect(planMismatch(builtIn, url, key, 'openai-responses')?.better).toBeNull();
});

describe('a root of another protocol', () => {
  test.each<[string, WireApi, string | null]>([
    ['https://dashscope.aliyuncs.com/compatible-mode/v1', 'anthropic-messages', 'https://dashscope.aliyuncs.com/apps/anthropic'],
    ['https://api.deepseek.com', 'anthropic-messages', 'https://api.deepseek.com/anthropic'],
    ['https://api.deepseek.com/v1/', 'anthropic-messages', 'https://api.deepseek.com/anthropic'],
    ['https://api.deepseek.com/anthropic', 'openai-responses', 'https://api.deepseek.com'],
    ['https://open.bigmodel.cn/api/coding/paas/v4', 'anthropic-messages', 'https://open.bigmodel.cn/api/anthropic'],
    ['https://api.aicodemirror.ai/api/claudecode', 'openai-responses', 'https://api.aicodemirror.ai/api/codex/backend-api/codex'],
    ['https://res-1.openai.azure.com/openai/v1', 'anthropic-messages', 'https://res-1.services.ai.azure.com/anthropic'],
    ['https://gateway.ai.cloudflare.com/v1/a/b/openai', 'anthropic-messages', 'https://gateway.ai.cloudflare.com/v1/a/b/anthropic'],
    ['https://open.bigmodel.cn/api/paas/v4', 'openai-responses', null],
    ['https://openrouter.ai/api/v1', 'anthropic-messages', null],
    ['https://openrouter.ai/api', 'openai-responses', null],
    ['https://api.deepseek.com/anthropic/v1', 'anthropic-messages', null],
    ['https://taotoken.net/api', 'anthropic-messages', null],
    ['https://taotoken.net', 'anthropic-messages', null],
    ['http://127.0.0.1:8000', 'openai-responses', null],
    ['https://gw.example/v1', 'anthropic-messages', null],
  ])('%s for %s → %s', (url, wire, better) => {
    expect(rootOfOtherDialect(builtIn, url, wire)).toBe(better);
  });

  test('all roots of the provider are candidates', () => {
    expect(rootsFor(builtIn, 'https://taotoken.net', 'openai-responses')).toEqual([
      'https://taotoken.net/api/v1',
      'https://taotoken.net/api',
    ]);
    expect(rootsFor(builtIn, 'http://127.0.0.1:11434', 'anthropic-messages')).toEqual([]);
    expect(rootsFor(builtIn, 'https://res-1.openai.azure.com', 'openai-responses')).toEqual(['https://res-1.openai.azure.com/openai/v1']);
  });
});

describe('searching', () => {
  test.each([
    ['taotoken', 'taotoken'],
    ['TAO', 'taotoken'],
    ['智谱', 'zhipu-cn'],
    ['火山 编程', 'volc-coding'],
    ['硅基流动', 'siliconflow'],
    ['api.deepseek.com', 'deepseek'],
    ['bigmodel', 'zhipu-cn'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['kimi plan', 'kimi-coding'],
    ['ｏｌｌａｍａ', 'ollama'],
  ])('%s finds %s', (query, id) => {
    expect(searchTemplates(builtIn, query).map((template) => template.id)).toContain(id);
  });

  test('an exact id comes first', () => {
    for (const { id } of builtIn) expect(searchTemplates(builtIn, id)[0]?.id).toBe(id);
  });

  test('nothing asked gives all, nonsense none', () => {
    expect(searchTemplates(builtIn, ' ')).toHaveLength(builtIn.length);
    expect(searchTemplates(builtIn, 'no such provider')).toEqual([]);
  });
});
