// Files whose name is nearly the right one.

import { expect, test } from 'vitest';
import { wrongPlaces } from '../../../src/rules/file/wrong-places.ts';

const around = (folder: string, names: readonly string[]) => ({
  platform: 'linux' as const,
  home: '/home/u',
  cwd: '/home/u/p',
  env: {},
  folders: new Map([[folder, names]]),
});

test.each([
  [
    'codex',
    '/home/u/.codex',
    ['confg.toml', 'configs.toml', 'conifg.toml'],
    ['config.toml', 'config2.toml', 'work.config.toml', 'config.toml~', 'hooks.json'],
  ],
  [
    'claude-code',
    '/home/u/p/.claude',
    ['setings.json', 'settings.jsom'],
    ['settings.json', 'settings.glm.json', 'settings-old.json', 'agents'],
  ],
] as const)('%s', (client, folder, wrong, right) => {
  const places = wrongPlaces(around(folder, [...wrong, ...right]), client);
  for (const name of wrong) expect(places).toContain(`${folder}/${name}`);
  for (const name of right) expect(places).not.toContain(`${folder}/${name}`);
});
