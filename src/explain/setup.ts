// Facts: claude-code.md 6, codex.md 0 (1).

import type { Explanations } from './explanation.ts';

export const SETUP_EXPLANATIONS: Explanations = {
  'setup/client-outdated': { right: 'npm install -g @openai/codex@latest @anthropic-ai/claude-code@latest' },
  'setup/key-rejected': {
    right: '"customApiKeyResponses": { "approved": ["LAST 20 CHARS"], "rejected": [] }    (~/.claude.json)',
    fix: 'safe',
  },
  'setup/key-not-approved': {
    right: '"customApiKeyResponses": { "approved": ["LAST 20 CHARS"], "rejected": [] }',
    fix: 'safe',
  },
  'setup/onboarding': {
    right: '~/.claude.json:  { "hasCompletedOnboarding": true }',
    fix: 'safe',
  },
  'setup/unbounded-retries': { right: '[features]\nunbounded_connection_retries = false', fix: 'unsafe' },
  'setup/client-missing': { right: 'npm install -g @openai/codex\nnpm install -g @anthropic-ai/claude-code' },
};
