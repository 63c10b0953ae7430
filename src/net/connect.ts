// From a URL to an open connection, every leg stamped: name, TCP, proxy, TLS.

import net, { type Socket } from 'node:net';
import type { Route } from '../wire/types.ts';
import { bareHost } from './bare-host.ts';
import type { Clock } from './clock.ts';
import { failure, proxyErrorOf } from './failure.ts';
import { type ProxyAddress, parseProxy, proxyAuthorization } from './proxy-address.ts';
import { openSocks } from './socks.ts';
import { connectTcp, lookup } from './tcp.ts';
import { contextFor, secure } from './tls.ts';
import { openTunnel } from './tunnel.ts';

export interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly proxy: ProxyAddress | null;
  /** The request line names the whole URL: a forwarding proxy, no tunnel. */
  readonly absoluteForm: boolean;
  /** For the forwarding proxy, with each request. */
  readonly proxyAuthorization: string | null;
}

/** Throws a WireFailure where URL or proxy can't be used. Prepares the certificate store, so call it before the clock starts. */
export function targetOf(url: string, route: Route): Target {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || !parsed.hostname)
    throw failure('dns', 'BAD_URL', 'the URL is no http or https address');
  const isTls = parsed.protocol === 'https:';
  const proxy = route.proxy === null ? null : parseProxy(route.proxy, route.socks === true);
  const absoluteForm = proxy !== null && proxy.kind !== 'socks' && !isTls && !route.tunnelAlways;
  if (isTls || proxy?.kind === 'https') contextFor(route);
  return {
    url: parsed,
    host: bareHost(parsed.hostname),
    port: Number(parsed.port || (isTls ? 443 : 80)),
    isTls,
    proxy,
    absoluteForm,
    proxyAuthorization: absoluteForm ? proxyAuthorization(proxy) : null,
  };
}

async function reach(host: string, port: number, clock: Clock, signal: AbortSignal): Promise<Socket> {
  if (net.isIP(host)) return connectTcp([{ address: host, family: net.isIP(host) }], port, signal);
  const addresses = await lookup(host, signal);
  clock.stamp('dns');
  if (clock.phase === 'dns') clock.phase = 'tcp';
  return connectTcp(addresses, port, signal);
}

async function reachProxy(proxy: ProxyAddress, route: Route, clock: Clock, signal: AbortSignal): Promise<Socket> {
  clock.phase = 'proxy';
  const socket = await reach(proxy.host, proxy.port, clock, signal).catch((thrown: unknown) => {
    throw proxyErrorOf(thrown);
  });
  clock.stamp('tcp');
  if (proxy.kind !== 'https') return socket;
  return secure(socket, proxy.host, route, signal).catch((thrown: unknown) => {
    const { error } = proxyErrorOf(thrown);
    throw failure('proxy', error.code === 'ABORTED' ? 'ABORTED' : 'PROXY_TLS', error.detail, error.cause ? { cause: error.cause } : {});
  });
}

// socks5:// resolves here, socks5h:// there (curl's and reqwest's reading).
async function socksHost({ host }: Target, proxy: ProxyAddress, clock: Clock, signal: AbortSignal): Promise<string> {
  if (proxy.remoteDns || net.isIP(host)) return host;
  clock.phase = 'dns';
  const addresses = await lookup(host, signal);
  clock.phase = 'proxy';
  return (addresses.find(({ family }) => family === 4) ?? addresses[0])?.address ?? host;
}

async function passProxy(target: Target, proxy: ProxyAddress, route: Route, clock: Clock, signal: AbortSignal): Promise<Socket> {
  const socket = await reachProxy(proxy, route, clock, signal);
  try {
    if (proxy.kind === 'socks') await openSocks(socket, await socksHost(target, proxy, clock, signal), target.port, proxy, signal);
    else if (!target.absoluteForm) await openTunnel(socket, `${target.url.hostname}:${target.port}`, proxy, signal);
  } catch (thrown) {
    socket.destroy();
    throw clock.phase === 'proxy' ? proxyErrorOf(thrown) : thrown;
  }
  clock.stamp('proxy');
  return socket;
}

async function passDirect(target: Target, clock: Clock, signal: AbortSignal): Promise<Socket> {
  clock.phase = net.isIP(target.host) ? 'tcp' : 'dns';
  const socket = await reach(target.host, target.port, clock, signal);
  clock.stamp('tcp');
  return socket;
}

export async function connect(target: Target, route: Route, clock: Clock, signal: AbortSignal): Promise<Socket> {
  const socket = target.proxy ? await passProxy(target, target.proxy, route, clock, signal) : await passDirect(target, clock, signal);
  if (!target.isTls) return socket;
  clock.phase = 'tls';
  const secured = await secure(socket, target.host, route, signal).catch((thrown: unknown) => {
    socket.destroy();
    throw thrown;
  });
  clock.stamp('tls');
  return secured;
}
