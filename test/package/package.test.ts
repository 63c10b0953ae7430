// The package as it would be published: what is in it, what it loads, whether it works for those who install it.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { smoke } from './smoke.mjs';
import { build, makeTarball, ROOT, run } from './tarball.mjs';

const MAX_PACKED_BYTES = 450_000;
/** Everything that starts needs, and everything that looks at configurations: the entries besides. */
const MAX_FILES_OF_A_CHECK = 4;
/** A megabyte of code takes 30 ms to read. */
const MAX_CHECK_BYTES = 600_000;

let folder: string;
let tarball: ReturnType<typeof makeTarball>;
let installed: string;
const read = (name: string): string => readFileSync(join(installed, name), 'utf8');
const scripts = (): string[] => readdirSync(join(installed, 'dist')).filter((name) => /\.c?js$/.test(name));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'channel-doctor-package-'));
  tarball = makeTarball(folder);
  const modules = join(folder, 'consumer', 'node_modules');
  mkdirSync(modules, { recursive: true });
  run('tar', ['-xzf', tarball.file, '-C', modules]);
  run(process.execPath, ['-e', 'require("fs").renameSync("package", "channel-doctor")'], { cwd: modules });
  installed = join(modules, 'channel-doctor');
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of dist/ and all that it imports statically. */
function closure(...entries: string[]): string[] {
  const seen = new Set<string>();
  const waiting = [...entries];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const code = read(`dist/${name}`);
    for (const [, to = ''] of code.matchAll(/^(?:const \{[^}]*\} = )?require\("\.\/([^"]+)"\);/gm)) waiting.push(to);
  }
  return [...seen];
}

describe('what is published', () => {
  it('is small, and nothing but the program and its papers', () => {
    expect(tarball.bytes).toBeLessThanOrEqual(MAX_PACKED_BYTES);
    const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'README.zh-CN.md', 'THIRD_PARTY_NOTICES', 'package.json'];
    expect(tarball.files.filter((path) => !/^(bin|dist|templates|schema)\//.test(path)).sort()).toEqual(papers);
  });

  it('needs no other package', () => {
    const { dependencies, peerDependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json'));
    expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined]);
    for (const version of Object.values(devDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    for (const name of scripts()) {
      const foreign = [...read(`dist/${name}`).matchAll(/\b(?:from |import\(|import |require\()"([^".][^"]*)"/g)].map(([, to]) => to);
      expect(foreign.filter((to) => !to?.startsWith('node:'))).toEqual([]);
    }
  });

  it('is readable, and ASCII so that Node reads it fast', () => {
    for (const name of scripts()) {
      const code = read(`dist/${name}`);
      expect(Buffer.byteLength(code), name).toBe(code.length);
      expect(Math.max(...code.split('\n').map((line) => line.length)), name).toBeLessThan(4000);
    }
  });

  it('is the same to the byte when it is built again', () => {
    const again = join(folder, 'again');
    build(again);
    const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
    const names = readdirSync(again).filter((name) => name !== 'THIRD_PARTY_NOTICES');
    expect(names.sort()).toEqual(readdirSync(join(installed, 'dist')).sort());
    for (const name of names) expect(digest(join(again, name)), name).toBe(digest(join(installed, 'dist', name)));
  }, 60_000);

  it('names what it contains', () => {
    const { components, metadata, bomFormat } = JSON.parse(read('dist/sbom.cdx.json'));
    expect([bomFormat, metadata.component.version]).toEqual(['CycloneDX', JSON.parse(read('package.json')).version]);
    const notices = read('THIRD_PARTY_NOTICES');
    for (const { name, version, licenses } of components) expect(notices).toContain(`${name} ${version} (${licenses[0].license.id})`);
    expect(components.map(({ name }: { name: string }) => name)).toEqual(['eventsource-parser', 'smol-toml']);
    expect(readFileSync(join(ROOT, 'THIRD_PARTY_NOTICES'), 'utf8'), 'npm run build writes it').toBe(notices);
  });
});

describe('what is loaded', () => {
  const entry = (command: string): string => scripts().find((name) => name.startsWith(`${command}-`)) ?? '';

  it('an offline check is few files, without network, processes, questions', () => {
    const files = closure('cli.cjs', entry('check'));
    const code = files.map((name) => read(`dist/${name}`)).join('\n');
    expect(files.length).toBeLessThanOrEqual(MAX_FILES_OF_A_CHECK);
    expect(code.length).toBeLessThanOrEqual(MAX_CHECK_BYTES);
    const builtins = new Set([...code.matchAll(/getBuiltinModule\("(node:[^"]+)"\);/g)].map(([, name]) => name));
    for (const name of ['http', 'https', 'tls', 'dns', 'child_process', 'readline']) expect([...builtins]).not.toContain(`node:${name}`);
    for (const part of ['net/request', 'probe/probe', 'prompts', 'setup/'])
      expect(code).not.toMatch(new RegExp(`^// ${part}${part.endsWith('/') ? '' : '$'}`, 'm'));
  });

  it('help and completion look at no configuration', () => {
    const code = closure('cli.cjs', entry('completion'))
      .map((name) => read(`dist/${name}`))
      .join('\n');
    expect(code).not.toMatch(/^\/\/ (?:rules\/index$|documents\/)/m);
  });
});

describe('compiled code that is kept', () => {
  const KEPT = 'channel-doctor-compiled-';
  const KEY = 'sk-kept-0f4b7d21c96e';

  /** A check whose temporary folder is `name`. */
  function check(name: string, more: Record<string, string> = {}, node = process.execPath): { stdout: string; kept: string } {
    const TMPDIR = join(folder, name);
    const home = join(folder, `${name}-home`);
    for (const path of [TMPDIR, join(home, '.claude')]) mkdirSync(path, { recursive: true });
    const env = { ANTHROPIC_BASE_URL: 'https://gateway.example/v1', ANTHROPIC_AUTH_TOKEN: KEY };
    writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify({ env }));
    const { stdout, stderr } = spawnSync(node, [join(installed, 'bin/channel-doctor.js'), 'check', '--offline'], {
      encoding: 'utf8',
      env: { HOME: home, USERPROFILE: home, TMPDIR, TEMP: TMPDIR, TMP: TMPDIR, PATH: '', LANG: 'C.UTF-8', ...more },
    });
    expect(stderr).toBe('');
    expect(stdout).toContain('url/v1-doubled');
    return { stdout, kept: join(TMPDIR, readdirSync(TMPDIR).find((entry) => entry.startsWith(KEPT)) ?? 'nothing') };
  }
  const files = (kept: string): string[] =>
    readdirSync(kept, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? files(join(kept, entry.name)) : [join(kept, entry.name)],
    );

  it('changes nothing of what is said, and holds no key', () => {
    const first = check('kept');
    for (let run = 2; run <= 6; run += 1) expect(check('kept').stdout).toBe(first.stdout);
    const kept = files(first.kept);
    expect(kept.length).toBeGreaterThan(2);
    for (const path of kept) expect(readFileSync(path).includes(KEY)).toBe(false);
    if (process.platform !== 'win32') expect(statSync(first.kept).mode & 0o777).toBe(0o700);
  });

  it.each<[string, (code: Buffer) => Uint8Array]>([
    ['it is empty', () => Buffer.alloc(0)],
    ['it is something else', () => Buffer.from('no code')],
    ['its end is missing', (code) => code.subarray(0, code.length >> 1)],
    ['it is zeros', (code) => Buffer.alloc(code.length)],
    ['a byte changed', (code) => code.map((byte, at) => (at === code.length >> 2 ? byte ^ 0xff : byte))],
  ])('is made again where %s', (_, damage) => {
    const { stdout, kept } = check('damaged');
    const damaged = files(kept).map((path) => ({ path, bytes: damage(readFileSync(path)) }));
    for (const { path, bytes } of damaged) writeFileSync(path, bytes);
    expect(check('damaged').stdout).toBe(stdout);
    for (const { path, bytes } of damaged) expect(readFileSync(path).equals(bytes), path).toBe(false);
  });

  it('is not taken from another build of Node', () => {
    const { stdout, kept } = check('build');
    const before = files(kept);
    const other = join(folder, 'another-node');
    copyFileSync(process.execPath, other);
    chmodSync(other, 0o755);
    expect(check('build', {}, other).stdout).toBe(stdout);
    expect(files(kept)).toHaveLength(2 * before.length);
    const [old = ''] = readdirSync(kept);
    utimesSync(join(kept, old), 0, 0);
    copyFileSync(process.execPath, `${other}-still`);
    chmodSync(`${other}-still`, 0o755);
    check('build', {}, `${other}-still`);
    expect(readdirSync(kept), 'what is old goes').not.toContain(old);
    expect(files(kept)).toHaveLength(2 * before.length);
  });

  it.skipIf(process.platform === 'win32')('is not taken from a folder that others can write to, and can be switched off', () => {
    const { kept } = check('open');
    rmSync(kept, { recursive: true });
    mkdirSync(kept);
    chmodSync(kept, 0o777);
    check('open');
    expect(files(kept)).toEqual([]);
    expect(existsSync(check('off', { NODE_DISABLE_COMPILE_CACHE: '1' }).kept)).toBe(false);
  });
});

describe('for those who install it', () => {
  it('the program and the library work', async () => {
    expect(await smoke({ node: process.execPath, installed, home: join(folder, 'home') })).toBeGreaterThan(10);
  }, 120_000);

  it('an old Node is told what to do', () => {
    const program = join(installed, 'bin/channel-doctor.js');
    for (const version of ['8.17.0', '18.20.0', '20.18.0']) {
      const code = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(program)})`;
      const { status, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([2, expect.stringContaining(`this is ${version}. Update Node`)]);
    }
    expect(read('bin/channel-doctor.js')).not.toMatch(/=>|\bconst |\blet |`|\bimport\b|\?\./);
  });

  it.each(['NodeNext', 'Bundler'] as const)('the types hold under module resolution %s', (resolution) => {
    const consumer = join(folder, 'consumer', 'use.mts');
    writeFileSync(consumer, CONSUMER);
    const program = ts.createProgram([consumer], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: resolution === 'NodeNext' ? ts.ModuleKind.NodeNext : ts.ModuleKind.ESNext,
      moduleResolution: resolution === 'NodeNext' ? ts.ModuleResolutionKind.NodeNext : ts.ModuleResolutionKind.Bundler,
      types: [],
    });
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it('publint and attw find nothing', () => {
    const tool = (name: string, file: string): string => join(ROOT, 'node_modules', name, file);
    expect(run(process.execPath, [tool('publint', 'src/cli.js'), 'run', installed, '--strict', '--pack', 'false'])).toMatch(/All good/);
    // Only ES modules are published: CommonJS gets them with import() or a newer Node's require().
    run(process.execPath, [tool('@arethetypeswrong/cli', 'dist/index.js'), tarball.file, '--profile', 'esm-only']);
  }, 60_000);
});

const CONSUMER = `
import { ChannelDoctorError, check, fix, measure, probe, type LatencyReport, type Report } from 'channel-doctor';
const report: Report = await check({ clients: ['codex'], offline: true, onNote: (line: string) => void line });
const ids: string[] = report.findings.map(({ id }) => id);
const value: string | undefined = report.clients[0]?.channel?.baseUrl?.value;
const fixed: Report = await fix({ dryRun: true });
const probed: Report = await probe({ baseUrl: 'https://gateway.example', model: 'm', key: 'k', wire: 'openai-responses' });
const latency: LatencyReport = await measure({ quick: true, maxTtftMs: 1000 });
// @ts-expect-error a client that does not exist
await check({ clients: ['cursor'] });
export const all = [ids, value, fixed.changes, probed.summary.errors, latency.verdict.slow, new ChannelDoctorError('', 2).exit];
`;

it('has no leftovers of a build beside it', () => {
  expect(existsSync(join(ROOT, 'dist/THIRD_PARTY_NOTICES'))).toBe(false);
});
