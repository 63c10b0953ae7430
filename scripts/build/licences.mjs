// What of other people is in the bundle, taken from what esbuild really put in; their licences; and THIRD_PARTY_NOTICES.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../install.mjs';

/** Permissive ones that ask for no more than their text beside the program. */
const ALLOWED = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

const read = (path) => readFileSync(join(root, path), 'utf8');

/** Folders of packages from which at least one byte got into an output. */
function packageFolders({ outputs }) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const folders = inputs.flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? (PACKAGE.exec(path)?.slice(1) ?? []) : []));
  return [...new Set(folders)].sort();
}

function licenceText(folder, name) {
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e(?:\.md|\.txt)?$/i.test(entry));
  if (!file) throw new Error(`${name} comes without the text of its licence`);
  return read(`${folder}/${file}`).replaceAll('\r\n', '\n').trim();
}

/** `{ name, version, licence, text, homepage, folder }`, by name. Throws for a licence that is not on the list. */
export function bundledPackages(metafile) {
  return packageFolders(metafile).map((folder) => {
    const { name, version, license, homepage, repository } = JSON.parse(read(`${folder}/package.json`));
    if (!ALLOWED.includes(license))
      throw new Error(`${name} ${version} is under ${license}, which scripts/build/licences.mjs does not allow`);
    const address = homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? '';
    return { name, version, licence: license, text: licenceText(folder, name), homepage: address, folder };
  });
}

export function notices(packages) {
  const line = '-'.repeat(72);
  const head = 'channel-doctor contains code of the following packages. Written by scripts/build.mjs from what is in the bundle.';
  const parts = packages.map(({ name, version, licence, text, homepage }) => `${name} ${version} (${licence})\n${homepage}\n\n${text}`);
  return `${[head, ...parts].join(`\n\n${line}\n\n`)}\n`;
}
