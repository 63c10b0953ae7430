// What `fix` says where it writes nothing, and whom it asks.

import { describe, expect, it } from 'vitest';

import { doctor, machineWith } from './machine.ts';

const KEY = 'sk-test-0123456789abcdef';
const settings = (more = ''): string =>
  `{\n  "env": {\n    "ANTHROPIC_BASE_URL": "https://gw.example",\n    "ANTHROPIC_AUTH_TOKEN": "${KEY}",\n    "ANTHROPIC_MODEL": "m-main"\n  }${more}\n}\n`;
const machine = (text: string, more = {}) =>
  machineWith({
    files: { '~/.claude/settings.json': { text, mode: 0o600 }, '~/.claude.json': '{"hasCompletedOnboarding":true}' },
    ...more,
  });
const FIX = ['fix', '--offline', '--client', 'claude-code'];

describe('fix without a terminal', () => {
  it('says that there is nothing to change, and ends as check does', async () => {
    const { status, err } = await doctor(machine(settings()), FIX);
    expect([status, err]).toEqual([0, 'There is nothing for fix to change here\n']);
  });

  it('ends with 1 where an error is left that only a person can mend', async () => {
    const { status, out, err } = await doctor(machine('{ "env": { "A" 1 } }\n'), FIX);
    expect([status, err]).toEqual([1, 'There is nothing for fix to change here\n']);
    expect(out).toContain('error[file/syntax]');
  });

  it('shows what it would write, and ends with 2', async () => {
    const host = machine(settings(','));
    const { status, out, err } = await doctor(host, FIX);
    expect([status, await host.text('~/.claude/settings.json')]).toEqual([2, settings(',')]);
    expect(out).toContain('-   },');
    expect(err).toContain('--yes');
  });

  it('ends with 2 for JSON too where there is something to write, else as check does', async () => {
    const refused = await doctor(machine(settings(',')), [...FIX, '--json']);
    expect([refused.status, JSON.parse(refused.out).error.exit]).toEqual([2, 2]);
    expect((await doctor(machine(settings()), [...FIX, '--json'])).status).toBe(0);
    expect((await doctor(machine(settings(',')), [...FIX, '--json', '--dry-run'])).status).toBe(1);
  });

  it.each([
    ['en', 'file/json-comment'],
    ['zh', 'fix --unsafe'],
  ])('names what needs a decision, in %s', async (lang, part) => {
    const host = machine(`// mine\n${settings()}`);
    const { status, err } = await doctor(host, [...FIX, '--lang', lang]);
    expect(status).toBe(1);
    expect(err).toContain(part);
    expect(err).toContain('channel-doctor fix --unsafe');
  });
});
