import { expect, it } from 'vitest';

import { codex } from '../../../src/clients/codex/index.ts';
import { factsOf, HOME } from '../../helpers/facts.ts';

it('names every file that may count', () => {
  const { files, folders } = codex.wants(
    factsOf({ env: { SSL_CERT_FILE: 'ca.pem' }, files: { '~/.codex/config.toml': 'profile = "work"\n' } }),
  );
  expect(folders).toEqual([`${HOME}/.codex`]);
  for (const file of ['.codex', '.codex/config.toml', '.codex/auth.json', '.codex/.env', '.codex/config.json', '.codex/work.config.toml']) {
    expect(files).toContain(`${HOME}/${file}`);
  }
  expect(files).toContain('/etc/codex/managed_config.toml');
  expect(files).toContain(`${HOME}/project/.codex/config.toml`);
  expect(files).toContain(`${HOME}/project/ca.pem`);
});

it('looks for projects above the current folder, not above the home', () => {
  const { files } = codex.wants(factsOf({ cwd: '~/a/b' }));
  expect(files).toContain(`${HOME}/a/.codex/config.toml`);
  expect(files).not.toContain('/home/.codex/config.toml');
});

it('stays within the folder when a profile is named like a path', () => {
  const { files } = codex.wants(factsOf({ files: { '~/.codex/config.toml': 'profile = "../../x"\n' } }));
  expect(files).toContain(`${HOME}/.codex/x.config.toml`);
});
