// Checks templates/*.toml and writes what checks need of them as one file, dist/templates.json, so that a start reads one file instead of one per provider.
// Also imported by scripts/build.mjs: `packTemplates()` gives the text.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Node 20 reads no TypeScript, so the parser of the product is bundled first. */
async function loadParser() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/templates/parse.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).parseTemplate;
}

const spell = (error) => error.text.en.replace(/\{(\w+)\}/g, (hole, name) => String(error.args[name] ?? hole));

/** Text in ASCII is decoded in no time. */
const ascii = (value) =>
  `${JSON.stringify(value).replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

/** What checks need, without what only people read. */
const forChecks = ({ quirkTexts: _, ...template }) => ({ ...template, quirks: [], sources: [] });

/** JSON text. Throws with every problem of every template. */
export async function packTemplates(folder = join(root, 'templates')) {
  const parseTemplate = await loadParser();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.toml')).sort();
  const parsed = await Promise.all(names.map(async (name) => parseTemplate(await readFile(join(folder, name), 'utf8'), name)));
  const problems = parsed.flatMap((item) => (item instanceof Error ? [spell(item)] : []));
  parsed.forEach((item, index) => {
    if (!(item instanceof Error) && `${item.id}.toml` !== names[index]) problems.push(`${names[index]}: the id is ${item.id}`);
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return ascii(parsed.map(forChecks));
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const text = await packTemplates();
    await mkdir(join(root, 'dist'), { recursive: true });
    await writeFile(join(root, 'dist/templates.json'), text);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
