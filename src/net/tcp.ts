// Names to addresses, and the first address that answers (RFC 8305, "happy eyeballs").
//
// Node's own `autoSelectFamily` gives each address 250 ms and then gives it up, which loses every gateway
// more than a quarter of a second away; here earlier attempts go on while later ones start.

import net, { type Socket } from 'node:net';
import { codeOf, failure } from './failure.ts';
import { settle } from './settle.ts';

export interface Address {
  readonly address: string;
  readonly family: number;
}

const STAGGER_MS = 250;
const MAX_ADDRESSES = 8;

export function lookup(host: string, signal: AbortSignal): Promise<readonly Address[]> {
  return settle(signal, (done, fail) => {
    // Loaded for the first name.
    process.getBuiltinModule('node:dns').lookup(host, { all: true }, (error, addresses) => {
      if (error) fail(error);
      else if (addresses.length === 0) fail(failure('dns', 'ENOTFOUND', `no address for ${host}`));
      else done(addresses);
    });
    return () => {};
  });
}

// The first family stays first, then they take turns.
function inTurn(addresses: readonly Address[]): readonly Address[] {
  const first = addresses.filter(({ family }) => family === addresses[0]?.family);
  const second = addresses.filter(({ family }) => family !== addresses[0]?.family);
  return first
    .flatMap((address, index) => [address, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length))
    .slice(0, MAX_ADDRESSES);
}

// A missing route for one family says less than a refusal or silence from the other.
const SAYS_LITTLE = ['ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];
const mostTelling = (errors: readonly Error[]): Error | undefined =>
  errors.find((error) => !SAYS_LITTLE.includes(codeOf(error))) ?? errors[0];

export function connectTcp(addresses: readonly Address[], port: number, signal: AbortSignal): Promise<Socket> {
  return settle<Socket>(signal, (done, fail) => {
    const waiting = [...inTurn(addresses)];
    const open = new Set<Socket>();
    const errors: Error[] = [];
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(timer);
      waiting.length = 0;
      for (const socket of open) socket.destroy();
    };
    const attempt = () => {
      clearTimeout(timer);
      const target = waiting.shift();
      if (!target) return;
      const socket = net.connect({ host: target.address, port, noDelay: true });
      open.add(socket);
      socket.once('connect', () => {
        open.delete(socket);
        stop();
        done(socket);
      });
      // Stays: an error between two phases must not be uncaught. Later phases listen for themselves.
      socket.on('error', (error) => {
        if (!open.delete(socket)) return;
        errors.push(error);
        if (waiting.length > 0) attempt();
        else if (open.size === 0) fail(mostTelling(errors));
      });
      if (waiting.length > 0) timer = setTimeout(attempt, STAGGER_MS);
    };
    attempt();
    return stop;
  });
}
