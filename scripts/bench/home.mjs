// A home with both clients set up for a gateway on loopback. The clients are stand-ins with a package.json, unless real ones are given.

import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export const KEY = 'sk-bench-7c3e9a51d0f2';
export const MODEL = 'bench-model';
/** Where test/real-clients keeps the clients that it installs. */
const REAL = join(homedir(), '.cache', 'channel-doctor-clients');
const CLIENTS = [
  { name: 'codex', npm: '@openai/codex', version: '0.171.0' },
  { name: 'claude', npm: '@anthropic-ai/claude-code', version: '2.1.332' },
];

/** Folders of PATH with the real clients; null where one is not installed. */
export function realClients() {
  const folders = ['codex@0.171.0', 'claude-code@2.1.332'].map((name) => join(REAL, name, 'node_modules', '.bin'));
  return folders.every((folder) => existsSync(folder)) ? folders : null;
}

function standIns(home) {
  return CLIENTS.map(({ name, npm, version }) => {
    const folder = join(home, '.bin', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: npm, version }));
    writeFileSync(join(folder, name), `#!/bin/sh\necho ${version}\n`);
    chmodSync(join(folder, name), 0o755);
    return folder;
  });
}

export const codexConfig = (url) =>
  `model = "${MODEL}"\nmodel_provider = "gw"\n\n[model_providers.gw]\nname = "gw"\nbase_url = "${url}/v1"\nenv_key = "GW_KEY"\nwire_api = "responses"\n`;

/** `{ cwd, env }` for programs that are to see this home alone. `config` replaces Codex's config.toml. */
export function makeHome(home, url, { clients = null, config = codexConfig(url) } = {}) {
  const put = (name, text) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text, { mode: 0o600 });
  };
  put('.codex/config.toml', config);
  const env = { ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: KEY, ANTHROPIC_MODEL: MODEL };
  put('.claude/settings.json', `${JSON.stringify({ env }, null, 2)}\n`);
  put('.claude.json', '{ "hasCompletedOnboarding": true }\n');
  mkdirSync(join(home, 'project'), { recursive: true });
  const folders = [...(clients ?? standIns(home)), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'];
  return {
    cwd: join(home, 'project'),
    env: {
      HOME: home,
      PATH: folders.join(delimiter),
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      GW_KEY: KEY,
      TMPDIR: process.env.TMPDIR ?? '/tmp',
    },
  };
}
