// Homes for the tests of Claude Code.

import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import type { ClaudeCodeState } from '../../../src/clients/client.ts';
import { factsOf, type Home } from '../../helpers/facts.ts';

export const NEWEST = '2.1.332';
export const SETTINGS = '~/.claude/settings.json';
export const KEY = 'sk-test-0123456789abcdef';
export const GATEWAY = 'https://gw.example/api';

export const settings = (env: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ ...more, env });

/** A home whose user settings hold a channel, with further variables. */
export const channelHome = (env: Readonly<Record<string, unknown>> = {}, home: Home = {}): Home => ({
  ...home,
  files: {
    '~/.claude.json': '{"hasCompletedOnboarding":true}',
    [SETTINGS]: settings({ ANTHROPIC_BASE_URL: GATEWAY, ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: 'm-main', ...env }),
    ...home.files,
  },
});

export function read(version: string | null, home: Home): ClaudeCodeState {
  const facts = factsOf({ ...home, ...(version ? { installed: { 'claude-code': version } } : {}) });
  return claudeCode.read(facts) as ClaudeCodeState;
}

export const headersOf = (state: ClaudeCodeState, options = {}): Record<string, string> | null => {
  const request = claudeCode.request(state, options);
  return request && Object.fromEntries(request.headers.map(([name, value]) => [name, typeof value === 'string' ? value : value.reveal()]));
};

export const bodyOf = (state: ClaudeCodeState, options = {}): Record<string, unknown> =>
  JSON.parse(claudeCode.request(state, options)?.body ?? 'null');
