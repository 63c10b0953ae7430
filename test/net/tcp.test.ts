import { expect, it } from 'vitest';
import { connectTcp } from '../../src/net/tcp.ts';
import { rawServer } from './servers.ts';

const quiet = new AbortController().signal;
const v4 = (address: string) => ({ address, family: 4 });

it('goes on to the next address at once when one refuses', async () => {
  const { port } = await rawServer(() => {});
  const socket = await connectTcp([{ address: '::1', family: 6 }, v4('127.0.0.2'), v4('127.0.0.1')], port, quiet);
  expect(socket.remoteAddress).toBe('127.0.0.1');
  socket.destroy();
});

it('reports the most telling failure of all', async () => {
  const { port } = await rawServer(() => {});
  await expect(connectTcp([{ address: '::1', family: 6 }, v4('127.0.0.2')], port, quiet)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('ends with the signal', async () => {
  const controller = new AbortController();
  const waiting = connectTcp([v4('127.0.0.1')], 9, controller.signal);
  controller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(connectTcp([v4('127.0.0.1')], 9, controller.signal)).rejects.toThrow('enough');
});
