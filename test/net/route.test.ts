import { describe, expect, it } from 'vitest';
import { send } from '../../src/net/request.ts';
import type { Route } from '../../src/wire/types.ts';
import { authority, chatRequest, DIRECT, gateway, LIMITS, proxy, rawServer } from './servers.ts';

const via = (address: string, more: Partial<Route> = {}): Route => ({ ...DIRECT, proxy: address, extraCa: [authority()], ...more });

describe('certificates', () => {
  const refused: [string, string][] = [
    ['tls-self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['tls-expired', 'CERT_HAS_EXPIRED'],
    ['tls-not-yet-valid', 'CERT_NOT_YET_VALID'],
    ['tls-hostname', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ];
  it.each(refused)('%s', async (fault, code) => {
    const { url, requests } = await gateway({ fault });
    const { error, marks } = await send(chatRequest(url), { ...DIRECT, extraCa: [authority()] }, LIMITS);
    expect(error).toMatchObject({ phase: 'tls', code, certificate: { subject: expect.stringContaining('CN=') } });
    expect(error?.certificate?.names.length).toBeGreaterThan(0);
    expect(Number.isNaN(Date.parse(error?.certificate?.validTo ?? ''))).toBe(false);
    expect([marks.tls, requests]).toEqual([null, []]);
  });

  it('an authority that nobody knows, and one that is given', async () => {
    const { url } = await gateway({ fault: 'tls-unknown-ca' });
    expect((await send(chatRequest(url), DIRECT, LIMITS)).error).toMatchObject({ phase: 'tls', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    const trusted = await send(chatRequest(url), { ...DIRECT, extraCa: ['no PEM at all', authority()] }, LIMITS);
    expect(trusted).toMatchObject({ status: 200, error: null });
    expect(trusted.marks.tls).toBeGreaterThan(trusted.marks.tcp ?? Number.NaN);
  });

  it('does not look at this process\u2019s own switches', async () => {
    const { url } = await gateway({ fault: 'tls-self-signed' });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      expect((await send(chatRequest(url), DIRECT, LIMITS)).error?.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(await send(chatRequest(url), { ...DIRECT, verifyTls: false }, LIMITS)).toMatchObject({ status: 200, error: null });
  });

  it('https where no TLS is spoken, http where it is', async () => {
    const plain = await gateway({ fault: 'not-tls' });
    expect((await send(chatRequest(plain.url), DIRECT, LIMITS)).error).toMatchObject({ phase: 'tls', code: 'NOT_TLS' });
    const ssh = await gateway({ fault: 'garbage' });
    expect((await send(chatRequest(ssh.url.replace('http', 'https')), DIRECT, LIMITS)).error).toMatchObject({
      phase: 'tls',
      code: 'NOT_TLS',
    });
    const secure = await gateway({ fault: 'tls-unknown-ca' });
    const trace = await send(chatRequest(secure.url.replace('https', 'http')), DIRECT, LIMITS);
    expect(trace).toMatchObject({ status: 400, error: { phase: 'headers', code: 'HTTPS_EXPECTED' } });
  });

  it('a server that never answers the handshake', async () => {
    const { url } = await gateway({ fault: 'hang' });
    const trace = await send(chatRequest(url.replace('http', 'https')), DIRECT, { ...LIMITS, headersMs: 80 });
    expect(trace.error).toMatchObject({ phase: 'tls', code: 'NO_ANSWER' });
  });
});

describe('HTTP proxies', () => {
  it('forward http and tunnel https', async () => {
    const plain = await gateway();
    const forward = await proxy({}, plain);
    const first = await send(chatRequest('http://gw.test'), via(forward.url), LIMITS);
    expect(first).toMatchObject({ status: 200, viaProxy: true, error: null });
    expect(forward.requests[0]).toMatchObject({ method: 'POST', url: 'http://gw.test/v1/chat/completions' });

    const secure = await gateway({ fault: 'tls-unknown-ca' });
    const tunnel = await proxy({}, secure);
    const second = await send(chatRequest('https://gw.test'), via(tunnel.url), LIMITS);
    expect(second).toMatchObject({ status: 200, viaProxy: true, error: null });
    expect(tunnel.requests[0]).toMatchObject({ method: 'CONNECT', url: 'gw.test:443' });
    const { tcp, proxy: opened, tls } = second.marks;
    expect([tcp, opened, tls].map(Number)).toEqual([tcp, opened, tls].map(Number).sort((a, b) => a - b));
  });

  it('tunnel http as well for a client that always does, and take an address without a scheme', async () => {
    const plain = await gateway();
    const tunnel = await proxy({}, plain);
    const trace = await send(chatRequest('http://gw.test:80'), via(tunnel.host, { tunnelAlways: true }), LIMITS);
    expect(trace).toMatchObject({ status: 200, error: null });
    expect(tunnel.requests[0]).toMatchObject({ method: 'CONNECT', url: 'gw.test:80' });
  });

  it.each(['http://gw.test', 'https://gw.test'])('get their credentials, and %s does not', async (base) => {
    const target = await gateway(base.startsWith('https') ? { fault: 'tls-unknown-ca' } : {});
    const running = await proxy({ auth: 'corp:p@ss word-0123456789' }, target);
    const address = `http://corp:p%40ss%20word-0123456789@${running.host}`;
    expect(await send(chatRequest(base), via(address), LIMITS)).toMatchObject({ status: 200, error: null });
    expect(target.requests[0]?.headers['proxy-authorization']).toBeUndefined();
    const without = await send(chatRequest(base), via(running.url), LIMITS);
    expect(without.error).toMatchObject({ phase: 'proxy', code: 'PROXY_AUTH', proxyStatus: 407 });
    expect(JSON.stringify(without.error)).not.toContain('word-0123456789');
  });

  const refusing: [string, object, string, object][] = [
    ['deny', { deny: ['gw.test'] }, 'https://gw.test', { code: 'PROXY_DENIED', proxyStatus: 403 }],
    ['deny', { deny: ['gw.test'] }, 'http://gw.test', { code: 'PROXY_DENIED', proxyStatus: 403 }],
    ['can\u2019t resolve', {}, 'https://other.test', { code: 'PROXY_DENIED', proxyStatus: 503 }],
    ['can\u2019t resolve', {}, 'http://other.test', { code: 'PROXY_DENIED', proxyStatus: 503 }],
    ['are dead', { kind: 'dead' }, 'https://gw.test', { code: 'PROXY_REFUSED', cause: 'ECONNREFUSED' }],
    ['are dead', { kind: 'dead' }, 'http://gw.test', { code: 'PROXY_REFUSED', cause: 'ECONNREFUSED' }],
    ['are no proxies', { kind: 'not-http' }, 'https://gw.test', { code: 'PROXY_NOT_HTTP' }],
    ['are no proxies', { kind: 'not-http' }, 'http://gw.test', { code: 'PROXY_NOT_HTTP' }],
  ];
  it.each(refusing)('%s %j for %s', async (_, config, base, error) => {
    const target = await gateway();
    const running = await proxy(config, target);
    const trace = await send(chatRequest(base), via(running.url), LIMITS);
    expect(trace.error).toMatchObject({ phase: 'proxy', ...error });
    expect(target.requests).toEqual([]);
  });

  it('say nothing', async () => {
    const { port } = await rawServer((socket) => socket.resume());
    const trace = await send(chatRequest('https://gw.test'), via(`http://127.0.0.1:${port}`), { ...LIMITS, headersMs: 80 });
    expect(trace.error).toMatchObject({ phase: 'proxy', code: 'PROXY_NO_ANSWER' });
  });

  it('have an unknown name', async () => {
    const trace = await send(chatRequest('https://gw.test'), via('http://no-such-proxy.invalid:3128'), LIMITS);
    expect(trace.error).toMatchObject({ phase: 'proxy', code: 'PROXY_REFUSED', cause: expect.stringMatching(/^E/) });
  });

  it('are reached over TLS', async () => {
    const secure = await gateway({ fault: 'tls-unknown-ca' });
    const trace = await send(chatRequest('http://gw.test'), via(secure.url), LIMITS);
    expect(trace).toMatchObject({ status: 200, viaProxy: true, error: null });
    const untrusted = await send(chatRequest('http://gw.test'), { ...DIRECT, proxy: secure.url }, LIMITS);
    expect(untrusted.error).toMatchObject({ phase: 'proxy', code: 'PROXY_TLS' });
  });

  it.each(['socks5://127.0.0.1:1080', 'socks4://127.0.0.1:1080', 'ftp://127.0.0.1', 'http://', 'http://:8080'])(
    '%s can\u2019t be used',
    async (address) => {
      expect((await send(chatRequest('http://gw.test'), via(address), LIMITS)).error).toMatchObject({
        phase: 'proxy',
        code: 'PROXY_SCHEME',
      });
    },
  );
});

// A SOCKS5 server that knows one user and takes every connection to one port of this machine.
function socksServer(port: number, { user = null as string | null, reply = 0 } = {}) {
  const named: string[] = [];
  const running = rawServer(async (socket) => {
    const net = await import('node:net');
    const next = () => new Promise<Buffer>((resolve) => socket.once('data', resolve));
    const greeting = await next();
    const method = user === null ? 0 : greeting.includes(2, 2) ? 2 : 0xff;
    socket.write(Buffer.from([5, method]));
    if (method === 2) {
      const login = await next();
      socket.write(Buffer.from([1, login.toString('latin1', 2, 2 + (login[1] ?? 0)) === user ? 0 : 1]));
    }
    if (method === 0xff) return;
    const request = await next();
    named.push(request[3] === 3 ? request.toString('latin1', 5, 5 + (request[4] ?? 0)) : [...request.subarray(4, 8)].join('.'));
    // The reply comes in two pieces, as it may.
    socket.write(Buffer.from([5, reply, 0]));
    setImmediate(() => {
      socket.write(Buffer.from([1, 0, 0, 0, 0, 0, 0]));
      if (reply !== 0) return;
      const upstream = net.connect(port, '127.0.0.1');
      upstream.on('error', () => {});
      socket.pipe(upstream).pipe(socket);
    });
  });
  return running.then(({ url }) => ({ address: url.replace('http://', ''), named }));
}

describe('SOCKS5 proxies', () => {
  it('connect, with names resolved there or here', async () => {
    const secure = await gateway({ fault: 'tls-unknown-ca' });
    const { address, named } = await socksServer(secure.port);
    expect(await send(chatRequest('https://gw.test'), via(`socks5h://${address}`, { socks: true }), LIMITS)).toMatchObject({
      status: 200,
      viaProxy: true,
      error: null,
    });
    const plain = await gateway();
    const second = await socksServer(plain.port);
    expect(await send(chatRequest('http://localhost'), via(`socks5://${second.address}`, { socks: true }), LIMITS)).toMatchObject({
      status: 200,
      error: null,
    });
    expect([...named, ...second.named]).toEqual(['gw.test', '127.0.0.1']);
  });

  it('want credentials, or refuse', async () => {
    const plain = await gateway();
    const { address } = await socksServer(plain.port, { user: 'corp' });
    const codeOf = async (proxyUrl: string) =>
      (await send(chatRequest('http://gw.test'), via(proxyUrl, { socks: true }), LIMITS)).error?.code;
    expect(await codeOf(`socks5h://corp:secret@${address}`)).toBeUndefined();
    expect(await codeOf(`socks5h://other:secret@${address}`)).toBe('PROXY_AUTH');
    expect(await codeOf(`socks5h://${address}`)).toBe('PROXY_AUTH');
    const denying = await socksServer(plain.port, { reply: 2 });
    expect(await codeOf(`socks5h://${denying.address}`)).toBe('PROXY_DENIED');
    expect(await codeOf(`socks5h://${plain.host}`)).toBe('PROXY_NOT_HTTP');
  });
});
