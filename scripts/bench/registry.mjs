// A registry on loopback for one package and its dependencies, as far as npm needs one to install them.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import http from 'node:http';

/** `packages`: `{ manifest, tarball }` (a path) each. */
export async function startRegistry(packages) {
  const byName = new Map(packages.map((entry) => [entry.manifest.name, { ...entry, bytes: readFileSync(entry.tarball) }]));
  const server = http.createServer((request, response) => {
    const [, name = '', isTarball] = /^\/((?:@[^/]+\/)?[^/]+)(\/-\/.*)?$/.exec(decodeURIComponent(request.url)) ?? [];
    const found = byName.get(name);
    if (!found) return response.writeHead(404).end('{}');
    if (isTarball) return response.end(found.bytes);
    const { manifest, bytes } = found;
    const { port } = server.address();
    const dist = {
      tarball: `http://127.0.0.1:${port}/${name}/-/${manifest.version}.tgz`,
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      shasum: createHash('sha1').update(bytes).digest('hex'),
    };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, scripts: {}, dist } },
      }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
