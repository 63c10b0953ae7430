// Facts: claude-code.md 2, codex.md 1 and 6.

import type { Explanations } from './explanation.ts';

const DROPPED = {
  en: 'Claude Code skips a settings file with an error whole and, up to 2.1.280, without a word: base URL, key and model in it are gone, and requests go elsewhere. Codex does not start.',
  zh: 'Claude Code 会跳过整个有错的设置文件，2.1.280 及更早连提示都没有：里面的 Base URL、密钥和模型全部失效，请求会发到别处。Codex 则无法启动。',
};

export const FILE_EXPLANATIONS: Explanations = {
  'file/unreadable': { right: 'ls -ld ~/.claude ~/.claude/settings.json ~/.codex ~/.codex/config.toml' },
  'file/encoding': {
    right: 'iconv -f GBK -t UTF-8 settings.json > new.json\nSet-Content -Encoding utf8NoBOM …      (PowerShell 7)',
    fix: 'safe',
  },
  'file/merge-conflict': { background: DROPPED, wrong: '<<<<<<< HEAD\n=======\n>>>>>>> branch' },
  'file/syntax': {
    background: DROPPED,
    right: 'node -e \'JSON.parse(require("fs").readFileSync(0,"utf8"))\' < ~/.claude/settings.json',
  },
  'file/json-trailing-comma': { background: DROPPED, wrong: '{ "env": { "A": "1", } }', right: '{ "env": { "A": "1" } }', fix: 'safe' },
  'file/json-comment': {
    background: DROPPED,
    wrong: '// my gateway\n"ANTHROPIC_MODEL": "m-main"',
    right: '"ANTHROPIC_MODEL": "m-main"',
    fix: 'unsafe',
  },
  'file/quote-characters': {
    background: DROPPED,
    wrong: '“ANTHROPIC_MODEL”： “m-main”，',
    right: '"ANTHROPIC_MODEL": "m-main",',
    fix: 'safe',
  },
  'file/toml-duplicate': {
    wrong: 'model_providers = { gw = { name = "gw" } }\n[model_providers.gw]',
    right: '[model_providers.gw]\nname = "gw"',
    fix: 'unsafe',
  },
  'file/toml-backslash': { wrong: 'log_dir = "C:\\Users\\me"', right: "log_dir = 'C:\\Users\\me'", fix: 'safe' },
  'file/bom': {
    background: {
      en: 'Notepad and PowerShell 5 write it. Claude Code reads it from 2.0.77 on; Codex does in config.toml, not in auth.json.',
      zh: '记事本和 PowerShell 5 会写入 BOM。Claude Code 从 2.0.77 起能读；Codex 的 config.toml 能读，auth.json 不能。',
    },
    right: "sed -i '1s/^\\xEF\\xBB\\xBF//' settings.json",
    fix: 'safe',
  },
  'file/wrong-type': {
    wrong: '"permissions": { "allow": "Bash" }\nrequest_max_retries = "3"',
    right: '"permissions": { "allow": ["Bash"] }\nrequest_max_retries = 3',
    fix: 'safe',
  },
  'file/newer-schema-key': { wrong: '"$schema": "https://…"', fix: 'safe' },
  'file/toml-root-key-in-table': {
    background: {
      en: 'Everything below a [header] belongs to that table, up to the next header; indents and blank lines mean nothing. Codex then asks api.openai.com for its own default model.',
      zh: '从 [表头] 到下一个表头之间的内容都属于那张表，缩进和空行没有意义。Codex 于是用自己的默认模型去请求 api.openai.com。',
    },
    wrong: '[model_providers.gw]\nname = "gw"\nmodel = "m-main"',
    right: 'model = "m-main"\n\n[model_providers.gw]\nname = "gw"',
    fix: 'both',
  },
  'file/toml-unquoted-dot': { wrong: '[model_providers.my.gw]', right: '[model_providers."my.gw"]', fix: 'unsafe' },
  'file/legacy-profile': {
    wrong: 'profile = "work"\n[profiles.work]\nmodel = "m-main"',
    right: '~/.codex/work.config.toml:  model = "m-main"\ncodex --profile work',
    fix: 'unsafe',
  },
  'file/legacy-config-json': {
    wrong: '~/.codex/config.json:  { "provider": "gw", "model": "m-main" }',
    right: '~/.codex/config.toml:  model_provider = "gw"',
    fix: 'unsafe',
  },
  'file/ignored-form': {
    background: {
      en: 'These forms stand in many blog posts; no version of the clients ever read them. Codex names ignored keys from 0.157 on, Claude Code never does.',
      zh: '这些写法常见于博客文章，但没有任何版本读取过。Codex 从 0.157 起会列出被忽略的键，Claude Code 从不提示。',
    },
    wrong: 'base_url = "https://gw.example/v1"\napi_key = "sk-…"',
    right:
      'model_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "https://gw.example/v1"\nwire_api = "responses"\nenv_key = "GW_API_KEY"',
    fix: 'unsafe',
  },
  'file/unexpanded-variable': {
    wrong: '"ANTHROPIC_AUTH_TOKEN": "$GW_API_KEY"',
    right: 'export ANTHROPIC_AUTH_TOKEN="$GW_API_KEY"',
    fix: 'unsafe',
  },
  'file/custom-headers-form': {
    wrong: '"ANTHROPIC_CUSTOM_HEADERS": "{\\"X-A\\": \\"1\\"}"',
    right: '"ANTHROPIC_CUSTOM_HEADERS": "X-A: 1\\nX-B: 2"',
    fix: 'safe',
  },
  'file/json-duplicate-key': { wrong: '{ "model": "a", "model": "b" }    → b', fix: 'unsafe' },
  'file/wrong-place': {
    background: {
      en: 'Claude Code reads settings.json in ~/.claude and settings.json and settings.local.json in .claude of the current folder; Codex config.toml in ~/.codex.',
      zh: 'Claude Code 读取 ~/.claude 里的 settings.json，以及当前目录 .claude 里的 settings.json 和 settings.local.json；Codex 读取 ~/.codex 里的 config.toml。',
    },
  },
};
