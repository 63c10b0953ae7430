// Facts: claude-code.md 3.1 and 5, codex.md 3, 4 and 6.

import type { Explanations } from './explanation.ts';

const WRITTEN =
  '"ANTHROPIC_AUTH_TOKEN": "sk-…"                 (~/.claude/settings.json, in "env")\nexperimental_bearer_token = "sk-…"              (~/.codex/config.toml, in the provider)';

export const KEY_EXPLANATIONS: Explanations = {
  'key/missing': {
    background: {
      en: 'Claude Code without a key says “Not logged in” and sends nothing; Codex sends the request without one.',
      zh: '没有密钥时，Claude Code 只显示 “Not logged in”，不发请求；Codex 会发出不带密钥的请求。',
    },
    right: WRITTEN,
  },
  'key/env-unset': {
    background: {
      en: 'An editor or a desktop icon starts programs without your shell’s start-up files. From 0.20 on Codex reads .env in its own folder at every start; from 0.23 on that file beats the environment.',
      zh: '从编辑器或桌面图标启动程序时，不会读取 shell 启动文件。Codex 从 0.20 起每次启动都会读自己目录里的 .env，从 0.23 起它优先于环境变量。',
    },
    right: 'echo "GW_API_KEY=\'sk-…\'" >> ~/.codex/.env && chmod 600 ~/.codex/.env',
    fix: 'unsafe',
  },
  'key/literal-in-env-key': {
    background: {
      en: 'Codex prints “Missing environment variable” with the text of env_key, so the key has stood on a screen: consider making a new one.',
      zh: 'Codex 会打印 “Missing environment variable” 和 env_key 的内容，密钥已经显示在屏幕上：最好换一个新的。',
    },
    wrong: 'env_key = "sk-…"',
    right: 'env_key = "GW_API_KEY"        (GW_API_KEY=sk-… in ~/.codex/.env)',
    fix: 'unsafe',
  },
  'key/placeholder': { wrong: '"ANTHROPIC_AUTH_TOKEN": "YOUR_API_KEY"', right: WRITTEN },
  'key/is-url': { wrong: '"ANTHROPIC_AUTH_TOKEN": "https://gw.example"', right: WRITTEN },
  'key/is-variable-name': {
    background: {
      en: 'Only env_key of Codex takes the name of a variable; everywhere else the key itself belongs.',
      zh: '只有 Codex 的 env_key 填变量名，其他地方都要填密钥本身。',
    },
    wrong: '"ANTHROPIC_AUTH_TOKEN": "GW_API_KEY"',
    right: WRITTEN,
  },
  'key/is-model': { wrong: '"ANTHROPIC_AUTH_TOKEN": "deepseek-chat"', right: WRITTEN },
  'key/masked': {
    wrong: 'sk-ab…9f3a      sk-ab***9f3a',
    right: WRITTEN,
  },
  'key/whitespace': {
    wrong: 'export GW_API_KEY=" sk-… "',
    right: 'export GW_API_KEY="$(cat key.txt)"',
    fix: 'safe',
  },
  'key/quoted': {
    wrong: '"ANTHROPIC_AUTH_TOKEN": "\'sk-…\'"',
    right: '"ANTHROPIC_AUTH_TOKEN": "sk-…"',
    fix: 'safe',
  },
  'key/bearer-prefix': { wrong: 'Bearer sk-…    → Authorization: Bearer Bearer sk-…', right: 'sk-…', fix: 'safe' },
  'key/doubled-prefix': { wrong: 'sk-sk-…', right: 'sk-…', fix: 'safe' },
  'key/non-ascii': {
    right: "grep -nP '[^\\x00-\\x7F]' ~/.claude/settings.json",
  },
  'key/wrong-vendor': {
    background: {
      en: 'sk-ant- is Anthropic’s, sk-or- OpenRouter’s, gsk_ Groq’s. A plain sk- is everybody’s and proves nothing.',
      zh: 'sk-ant- 是 Anthropic 的，sk-or- 是 OpenRouter 的，gsk_ 是 Groq 的。单独的 sk- 各家都用，说明不了什么。',
    },
    right: 'channel-doctor providers',
  },
  'key/both-set': {
    background: {
      en: 'Claude Code sends ANTHROPIC_AUTH_TOKEN as Authorization: Bearer and ANTHROPIC_API_KEY as x-api-key, both if both are set. An empty string in settings.json switches one off, even if the shell sets it.',
      zh: 'Claude Code 把 ANTHROPIC_AUTH_TOKEN 放进 Authorization: Bearer，把 ANTHROPIC_API_KEY 放进 x-api-key，两个都设就都发。在 settings.json 里设为空字符串可以关掉其中一个，即使 shell 里设过。',
    },
    right: '"ANTHROPIC_AUTH_TOKEN": "sk-…",\n"ANTHROPIC_API_KEY": ""',
    fix: 'unsafe',
  },
  'key/wrong-header': {
    right: '"ANTHROPIC_API_KEY": "sk-…"       → x-api-key: sk-…\n"ANTHROPIC_AUTH_TOKEN": "sk-…"    → Authorization: Bearer sk-…',
    fix: 'safe',
  },
  'key/helper-fails': {
    background: {
      en: 'apiKeyHelper of Claude Code runs in your shell; its output goes into both headers. auth.command of Codex (0.120) is started directly, with args.',
      zh: 'Claude Code 的 apiKeyHelper 通过 shell 运行，输出会放进两个请求头。Codex 的 auth.command（0.120 起）直接启动，参数写在 args 里。',
    },
    right: '"apiKeyHelper": "pass show gateway"\nauth = { command = "pass", args = ["show", "gateway"] }',
  },
  'key/helper-unchecked': { right: 'channel-doctor check --run-helpers' },
};
