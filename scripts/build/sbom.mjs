// The bill of materials in the bundle: CycloneDX 1.6, https://cyclonedx.org/docs/1.6/json/. Without a time, so that two builds are the same.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../install.mjs';

const purl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The archive that the lock file names, as npm checks it. */
function hashesOf(lock, folder) {
  const [, algorithm, digest] = /^(sha\d+)-(.+)$/.exec(lock.packages[folder]?.integrity ?? '') ?? [];
  if (algorithm !== 'sha512') throw new Error(`package-lock.json has no SHA-512 for ${folder}`);
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** A UUID (version 8, RFC 9562) that only changes with the contents. */
function serialNumber(contents) {
  const hex = createHash('sha256').update(contents).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function sbom(packages, { name, version, license, description }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const own = purl(name, version);
  const components = packages.map((entry) => ({
    type: 'library',
    'bom-ref': purl(entry.name, entry.version),
    name: entry.name,
    version: entry.version,
    purl: purl(entry.name, entry.version),
    licenses: [{ license: { id: entry.licence } }],
    hashes: hashesOf(lock, entry.folder.slice(entry.folder.indexOf('node_modules/'))),
  }));
  const body = {
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': own, name, version, description, purl: own, licenses: [{ license: { id: license } }] },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: components.map((component) => component['bom-ref']) },
      ...components.map((component) => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  };
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(JSON.stringify(body)) };
  return `${JSON.stringify({ ...head, ...body }, null, 2)}\n`;
}
