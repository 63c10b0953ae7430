// The mock gateway of the cases, as a check against real clients needs it.

import { startGateway as startMock } from '../../cases/gateway.mjs';

/** What every model of the mock says first: a client that prints it got its answer. */
export const REPLY = 'OK ok ok';

function modelIn(body) {
  try {
    return JSON.parse(body).model ?? null;
  } catch {
    return null;
  }
}

const entryOf = ({ method, url, headers, body, status = null }) => ({
  method,
  url,
  status,
  model: modelIn(body),
  bearer: headers.authorization ?? null,
  apiKey: headers['x-api-key'] ?? null,
});

/** `spec` as in ../../cases/README.md ("gateway"); null: nothing listens. `fill` replaces the placeholders of a scenario. */
export async function startGateway(spec, fill = (text) => text) {
  const config = spec ? JSON.parse(fill(JSON.stringify(spec))) : { kind: 'none', fault: 'refuse' };
  const mock = await startMock(config);
  let seen = 0;
  return {
    origin: mock.url,
    host: mock.host,
    port: mock.port,
    authorityFile: mock.authorityFile,
    log: () => mock.requests.map(entryOf),
    connections: () => mock.connections() - seen,
    reset() {
      mock.requests.length = 0;
      seen = mock.connections();
    },
    close: () => mock.close(),
  };
}
