// Setting up, from nothing and once more.

import { expect, it } from 'vitest';

import { type Desk, KEY, visit, WRONG_KEY } from '../desk.ts';

export function setUp(desk: () => Desk): void {
  it('sets both clients up from nothing in at most 8 answers', async () => {
    await visit(desk(), {}, async ({ home, start }) => {
      const person = start('init');
      await person.isAsked('Which clients');
      expect(person.text).toContain('Codex CLI 0.171.0: no channel is configured');
      expect(person.text).toContain('Claude Code 2.1.332: no channel is configured');
      await person.answers('Which clients');
      await person.answers('Which gateway', desk().gateway);
      await person.isAsked('API key');
      person.paste(KEY);
      await person.sees(`${KEY.length} characters`);
      person.press('enter');
      await person.isAsked('Model for Codex');
      expect(person.text).toContain('/v1/responses answers: Codex CLI can use this gateway');
      expect(person.text).toContain('/v1/messages answers: Claude Code can use this gateway');
      await person.pointsAt(/^gpt-5\.2-codex/);
      person.press('enter');
      await person.isAsked('Model for Claude Code');
      await person.pointsAt(/^claude-sonnet-5-5/);
      person.press('enter');
      await person.isAsked('Small, fast model');
      await person.pointsAt(/^claude-haiku-5-1/);
      person.press('enter');
      await person.isAsked('Write these changes?');
      expect(person.text).toMatch(/Codex CLI works with gpt-5\.2-codex, first token after \d+ ms/);
      expect(await home.picture()).toEqual({});
      person.press('enter');
      expect(await person.exit()).toBe(0);
      expect(person.text).toContain('Everything works.');
      expect(person.text).toContain('What next: start codex or claude.');
      expect(person.text.match(/^✔ (?!\/v1|Codex|Claude)/gm)?.length).toBeLessThanOrEqual(8);
      expect(await home.text('.codex/config.toml')).toContain('model = "gpt-5.2-codex"');
      const { env } = JSON.parse(await home.text('.claude/settings.json'));
      expect(env).toMatchObject({
        ANTHROPIC_AUTH_TOKEN: KEY,
        ANTHROPIC_MODEL: 'claude-sonnet-5-5',
        ANTHROPIC_DEFAULT_HAIKU_MODEL: 'claude-haiku-5-1',
      });
    });
  });

  it('offers what is there as the default when somebody returns', async () => {
    const { gateway } = desk();
    const files = {
      '.codex/config.toml': `# mine\nmodel = "gpt-5.2"\nmodel_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "${gateway}/v1"\nwire_api = "responses"\nexperimental_bearer_token = "${KEY}"\n`,
    };
    await visit(desk(), { files, installed: { codex: '0.171.0' } }, async ({ home, start }) => {
      const before = await home.picture();
      const person = start('init');
      await person.isAsked('Which gateway');
      expect(person.text).toContain(`${gateway}/v1  ~/.codex/config.toml:7:12`);
      await person.pointsAt(new RegExp(`^${gateway} +in use: Codex CLI`));
      person.press('enter');
      await person.answers('API key (Enter keeps sk-r…h4Dy)');
      await person.isAsked('Model for Codex');
      await person.pointsAt(/^gpt-5\.2 +in use now/);
      person.press('enter');
      expect(await person.exit()).toBe(0);
      expect(person.text).toContain('Everything is set up already');
      expect(await home.picture()).toEqual(before);
    });
  });

  it('asks for the key again, and for nothing else, when it is refused', async () => {
    await visit(desk(), { installed: { codex: '0.171.0' } }, async ({ home, start }) => {
      const person = start('init');
      await person.answers('Which gateway', desk().gateway);
      await person.answers('API key', WRONG_KEY);
      await person.sees('The gateway refuses this key');
      expect(await home.picture()).toEqual({});
      await person.answers('API key', KEY);
      await person.answers('Model for Codex');
      await person.answers('Write these changes?');
      expect(await person.exit()).toBe(0);
      const config = await home.text('.codex/config.toml');
      expect(config).toContain(KEY);
      expect(config).not.toContain(WRONG_KEY);
    });
  });

  it('leaves a client out that the gateway cannot serve, says so before writing, and goes on with the other', async () => {
    const files = { '.codex/config.toml': 'model = "o9"\n' };
    await visit(desk(), { files }, async ({ home, start }) => {
      const person = start('init');
      await person.answers('Which clients');
      await person.answers('Which gateway', desk().messagesOnly);
      await person.answers('API key', KEY);
      await person.isAsked('Model for Claude Code');
      expect(person.text).toContain('/v1/responses is absent: Codex CLI can’t use this gateway directly');
      expect(person.text).toContain('/v1/messages answers: Claude Code can use this gateway');
      person.press('enter');
      await person.answers('Small, fast model');
      await person.answers('Write these changes?');
      expect(await person.exit()).toBe(0);
      expect(await home.text('.codex/config.toml')).toBe('model = "o9"\n');
      expect(JSON.parse(await home.text('.claude/settings.json')).env.ANTHROPIC_BASE_URL).toBe(desk().messagesOnly);
    });
  });

  it('tells of a broken configuration first, repairs it if wanted, and goes on', async () => {
    const files = { '.claude/settings.json': '{\n  "env": { "FOO": "1", },\n  "theme": "dark"\n}\n' };
    await visit(desk(), { files, installed: { claude: '2.1.332' } }, async ({ home, start }) => {
      const person = start('init');
      await person.isAsked('What now?');
      expect(person.text).toContain('~/.claude/settings.json has a comma before a closing bracket (line 2)');
      await person.pointsAt('Repair it first');
      person.press('enter');
      await person.answers('Write these changes?');
      await person.answers('Which gateway', desk().gateway);
      await person.answers('API key', KEY);
      await person.answers('Model for Claude Code');
      await person.answers('Small, fast model');
      await person.answers('Write these changes?');
      expect(await person.exit()).toBe(0);
      const settings = JSON.parse(await home.text('.claude/settings.json'));
      expect(settings).toMatchObject({ theme: 'dark', env: { FOO: '1', ANTHROPIC_BASE_URL: desk().gateway } });
    });
  });
}
