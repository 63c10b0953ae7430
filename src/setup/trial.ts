// A channel tried on for one client: the edits it would take, and a state in which it alone is configured.

import type { ChannelIntent, Client, ClientState } from '../clients/client.ts';
import type { CredentialKind, Edit, Facts, Plan, WireApi } from '../model.ts';
import { factsAfter, planEdits } from '../plan.ts';
import { limitsFor, ProbeSession, type Send } from '../probe/session.ts';
import { sha256 } from '../sha256.ts';
import { foreignKeyOwner, type Template } from '../templates.ts';
import type { GivenKey } from './key.ts';
import type { Wanted } from './wanted.ts';

export interface Proposal {
  readonly client: Client;
  readonly intent: ChannelIntent;
  readonly edits: readonly Edit[];
  readonly plan: Plan;
  /** The facts as they would be after this client's edits alone. */
  readonly facts: Facts;
}

export interface ProposeOptions {
  readonly wanted: Wanted;
  readonly key: GivenKey;
  readonly facts: Facts;
  /** Null: offline, nothing is sent. */
  readonly send: Send | null;
  /** For one exchange. */
  readonly timeoutMs: number;
  /** Known providers: a key of one is not sent to another. */
  readonly templates?: readonly Template[];
}

/** May the key be sent there at all? */
export const mayBeAsked = (baseUrl: string, { key, templates = [] }: Pick<ProposeOptions, 'key' | 'templates'>): boolean =>
  foreignKeyOwner(templates, baseUrl, key.secret) === null;

export interface ChannelParts {
  readonly baseUrl: string;
  readonly model: string;
  readonly header?: CredentialKind;
  readonly models?: readonly string[] | null;
}

export class Trial {
  readonly #options: ProposeOptions;
  readonly #client: Client;
  readonly #wire: WireApi;

  constructor(client: Client, wire: WireApi, options: ProposeOptions) {
    this.#client = client;
    this.#wire = wire;
    this.#options = options;
  }

  intent({ baseUrl, model, header = 'bearer', models = null }: ChannelParts): ChannelIntent {
    const { wanted, key } = this.#options;
    return {
      baseUrl,
      model,
      smallModel: wanted.smallModel,
      key: key.env === null ? { secret: key.secret } : { secret: key.secret, env: key.env },
      header,
      wireApi: this.#wire,
      name: wanted.name,
      template: wanted.template,
      scope: wanted.scope,
      models,
    };
  }

  propose(intent: ChannelIntent): Proposal {
    const { facts } = this.#options;
    const edits = this.#client.write(intent, this.#client.read(facts), facts);
    const plan = planEdits(edits, facts);
    const after = factsAfter(facts, plan);
    // A project's file that this set-up writes is this user's own word.
    const written = intent.scope === 'user' ? [] : plan.files.map(({ path, after: bytes }) => [path, sha256(bytes)] as const);
    const trusted = { ...after, trustedFiles: new Map([...after.trustedFiles, ...written]) };
    return { client: this.#client, intent, edits, plan, facts: trusted };
  }

  /** A state in which this channel alone is configured, for trying addresses before anything is planned. */
  session(intent: ChannelIntent, send: Send): { session: ProbeSession; state: ClientState } {
    const { facts, timeoutMs } = this.#options;
    const bare: Facts = { ...facts, files: new Map(), folders: new Map() };
    const userScope: ChannelIntent = { ...intent, scope: 'user' };
    const plan = planEdits(this.#client.write(userScope, this.#client.read(bare), bare), bare);
    const state = this.#client.read(factsAfter(bare, plan));
    return { session: new ProbeSession(state, send, limitsFor(timeoutMs)), state };
  }
}
