// A machine with both clients on it, and gateways on the loopback, for the commands that switch between channels.

import { main } from '../../src/cli.ts';
import { closeIdle } from '../../src/net/pool.ts';
import { type MemoryHost, type MemoryMachine, memoryHost } from '../helpers/memory-host.ts';

export interface Gateway {
  readonly url: string;
  readonly requests: { readonly method: string; readonly url: string; readonly headers: Record<string, string>; readonly body: string }[];
  close(): Promise<void>;
}

const module = await import(new URL('../cases/gateway.mjs', import.meta.url).href);
const { startGateway } = module as { startGateway(config: object): Promise<Gateway> };

/** Closes what a test started. */
export const closers: (() => unknown)[] = [];
export async function closeAll(): Promise<void> {
  closeIdle();
  for (const close of closers.splice(0)) await close();
}

export async function gateway(key: string, models: readonly string[], more: object = {}): Promise<Gateway> {
  const running = await startGateway({ kind: 'new-api', models, keys: [key], ...more });
  closers.push(() => running.close());
  return running;
}

export const VERSIONS = { codex: '0.171.0', claude: '2.1.332' };

/** Both clients say their version; nothing else is on PATH. */
export function machineWith(machine: MemoryMachine = {}, versions: Partial<typeof VERSIONS> = VERSIONS): MemoryHost {
  const programs = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, () => ({ stdout: `${name} ${version}\n` })]),
  );
  return memoryHost({ ...machine, env: { LANG: 'en_US.UTF-8', ...machine.env }, programs: { ...programs, ...machine.programs } });
}

export interface Said {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

/** One run of the program; a fresh look at the same disk, with more variables. */
export async function doctor(
  host: MemoryHost,
  argv: readonly string[],
  more: { env?: Record<string, string>; stdin?: string } = {},
): Promise<Said> {
  host.printed.out = '';
  host.printed.err = '';
  const terminal = more.stdin === undefined ? host.terminal : { ...host.terminal, readStdin: async () => more.stdin ?? '' };
  const status = await main(argv, { ...host, terminal, env: { ...host.env, ...more.env } });
  return { status, ...host.printed };
}

export const sentKeys = ({ requests }: Gateway): string[] => [
  ...new Set(requests.flatMap(({ headers }) => [headers.authorization, headers['x-api-key']].filter((value) => value !== undefined))),
];
