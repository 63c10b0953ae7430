// Facts: claude-code.md 0 (3, 9) and 6, codex.md 0 (8, 9) and 3.

import type { Explanations } from './explanation.ts';

export const SECURITY_EXPLANATIONS: Explanations = {
  'security/project-redirects-key': {
    background: {
      en: '`claude -p` obeys .claude/settings.json of the current folder in every version without asking, key helpers included; a trusted folder of Codex could do the same up to 0.120.',
      zh: '`claude -p` 在所有版本里都会直接听从当前目录的 .claude/settings.json，连密钥命令也会执行；Codex 在 0.120 及更早也会听从受信任的目录。',
    },
    right: 'claude -p --setting-sources user "…"',
  },
  'security/login-leak': {
    right: 'claude /logout\ncodex logout',
    fix: 'unsafe',
  },
  'security/tls-off': {
    wrong: 'NODE_TLS_REJECT_UNAUTHORIZED=0',
    right: 'NODE_EXTRA_CA_CERTS=/path/ca.pem',
    fix: 'unsafe',
  },
  'security/key-in-repository': {
    right: 'git rm --cached .claude/settings.local.json\necho .claude/settings.local.json >> .gitignore',
    fix: 'unsafe',
  },
  'security/key-readable': { right: 'chmod 600 ~/.claude/settings.json', fix: 'safe' },
  'security/forced-login': { wrong: 'forced_login_method = "api"', fix: 'unsafe' },
};
