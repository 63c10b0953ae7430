// Facts: claude-code.md 0, 3.2 and 3.3, codex.md 1 and 2.

import type { Explanations } from './explanation.ts';

export const ENV_EXPLANATIONS: Explanations = {
  'env/home-missing': { right: 'mkdir -m 700 "$CODEX_HOME"', fix: 'safe' },
  'env/cloud-switch': {
    background: {
      en: 'Left over from Bedrock, Vertex or Foundry. "0" does not switch off in Claude Code up to 1.0.60; an empty string does in every version.',
      zh: '多半是用过 Bedrock、Vertex 或 Foundry 留下的。Claude Code 1.0.60 及更早版本里 "0" 关不掉它，空字符串在所有版本都能关掉。',
    },
    wrong: 'export CLAUDE_CODE_USE_BEDROCK=1',
    right: '"CLAUDE_CODE_USE_BEDROCK": ""',
    fix: 'unsafe',
  },
  'env/shadowed': {
    background: {
      en: 'The first that is set wins. Claude Code: managed settings, .claude/settings.local.json, .claude/settings.json, ~/.claude/settings.json, "env" in ~/.claude.json, the environment. Codex: managed_config.toml, -c, the trusted project’s config.toml, the profile, ~/.codex/config.toml; of variables ~/.codex/.env beats the environment from 0.23 on.',
      zh: '先找到的生效。Claude Code：托管设置、.claude/settings.local.json、.claude/settings.json、~/.claude/settings.json、~/.claude.json 的 "env"、环境变量。Codex：managed_config.toml、-c、受信任项目的 config.toml、profile、~/.codex/config.toml；变量方面，从 0.23 起 ~/.codex/.env 优先于环境变量。',
    },
    right: 'channel-doctor show',
    fix: 'unsafe',
  },
  'env/ignored-variable': {
    wrong: 'export OPENAI_BASE_URL=https://gw.example/v1',
    right: 'openai_base_url = "https://gw.example/v1"',
    fix: 'unsafe',
  },
  'env/misspelt-variable': {
    wrong: 'ANTHROPIC_API_URL   ANTHROPIC_BASE_URI   anthropic_base_url   OPENAI_API_BASE',
    right: 'ANTHROPIC_BASE_URL',
    fix: 'unsafe',
  },
  'env/not-exported': { wrong: 'GW_API_KEY=sk-…', right: 'export GW_API_KEY=sk-…' },
  'env/rc-syntax': {
    right: "bash, zsh:   export NAME='value'\nfish:        set -gx NAME 'value'\nPowerShell:  $env:NAME = 'value'",
  },
  'env/rc-stale': { right: 'exec $SHELL -l' },
  'env/dotenv-pitfall': {
    wrong: 'GW_API_KEY=sk-a$b',
    right: "GW_API_KEY='sk-a$b'",
    fix: 'safe',
  },
  'env/stale-model': {
    right: '"ANTHROPIC_MODEL": "m-main",\n"ANTHROPIC_DEFAULT_HAIKU_MODEL": "m-small"',
    fix: 'unsafe',
  },
  'env/timeout-invalid': { wrong: '"API_TIMEOUT_MS": "10m"', right: '"API_TIMEOUT_MS": "600000"', fix: 'safe' },
  'env/timeout-small': {
    background: {
      en: 'Claude Code waits 10 minutes by default (1.0.60: one), Codex 5 minutes for the next event. A smaller limit cuts long thinking off and pays for it again.',
      zh: 'Claude Code 默认等 10 分钟（1.0.60 为 1 分钟），Codex 等下一个事件 5 分钟。限得更小会打断长时间的思考，还要重新付费。',
    },
    right: '"API_TIMEOUT_MS": "600000"\nstream_idle_timeout_ms = 300000',
    fix: 'safe',
  },
  'env/dead-proxy': {
    right: 'env | grep -i _proxy\ncurl -x "$HTTPS_PROXY" -sI https://gw.example',
  },
  'env/no-proxy': {
    background: {
      en: 'Neither client leaves localhost out by itself. Claude Code 1.0.60 ignores NO_PROXY altogether.',
      zh: '两个客户端都不会自动排除 localhost。Claude Code 1.0.60 完全不理会 NO_PROXY。',
    },
    right: 'export NO_PROXY="localhost,127.0.0.1,gw.internal"',
    fix: 'unsafe',
  },
  'env/ca-file': {
    wrong: '"NODE_EXTRA_CA_CERTS": "~/ca.pem"',
    right: '"NODE_EXTRA_CA_CERTS": "/home/me/ca.pem"',
  },
  'env/two-homes': { right: '~/.codex/config.toml    /mnt/c/Users/NAME/.codex/config.toml' },
};
