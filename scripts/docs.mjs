// Writes what can be generated of the documentation: docs/diagnosis*.md, and the transcripts in README*.md and docs/channels*.md from real runs.
//
//   npm run docs               writes
//   npm run docs -- --check    writes nothing; status 1 and the names of the files that are stale

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runChannels, runDemo } from './demo-steps.mjs';
import { diagnosisPage } from './diagnosis-page.mjs';
import { root } from './install.mjs';
import { loadRegistries } from './registries.mjs';

const PAGES = { en: 'docs/diagnosis.md', zh: 'docs/diagnosis.zh-CN.md' };
/** Pages with transcripts, and the run whose steps they show. */
const SHOWN = [
  { en: 'README.md', zh: 'README.zh-CN.md', run: runDemo },
  { en: 'docs/channels.md', zh: 'docs/channels.zh-CN.md', run: runChannels },
];
/** `<!-- demo: check, fix -->` … `<!-- /demo -->` */
const BLOCK = /(<!-- demo: ([a-z, ]+) -->\n)[\s\S]*?(<!-- \/demo -->)/g;
// Five digits, as the ports of the run have: the columns stay aligned.
const SHOWN_PORT = 18080;
const SHOWN_MS = 12;

const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');

/** Ports and times differ from run to run; nothing else does. */
const stable = (text, ports) =>
  ports
    .reduce((shown, port, index) => shown.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${SHOWN_PORT + index}`), text)
    .replace(/\b\d+( ms\b)/g, `${SHOWN_MS}$1`);

async function transcripts(run, lang) {
  const steps = [];
  const { urls } = await run({ lang, onStep: (step) => steps.push(step) });
  const ports = urls.map((url) => new URL(url).port);
  return new Map(
    steps.filter(({ command }) => command).map(({ name, command, output }) => [name, stable(`$ ${command}\n${output.trimEnd()}`, ports)]),
  );
}

async function page({ run, ...paths }, lang) {
  const text = read(paths[lang]);
  if (!/<!-- demo: /.test(text)) return text;
  const steps = await transcripts(run, lang);
  return text.replace(BLOCK, (_, open, names, close) => {
    const shown = names.split(',').map((name) => {
      const step = steps.get(name.trim());
      if (step === undefined) throw new Error(`${paths[lang]} asks for a step of the demo that is not there: ${name.trim()}`);
      return step;
    });
    return `${open}\`\`\`console\n${shown.join('\n\n')}\n\`\`\`\n${close}`;
  });
}

async function main(isCheck) {
  const registries = await loadRegistries();
  const wanted = [];
  for (const lang of ['en', 'zh']) {
    wanted.push([PAGES[lang], diagnosisPage(registries, lang)]);
    for (const shown of SHOWN) wanted.push([shown[lang], await page(shown, lang)]);
  }
  const stale = wanted.filter(([path, text]) => read(path) !== text);
  for (const [path, text] of stale) {
    if (!isCheck) writeFileSync(join(root, path), text);
    process.stdout.write(`${isCheck ? 'stale' : 'wrote'}  ${path}\n`);
  }
  if (isCheck && stale.length > 0) process.stdout.write('Run: npm run docs\n');
  return isCheck && stale.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.includes('--check'));
