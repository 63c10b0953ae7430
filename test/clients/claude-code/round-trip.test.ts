import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import type { ChannelIntent, ClaudeCodeState } from '../../../src/clients/client.ts';
import { factsAfter, planEdits } from '../../../src/plan.ts';
import { Secret } from '../../../src/secret.ts';
import { factsOf, type Home } from '../../helpers/facts.ts';
import { GATEWAY, headersOf, KEY, NEWEST, SETTINGS, settings } from './homes.ts';

const VERSIONS = ['0.2.126', '1.0.0', '1.0.60', '1.0.128', '2.0.0', '2.0.77', '2.1.0', '2.1.100', '2.1.200', NEWEST];
const intentOf = (header: ChannelIntent['header']): ChannelIntent => ({
  baseUrl: GATEWAY,
  model: 'm-main',
  smallModel: null,
  key: { secret: new Secret(KEY) },
  header,
  wireApi: 'anthropic-messages',
  name: null,
  template: null,
  scope: 'user',
  models: ['m-main'],
});

const HOMES: readonly Home[] = [
  {},
  { files: { [SETTINGS]: '{}', '~/.claude.json': '{"numStartups":1}' } },
  { files: { [SETTINGS]: { bytes: new TextEncoder().encode('\ufeff{"env":{"FOO":"1"}}') } } },
  { files: { [SETTINGS]: '{"$schema":"https://json.schemastore.org/claude-code-settings.json","model":"opus"}' } },
  {
    files: {
      [SETTINGS]: settings({ ANTHROPIC_API_KEY: 'old-1', ANTHROPIC_AUTH_TOKEN: 'old-2', ANTHROPIC_BASE_URL: 'https://old.example' }),
    },
  },
  {
    env: {
      ANTHROPIC_BASE_URL: 'https://old.example',
      ANTHROPIC_API_KEY: 'old-1',
      ANTHROPIC_AUTH_TOKEN: 'old-2',
      ANTHROPIC_MODEL: 'old',
      CLAUDE_CODE_USE_BEDROCK: '1',
    },
    files: { '~/.claude.json': '{"env":{"ANTHROPIC_API_KEY":"old-3","CLAUDE_CODE_USE_VERTEX":"1"}}' },
  },
];

describe('what is written is what the client then sends', () => {
  test.each(VERSIONS)('%s', (version) => {
    for (const home of HOMES) {
      for (const header of ['bearer', 'x-api-key'] as const) {
        const facts = factsOf({ ...home, installed: { 'claude-code': version } });
        const intent = intentOf(header);
        const plan = planEdits(claudeCode.write(intent, claudeCode.read(facts), facts), facts);
        expect(plan.refusals).toEqual([]);
        const after = factsAfter(facts, plan);
        const state = claudeCode.read(after) as ClaudeCodeState;
        const headers = headersOf(state);
        expect(claudeCode.request(state)).toMatchObject({ url: `${GATEWAY}/v1/messages?beta=true`, model: 'm-main' });
        expect([headers?.authorization, headers?.['x-api-key']]).toEqual(
          header === 'bearer' ? [`Bearer ${KEY}`, undefined] : [undefined, KEY],
        );
        expect(state.channel?.models).toHaveLength(1);
        expect(claudeCode.write(intent, state, after)).toEqual([]);
      }
    }
  });
});

test('no content of the files makes reading, asking or writing throw', () => {
  const text = fc.oneof(
    fc.json(),
    fc.string(),
    fc.json().map((value) => `{"env":${value},"apiKeyHelper":${value},"model":${value}}`),
  );
  const files = fc.record({
    [SETTINGS]: text,
    '~/.claude.json': text,
    '~/.claude/.credentials.json': text,
    '~/project/.claude/settings.local.json': text,
  });
  fc.assert(
    fc.property(files, fc.constantFrom(...VERSIONS), (content, version) => {
      const facts = factsOf({ files: content, installed: { 'claude-code': version } });
      const state = claudeCode.read(facts);
      claudeCode.wants(facts);
      claudeCode.request(state);
      claudeCode.route(state, GATEWAY);
      claudeCode.write(intentOf('x-api-key'), state, facts);
    }),
    { numRuns: 200 },
  );
});
