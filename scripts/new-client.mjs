// `npm run new:client id`: a client that reads and writes one JSON file, its lines in the registries, and a test that fails until it is true.

import { readFileSync } from 'node:fs';

import { run } from './install.mjs';
import { addImport, addToArray, camelCase, create, edit, exists, KEBAB, main, pascalCase, Stop, tidy } from './scaffold.mjs';

const USAGE = 'usage: npm run new:client id      (the id is also its command, for example opencode)';
const PARTS = ['versions', 'read', 'request', 'write', 'index'];

const binding = (id) => camelCase(id, 'Client');

function template(part, id) {
  const text = readFileSync(new URL(`new-client/${part}.ts.txt`, import.meta.url), 'utf8');
  return text.replaceAll('__ID__', id).replaceAll('__CAMEL__', binding(id)).replaceAll('__PASCAL__', pascalCase(id));
}

const withState = (id) => (text) =>
  text.replace(
    /export type ClientState = ([^;]+);/,
    (_, states) =>
      `export interface ${pascalCase(id)}State extends StateBase {\n  readonly id: '${id}';\n}\n\nexport type ClientState = ${states} | ${pascalCase(id)}State;`,
  );

main(([id = '']) => {
  if (!KEBAB.test(id)) throw new Stop(USAGE);
  if (exists(`src/clients/${id}`)) throw new Stop(`src/clients/${id} is there already`);
  const folder = `src/clients/${id}`;
  const test = `test/clients/${id}/${id}.test.ts`;
  for (const part of PARTS) create(`${folder}/${part}.ts`, template(part, id));
  create(test, template('test', id));
  edit('src/model.ts', (text) => text.replace(/(export type ClientId = [^;]+);/, `$1 | '${id}';`));
  edit('src/clients/client.ts', withState(id));
  edit('src/clients/index.ts', (text) =>
    addToArray(addImport(text, `import { ${binding(id)} } from './${id}/index.ts';`), 'CLIENTS', binding(id)),
  );
  tidy([folder, test, 'src/model.ts', 'src/clients/client.ts', 'src/clients/index.ts']);
  process.stdout.write('\nNext: the compiler names every place where a client makes a difference; decide each:\n\n');
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false']);
  process.stdout.write(`\nThen: npx vitest run ${test} test/contract/clients.test.ts\n`);
});
