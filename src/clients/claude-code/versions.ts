// Which version of Claude Code does what. Measured on 0.2.126, 1.0.0, 1.0.60, 1.0.90, 1.0.128, 2.0.0, 2.0.77, 2.1.0, 2.1.50, 2.1.100, 2.1.200,
// 2.1.280 and 2.1.332; between two of them the vendor's changelog gives the exact version, or else the newer behaviour is assumed.

import { atLeast, below, compareVersions } from '../version.ts';

export const NEWEST_KNOWN_VERSION = '2.1.332';

interface Span {
  /** First version. */
  readonly from?: string;
  /** Newer than this one, the last that was seen without. */
  readonly after?: string;
  /** Last version. */
  readonly upTo?: string;
  /** Older than this one, the first that was seen without. */
  readonly before?: string;
}

const TRAITS = {
  // Files (measured: sections 1 and 2).
  dropsBom: { upTo: '2.0.0' },
  dropsUtf16: { before: '2.0.77' },
  // Changelog 1.0.6: "Respect CLAUDE_CONFIG_DIR everywhere"; 1.0.0 kept settings.json in ~/.claude and its state in $CLAUDE_CONFIG_DIR/config.json.
  ignoresConfigDir: { before: '1.0.6' },
  readsLegacyGlobalConfig: { after: '1.0.0' },
  // Changelog 2.1.83; measured absent in 2.1.0, present in 2.1.100.
  readsManagedFolder: { from: '2.1.83' },
  // Changelog 2.0.58 and 2.1.75.
  readsProgramFiles: { from: '2.0.58' },
  readsProgramData: { before: '2.1.75' },
  stopsOnBrokenManaged: { after: '2.1.280' },

  // Models (section 3.2).
  lowerCasesModel: { upTo: '1.0.60' },
  sendsContextSuffix: { upTo: '1.0.60' },
  // The first start rewrites ~/.claude/settings.json and deletes `model` (fact 21).
  deletesUserModel: { from: '2.0.0', before: '2.1.50' },
  // Changelog 1.0.88, 2.0.17, 2.1.236.
  readsDefaultModels: { from: '1.0.88' },
  readsDefaultHaiku: { from: '2.0.17' },
  readsDefaultModel: { from: '2.1.236' },
  readsDefaultFable: { after: '2.1.100' },
  readsSubAgentModel: { after: '0.2.126' },
  asksSmallModel: { upTo: '2.1.0' },

  // Credentials (section 3.1).
  loginBeatsKeys: { upTo: '1.0.0' },
  addsConsoleKeyToToken: { after: '1.0.0' },
  readsOAuthVariable: { after: '0.2.126' },
  takesCustomHeaderAsKey: { from: '2.0.77' },
  trimsWholeKey: { from: '2.1.332' },
  refusesNoBreakSpace: { from: '2.1.200', before: '2.1.332' },

  // The way to the gateway (sections 3.3 and 4.1).
  takesAnySwitchValue: { upTo: '1.0.60' },
  // Changelog 2.0.45.
  readsFoundrySwitch: { from: '2.0.45' },
  encodesBaseQuery: { after: '2.0.77' },
  // Native binaries: `host:port` without a scheme, user information in the URL, several slashes at the end.
  readsUrlLeniently: { after: '2.1.100' },
  // Changelog 1.0.93; measured ignored in 1.0.60.
  honoursNoProxy: { from: '1.0.93' },
  readsLowerCaseProxy: { after: '0.2.126' },
  readsAllProxy: { after: '2.1.100' },
  tunnelsHttp: { upTo: '2.1.100' },
  readsCaFromSettings: { after: '2.0.77' },

  // What the request holds (section 3.3 and 4.3).
  honoursBetaSwitch: { from: '2.1.100' },
} as const satisfies Record<string, Span>;

export type Trait = keyof typeof TRAITS;

/** Does this version behave so? */
export function has(version: string, trait: Trait): boolean {
  const { from, after, upTo, before }: Span = TRAITS[trait];
  return (
    (from === undefined || atLeast(version, from)) &&
    (after === undefined || compareVersions(version, after) > 0) &&
    (upTo === undefined || compareVersions(version, upTo) <= 0) &&
    (before === undefined || below(version, before))
  );
}

export type Family = 'opus' | 'sonnet' | 'haiku';

interface ModelDefaults {
  readonly from: string;
  /** The family that an unset model means. */
  readonly standard: Family;
  /** A missing family has no alias: its name is sent as it stands. */
  readonly families: Readonly<Partial<Record<Family, string>>>;
  /** What `ANTHROPIC_SMALL_FAST_MODEL` would name. */
  readonly small: string;
  /** Sent where no model is set at all. */
  readonly main: string;
}

const HAIKU_3_5 = 'claude-3-5-haiku-20241022';
const HAIKU_4_5 = 'claude-haiku-4-5-20251001';

// Section 3.2, appendix B (m_none, m_alias_*); opus and sonnet of 2.x where no alias was measured: the models the changelog names at that version.
const MODEL_DEFAULTS: readonly ModelDefaults[] = [
  { from: '0.0.0', standard: 'sonnet', families: {}, small: HAIKU_3_5, main: 'claude-3-7-sonnet-20250219' },
  {
    from: '1.0.0',
    standard: 'sonnet',
    families: { opus: 'claude-opus-4-20250514', sonnet: 'claude-sonnet-4-20250514' },
    small: HAIKU_3_5,
    main: 'claude-sonnet-4-20250514',
  },
  {
    from: '2.0.0',
    standard: 'sonnet',
    families: { opus: 'claude-opus-4-1-20250805', sonnet: 'claude-sonnet-4-5-20250929' },
    small: HAIKU_3_5,
    main: 'claude-sonnet-4-5-20250929',
  },
  {
    from: '2.0.17',
    standard: 'sonnet',
    families: { opus: 'claude-opus-4-1-20250805', sonnet: 'claude-sonnet-4-5-20250929', haiku: HAIKU_4_5 },
    small: HAIKU_4_5,
    main: 'claude-sonnet-4-5-20250929',
  },
  {
    from: '2.0.51',
    standard: 'sonnet',
    families: { opus: 'claude-opus-4-5-20251101', sonnet: 'claude-sonnet-4-5-20250929', haiku: HAIKU_4_5 },
    small: HAIKU_4_5,
    main: 'claude-sonnet-4-5-20250929',
  },
  {
    from: '2.1.45',
    standard: 'sonnet',
    families: { opus: 'claude-opus-4-6', sonnet: 'claude-sonnet-4-6', haiku: HAIKU_4_5 },
    small: HAIKU_4_5,
    main: 'claude-sonnet-4-6',
  },
  {
    from: '2.1.197',
    standard: 'opus',
    families: { opus: 'claude-opus-4-8', sonnet: 'claude-sonnet-5', haiku: HAIKU_4_5 },
    small: HAIKU_4_5,
    main: 'claude-opus-4-8',
  },
  {
    from: '2.1.219',
    standard: 'opus',
    families: { opus: 'claude-opus-5', sonnet: 'claude-sonnet-5', haiku: HAIKU_4_5 },
    small: HAIKU_4_5,
    main: 'claude-opus-5',
  },
  {
    from: '2.1.332',
    standard: 'opus',
    families: { opus: 'claude-opus-5-5', sonnet: 'claude-sonnet-5-5', haiku: 'claude-haiku-5-5' },
    small: 'claude-haiku-5-5',
    main: 'claude-opus-5-5',
  },
];

interface RequestProfile {
  readonly from: string;
  readonly betas: readonly string[];
  readonly maxTokens: number;
  readonly temperature?: number;
  /** `thinking` and `context_management`. */
  readonly thinks?: boolean;
  /** `output_config`. */
  readonly effort?: string;
}

const CLAUDE_CODE = 'claude-code-20250219';
const INTERLEAVED = 'interleaved-thinking-2025-05-14';
const FINE_GRAINED = 'fine-grained-tool-streaming-2025-05-14';
const CONTEXT_MANAGEMENT = 'context-management-2025-06-27';
const EFFORT = 'effort-2025-11-24';
const BETAS_OF_2_1_100 = [CLAUDE_CODE, INTERLEAVED, CONTEXT_MANAGEMENT, 'prompt-caching-scope-2026-01-05', EFFORT] as const;

export const CONTEXT_1M_BETA = 'context-1m-2025-08-07';
/** All that is left with `CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS`. */
export const STABLE_BETAS = [CLAUDE_CODE, INTERLEAVED, EFFORT] as const;

// Section 4.3.
const REQUEST_PROFILES: readonly RequestProfile[] = [
  { from: '0.0.0', betas: [CLAUDE_CODE], maxTokens: 20_000, temperature: 1 },
  { from: '1.0.0', betas: [CLAUDE_CODE, INTERLEAVED], maxTokens: 20_000, temperature: 1 },
  { from: '1.0.60', betas: [CLAUDE_CODE, FINE_GRAINED], maxTokens: 32_000, temperature: 1 },
  { from: '1.0.128', betas: [CLAUDE_CODE, INTERLEAVED, FINE_GRAINED], maxTokens: 32_000, temperature: 1 },
  { from: '2.0.77', betas: [CLAUDE_CODE, INTERLEAVED], maxTokens: 32_000 },
  { from: '2.1.100', betas: BETAS_OF_2_1_100, maxTokens: 32_000, thinks: true },
  {
    from: '2.1.200',
    betas: [...BETAS_OF_2_1_100, 'thinking-token-count-2026-05-13', 'mid-conversation-system-2026-04-07'],
    maxTokens: 32_000,
    thinks: true,
    effort: 'high',
  },
  {
    from: '2.1.332',
    betas: [
      CLAUDE_CODE,
      INTERLEAVED,
      CONTEXT_MANAGEMENT,
      'mid-conversation-tool-changes-2026-07-01',
      'thinking-token-count-2026-05-13',
      'advanced-tool-use-2025-11-20',
      EFFORT,
    ],
    maxTokens: 32_000,
    thinks: true,
    effort: 'high',
  },
];

function newestFor<T extends { readonly from: string }>(rows: readonly [T, ...T[]] | readonly T[], version: string): T {
  const row = rows.findLast(({ from }) => atLeast(version, from)) ?? rows[0];
  if (row === undefined) throw new RangeError('an empty table of versions');
  return row;
}

export const modelDefaults = (version: string): ModelDefaults => newestFor(MODEL_DEFAULTS, version);
export const requestProfile = (version: string): RequestProfile => newestFor(REQUEST_PROFILES, version);
