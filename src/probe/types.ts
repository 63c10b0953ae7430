// What probing a client's channel yields: traces with a meaning, for the rules and the report.

import type { RequestOptions } from '../clients/client.ts';
import type { Args, ClientId, CredentialKind, Installed, ModelUse, Sentence, Setting, Severity, WireApi } from '../model.ts';
import type { Trace } from '../wire/types.ts';

/** A class of the failure table, with what the sentence needs. */
export interface Failure {
  readonly id: string;
  readonly severity: Severity;
  readonly args: Args;
  /** Which of the class's `variants` tells it best. */
  readonly variant?: string;
  /** What further probes showed about it. */
  readonly shown?: readonly Sentence[];
}

export interface Outcome {
  /** Null: inconclusive (a relay that admits only certain clients). */
  readonly ok: boolean | null;
  readonly failure: Failure | null;
  /** The answer, even an error, is in the shape of the protocol asked for: this base speaks it. */
  readonly speaks: boolean;
  /** Refused by a status alone: no word blames the key or what it may use. */
  readonly unexplained?: true;
  /** The request as such failed with `failure`, but this client gets its answer another way (a second request, a redirect it may follow). */
  readonly healed?: true;
}

export type ProbePurpose =
  | 'faithful'
  | 'retry-without-stream'
  | 'candidate'
  | 'other-header'
  | 'other-wire'
  | 'no-key'
  | 'invented-key'
  | 'small-body'
  | 'without-part'
  | 'direct'
  | 'shadowed'
  | 'other-model'
  | 'models'
  | 'websocket';

/** One exchange and what it means. */
export interface Probed {
  readonly purpose: ProbePurpose;
  /** Why it was sent, for `--verbose`: a technical note in English. */
  readonly note: string;
  readonly baseUrl: string;
  readonly wireApi: WireApi;
  readonly trace: Trace;
  readonly outcome: Outcome;
}

export interface Candidate {
  readonly baseUrl: string;
  /** What was done to the written base to get it. */
  readonly how:
    | 'v1-added'
    | 'v1-removed'
    | 'v1-undoubled'
    | 'endpoint-cut'
    /** The page of a web site: what is left is the host. */
    | 'page-cut'
    | 'query-cut'
    | 'cleaned'
    | 'scheme-mended'
    | 'template'
    | 'https'
    | 'ipv4'
    | 'redirect'
    | 'slash-cut';
  readonly probed: Probed | null;
  /** cli.md, "Proven". */
  readonly proven: boolean;
}

/** Something in the client's request that a gateway may refuse. */
export interface RequestPart {
  /** As shown: the names of fields, types of tools or headers. */
  readonly name: string;
  /** Everything that is missing without it; a part may cover others. */
  readonly covers: readonly string[];
  /** The request without it. */
  readonly options: RequestOptions;
  /** What it is called where a gateway refuses it without a name. */
  readonly failure: string;
}

/** What the real client said when it was asked itself (`--with-client`). `faithful.outcome` follows it. */
export interface Arbiter {
  /** Null: it is not installed, so nobody could be asked. */
  readonly installed: Installed | null;
  /** Null: it gave no verdict. */
  readonly ok: boolean | null;
  readonly status: number | null;
  /** One printable line, masked. */
  readonly evidence: string;
  readonly totalMs: number;
}

/** All that is known from the wire about one client's channel. */
export interface ClientEvidence {
  readonly client: ClientId;
  /** Null where nothing could or might be sent; `notSent` says why. */
  readonly faithful: Probed | null;
  readonly notSent:
    | null
    | 'offline'
    | 'no-channel'
    | 'no-key'
    | 'bad-key'
    | 'bad-url'
    | 'untrusted-project'
    | 'wrong-vendor'
    | 'login-only'
    | 'broken-config'
    | 'helper-not-run'
    | 'cloud'
    | 'official'
    | 'proxy-unusable'
    | 'dry-run';
  /** The same request for each further model the client asks for by itself. */
  readonly otherModels: readonly { readonly use: ModelUse; readonly probed: Probed }[];
  readonly candidates: readonly Candidate[];
  /** The same request with the key in the other header. */
  readonly otherHeader: { readonly kind: CredentialKind; readonly probed: Probed } | null;
  /** Small requests in the other protocols at the same base. */
  readonly otherWires: readonly Probed[];
  readonly noKey: Probed | null;
  /** With a key that nobody was given. */
  readonly inventedKey: Probed | null;
  readonly smallBody: Probed | null;
  /** The same request with one thing less each time. */
  readonly parts: readonly { readonly part: RequestPart; readonly probed: Probed }[];
  /** Without the proxy. */
  readonly direct: Probed | null;
  readonly websocket: Probed | null;
  /** Shadowed addresses or keys, tried with the key that belongs to them, and models. */
  readonly shadowed: readonly {
    readonly what: 'baseUrl' | 'credential' | 'model';
    readonly setting: Setting<unknown>;
    readonly index: number;
    readonly probed: Probed;
  }[];
  /** Ids the gateway lists, null where it would not say. */
  readonly models: readonly string[] | null;
  readonly arbiter?: Arbiter;
  /** Every exchange in the order sent, for `--verbose`. */
  readonly all: readonly Probed[];
}

export type Evidence = ReadonlyMap<ClientId, ClientEvidence>;
