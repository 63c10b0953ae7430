// The line about a client that comes before its findings.

import { describe, expect, it } from 'vitest';

import { doctor, machineWith } from '../commands/machine.ts';

const config = (lines: string) => machineWith({ files: { '~/.codex/config.toml': { text: lines, mode: 0o600 } } }, { codex: '0.171.0' });
const UNDEFINED = 'model = "m-main"\nmodel_provider = "nope"\n';

describe('a Codex that refuses its configuration', () => {
  it.each([
    ['check', 'en', 'Codex CLI 0.171.0: does not start with this configuration\n  base URL  —\n'],
    ['check', 'zh', 'Codex CLI 0.171.0：用这份配置无法启动\n  Base URL  —\n'],
    ['show', 'en', 'Codex CLI 0.171.0: does not start with this configuration\n'],
  ])('is not said to use the vendor’s API: %s, %s', async (command, lang, expected) => {
    const { out } = await doctor(config(UNDEFINED), [command, '--lang', lang, ...(command === 'check' ? ['--offline'] : [])]);
    expect(out).toContain(expected);
    expect(out.split('\n\n')[0]).not.toMatch(/vendor’s own API|官方 API/);
    expect(out).not.toContain('url/official-default');
  });

  it('while one that starts without a provider is', async () => {
    const { out } = await doctor(config('model = "m-main"\n'), ['check', '--offline']);
    expect(out).toMatch(/base URL +the vendor’s own API/);
  });
});
