import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { UserError } from '../../src/errors.ts';
import { builtInTemplates, loadTemplates, readTemplateFile } from '../../src/templates.ts';
import { builtIn, FOLDER, tree } from './folders.ts';

const toml = (id: string, more = '') => `id = "${id}"\nname = "${id}"\n${more}[[roots.openai-chat]]\nurl = "https://${id}.example/v1"\n`;
const OWN = '/home/u/.config/channel-doctor/templates';
const ids = (templates: readonly { id: string }[]) => templates.map(({ id }) => id);

describe('loading', () => {
  test('finds the folder of the package from the sources, one file from a bundle', () => {
    expect(builtInTemplates()).toBe(FOLDER);
    expect(builtInTemplates(pathToFileURL('/opt/pkg/dist/cli.cjs').href)).toBe('/opt/pkg/dist/templates.json');
  });

  test('sorts by rank, then id', async () => {
    const host = tree({ '/t/b.toml': toml('b'), '/t/a.toml': toml('a'), '/t/z.toml': toml('z', 'rank = 1\n'), '/t/readme.md': '#' });
    expect(ids(await loadTemplates(host, null, '/t'))).toEqual(['z', 'a', 'b']);
  });

  test('lets the user’s own replace and add', async () => {
    const host = tree({ '/t/a.toml': toml('a'), [`${OWN}/a.toml`]: toml('a', 'region = "mine"\n'), [`${OWN}/c.toml`]: toml('c') });
    expect((await loadTemplates(host, null, '/t')).map(({ id, region }) => `${id} ${region}`)).toEqual(['a mine', 'c self-hosted']);
  });

  test('obeys XDG_CONFIG_HOME when it is absolute', async () => {
    const files = { '/x/channel-doctor/templates/c.toml': toml('c'), [`${OWN}/d.toml`]: toml('d') };
    expect(ids(await loadTemplates(tree(files, { XDG_CONFIG_HOME: '/x' }), null, '/t'))).toEqual(['c']);
    expect(ids(await loadTemplates(tree(files, { XDG_CONFIG_HOME: 'x' }), null, '/t'))).toEqual(['d']);
  });

  test('leaves a broken file out and says so', async () => {
    const broken: UserError[] = [];
    const host = tree({ '/t/a.toml': toml('a'), [`${OWN}/b.toml`]: 'id = ' });
    expect(ids(await loadTemplates(host, null, '/t', (error) => broken.push(error)))).toEqual(['a']);
    expect(broken.map(({ args }) => args.file)).toEqual([`${OWN}/b.toml`]);
  });

  test('takes the packed file, and the folder where it was not packed', async () => {
    const packed = { '/p/dist/templates.json': JSON.stringify(builtIn), '/p/templates/a.toml': toml('a') };
    expect(ids(await loadTemplates(tree(packed), null, '/p/dist/templates.json'))[0]).toBe('taotoken');
    const unpacked = { '/p/templates/a.toml': toml('a') };
    expect(ids(await loadTemplates(tree(unpacked), null, '/p/dist/templates.json'))).toEqual(['a']);
  });
});

describe('--template FILE', () => {
  test('stands before all others and replaces its own id', async () => {
    const host = tree({ '/t/a.toml': toml('a'), '/t/f.toml': toml('f'), '/f.toml': toml('f', 'region = "mine"\n') });
    expect((await loadTemplates(host, '/f.toml', '/t')).map(({ id, region }) => `${id} ${region}`)).toEqual(['f mine', 'a self-hosted']);
  });

  test('gives the template', async () => {
    expect((await readTemplateFile(tree({ '/f.toml': toml('f') }), '/f.toml')).id).toBe('f');
  });

  test.each([
    ['/missing.toml', "can't be read"],
    ['/bad.toml', "can't be used"],
  ])('%s: %s', async (path, reason) => {
    await expect(readTemplateFile(tree({ '/bad.toml': 'x = 1' }), path)).rejects.toMatchObject({
      exit: 2,
      text: { en: expect.stringContaining(reason) },
    });
  });
});
