// `providers ID` speaks the reader's language, also in what the templates say.

import { expect, it } from 'vitest';

import { doctor, machineWith } from './machine.ts';

const ACME = `id = "acme"
name = "Acme gateway"
name_zh = "Acme 网关"

[[roots.anthropic-messages]]
url = "https://llm.acme.example"
models = ["m-one", "m-two"]
confidence = "documented"

[key]
console = "https://llm.acme.example/keys"

[[quirks]]
en = "Keys end with the contract."
zh = "离职后密钥失效。"
`;
const machine = () => machineWith({ files: { '~/.config/channel-doctor/templates/acme.toml': ACME } });

it.each([
  [
    'en',
    'Acme gateway (acme)\n  anthropic-messages: https://llm.acme.example  (documented; m-one, m-two)\n  keys: https://llm.acme.example/keys\n  good to know:\n    - Keys end with the contract.\n',
  ],
  [
    'zh',
    'Acme 网关（acme）\n  anthropic-messages：https://llm.acme.example  （官方文档；m-one, m-two）\n  密钥页面：https://llm.acme.example/keys\n  注意：\n    - 离职后密钥失效。\n',
  ],
])('%s', async (lang, expected) => expect((await doctor(machine(), ['providers', 'acme', '--lang', lang])).out).toBe(expected));
