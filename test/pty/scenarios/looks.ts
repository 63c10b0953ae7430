// Narrow terminals, Chinese, terminals that can't draw.

import { expect, it } from 'vitest';

import { type Desk, KEY, visit } from '../desk.ts';

export function looks(desk: () => Desk): void {
  it.each([
    ['English', 'en_US.UTF-8', ['Which gateway', 'API key', 'Model for Codex', 'Write these changes?']],
    ['Chinese', 'zh_CN.UTF-8', ['接入哪个网关', 'API 密钥', 'Codex CLI 使用的模型', '写入这些改动？']],
  ] as const)('fits 40 columns in %s', async (_, lang, [gateway, key, model, write]) => {
    await visit(desk(), { lang, columns: 40, rows: 30, installed: { codex: '0.171.0' } }, async ({ start }) => {
      const person = start('init');
      await person.answers(gateway, desk().gateway);
      await person.answers(key, KEY);
      await person.isAsked(model);
      expect(person.broken).toEqual([]);
      person.press('enter');
      await person.answers(write);
      expect(await person.exit()).toBe(0);
    });
  });

  it('speaks Chinese throughout', async () => {
    await visit(desk(), { lang: 'zh_CN.UTF-8' }, async ({ start }) => {
      const person = start('init');
      await person.isAsked('哪些客户端使用这个渠道？');
      expect(person.question).toContain('↑↓ 选择 · 回车确认');
      person.press('enter');
      await person.isAsked('接入哪个网关或服务商？');
      expect(person.question).toContain('粘贴 Base URL');
      expect(person.question).toContain('输入文字搜索');
      person.type('硅基');
      await person.until(() => person.pointed.startsWith('硅基流动'), '硅基流动');
      person.type('\u0015');
      await person.answers('接入哪个网关或服务商？', desk().gateway);
      await person.answers('API 密钥', KEY);
      await person.isAsked('Codex CLI 使用的模型');
      expect(person.text).toContain('/v1/responses 有应答：Codex CLI 可以使用这个网关');
      person.press('enter');
      await person.answers('Claude Code 使用的模型');
      await person.answers('小模型');
      await person.answers('写入这些改动？');
      expect(await person.exit()).toBe(0);
      expect(person.text).toMatch(/可以使用 gpt-5\.2-codex，首字延迟 \d+ ms/);
      expect(person.text).toContain('接下来：启动 codex 或 claude');
      const prose = person.text.split('\n').filter((line) => /^[✔✘?] |^ {2}(?!base|[+-])/.test(line));
      expect(prose.filter((line) => /\b(?:the|and|with|Enter|back|to)\b/.test(line))).toEqual([]);
    });
  });

  it('asks line by line on a dumb terminal', async () => {
    await visit(desk(), { lang: 'C', env: { TERM: 'dumb' }, installed: { codex: '0.171.0' } }, async ({ home, start }) => {
      const person = start('init');
      await person.sees('Which gateway or provider? [1]');
      person.type(`${desk().gateway}\r`);
      await person.sees('API key');
      person.type(`${KEY}\r`);
      await person.sees('Model for Codex CLI [1]');
      person.type('2\r');
      await person.sees('Write these changes?');
      person.type('\r');
      expect(await person.exit()).toBe(0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
      expect(person.raw).not.toMatch(/\u001b|[^\u0000-\u007f]/);
      expect(await home.text('.codex/config.toml')).toContain('model = "gpt-5.2"');
    });
  });

  it('uses no colour where none is wanted', async () => {
    await visit(desk(), { env: { NO_COLOR: '1' }, installed: { codex: '0.171.0' } }, async ({ start }) => {
      const person = start('init');
      await person.isAsked('Which gateway');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: sequences of colour
      expect(person.raw).not.toMatch(/\u001b\[[0-9;]*m/);
    });
  });

  it.each([
    [40, 'en_US.UTF-8'],
    [40, 'zh_CN.UTF-8'],
    [200, 'en_US.UTF-8'],
  ] as const)('reports at %d columns in %s without a part of a key that a line was cut in', async (columns, lang) => {
    const files = {
      '.claude/settings.json': `{ "env": { "ANTHROPIC_AUTH_TOKEN": "${KEY}", } }\n`,
      '.codex/config.toml': `model_provider = "x"\n[model_providers.y]\nname = "y"\nenv_key = "${KEY}"\n`,
    };
    await visit(desk(), { lang, columns, rows: 60, files }, async ({ start }) => {
      const check = start('check', '--offline');
      expect(await check.exit()).toBe(1);
      expect(check.broken).toEqual([]);
      expect(check.text).toContain('sk-r…h4Dy');
      const fix = start('fix');
      await fix.isAsked(/./);
      fix.type('n');
      expect(await fix.exit()).toBe(1);
    });
  });

  it('draws nothing with --plain', async () => {
    await visit(desk(), { files: { '.codex/config.toml': 'model_provider = "x"\n' } }, async ({ start }) => {
      for (const command of ['check', 'show']) {
        const person = start(command, '--plain');
        await person.exit();
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect(person.raw).not.toMatch(/\u001b\[[0-9;]*m|[│→❯✔✘]| \^/);
      }
    });
  });
}
