// What cli.md promises: the documents of these commands have schemas of their own.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';

import { doctor, machineWith } from './machine.ts';

const ACME = 'id = "acme"\nname = "Acme"\n\n[[roots.openai-chat]]\nurl = "https://llm.acme.example"\nconfidence = "documented"\n';
const machine = () => machineWith({ files: { '~/.config/channel-doctor/templates/acme.toml': ACME } });

it.each([
  ['explain', ['explain', '--list', '--json']],
  ['explain', ['explain', 'url/v1-doubled', '--json', '--lang', 'zh']],
  ['providers', ['providers', '--list', '--json']],
  ['providers', ['providers', 'acme', '--json']],
])('%s: %s', async (name, args) => {
  const schema = JSON.parse(readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), 'utf8'));
  const isValid = new Ajv2020({ strict: false }).compile(schema);
  const { out } = await doctor(machine(), args);
  expect(isValid(JSON.parse(out)), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ ...JSON.parse(out), command: 'other' })).toBe(false);
});
