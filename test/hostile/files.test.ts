// What stands in the place of a configuration file need not be one.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { claudeCode } from '../../src/clients/claude-code/index.ts';
import { interpret } from '../../src/detect.ts';
import { diagnose } from '../../src/diagnose.ts';
import type { FileFact } from '../../src/model.ts';
import { readFact } from '../../src/read-file.ts';
import { sentencesOf } from '../../src/texts.ts';
import { factsOf, HOME } from '../helpers/facts.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-files-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(process.platform === 'win32')('reading', () => {
  test('a pipe nobody writes to is not waited for', () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    expect(readFact(path)).toMatchObject({ state: 'other', bytes: null });
  });

  test.each(['/dev/zero', '/dev/random', '/dev/tty'])('a link to %s', (device) => {
    const path = join(folder, device.replaceAll('/', '-'));
    symlinkSync(device, path);
    expect(readFact(path)).toMatchObject({ state: 'other', isLink: true, bytes: null });
  });

  test('links in a circle', () => {
    const [a, b] = [join(folder, 'a'), join(folder, 'b')];
    symlinkSync(b, a);
    symlinkSync(a, b);
    expect(readFact(a)).toMatchObject({ state: 'unreadable', code: 'ELOOP' });
  });

  test('a file of 100 GB costs nothing', () => {
    const path = join(folder, 'huge');
    writeFileSync(path, '');
    truncateSync(path, 100 * 1024 ** 3);
    expect(readFact(path)).toMatchObject({ state: 'other', code: 'EFBIG', bytes: null });
  });
});

describe('what is said about it', () => {
  const path = `${HOME}/.claude/settings.json`;
  const found = (fact: Partial<FileFact>) => {
    const facts = factsOf({ installed: { 'claude-code': '2.1.332' } });
    const files = new Map([[path, { path, bytes: null, realPath: path, isLink: false, mode: 0o600, state: 'other', ...fact } as FileFact]]);
    const snapshot = interpret(
      { ...facts, files },
      { clients: [claudeCode.id], offline: true, trustProject: false, runHelpers: false, templates: [] },
    );
    return diagnose(snapshot, new Map()).find(({ id }) => id === 'file/unreadable');
  };

  test('a pipe is an error, a file too large to look into is not', () => {
    const pipe = found({});
    const large = found({ code: 'EFBIG' });
    expect(pipe?.severity).toBe('error');
    expect(large?.severity).toBe('info');
    for (const finding of [pipe, large]) {
      if (!finding) throw new Error('nothing was found');
      for (const lang of ['en', 'zh'] as const) expect(sentencesOf(finding, lang).title).toContain('settings.json');
    }
  });
});
