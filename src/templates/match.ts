// Which provider, and which of its roots, a base URL belongs to.

import type { WireApi } from '../model.ts';
import type { Template, TemplateRoot } from '../templates.ts';
import { type Address, beginsWith, fillHoles, isLoopback, parseAddress, sameHost, sameSegments, withoutVersion } from './address.ts';

/**
 * How the written address compares with the root:
 * `exact` – the same; `version` – but for version segments at the end; `inside` – a path below it; `host` – only the host is the provider's.
 */
export type Fit = 'exact' | 'version' | 'inside' | 'host';

export interface TemplateMatch {
  readonly template: Template;
  readonly wire: WireApi;
  readonly root: TemplateRoot;
  readonly fit: Fit;
  /** Only a loopback port speaks for it: some other program may listen there. */
  readonly weak: boolean;
}

const ORDER: Readonly<Record<Fit, number>> = { exact: 0, version: 1, inside: 2, host: 3 };

function fitOf(root: Address, written: Address): Fit | null {
  if (!sameHost(root, written)) return null;
  if (sameSegments(root.segments, written.segments)) return 'exact';
  if (sameSegments(withoutVersion(root.segments), withoutVersion(written.segments))) return 'version';
  return root.segments.length > 0 && beginsWith(written.segments, root.segments) ? 'inside' : 'host';
}

/** The same roots are asked about with every rule. */
const addresses = new WeakMap<TemplateRoot, Address>();

function addressOf(root: TemplateRoot): Address | null {
  const address = addresses.get(root) ?? parseAddress(root.url);
  if (address !== null) addresses.set(root, address);
  return address;
}

/** What a root of this host must hold, unless it has holes. All names of loopback are one host. */
function markOf({ host, port, scheme }: Address): string {
  if (!isLoopback(host)) return host;
  return port === (scheme === 'http' ? 80 : 443) ? '' : `:${port}`;
}

/** Most rules about URLs ask about the same few. */
const matches = new WeakMap<readonly Template[], Map<string, readonly TemplateMatch[]>>();

/**
 * Every root on the host of this URL, closest first; endpoints (`/v1/messages`) and queries at its end don't count.
 * Among equals the order of the templates decides. Empty for a host that no template knows, and for text that is no URL.
 */
export function matchesOfUrl(templates: readonly Template[], url: string): readonly TemplateMatch[] {
  const known = matches.get(templates) ?? new Map<string, readonly TemplateMatch[]>();
  matches.set(templates, known);
  const found = known.get(url) ?? findMatches(templates, url);
  known.set(url, found);
  return found;
}

function findMatches(templates: readonly Template[], url: string): readonly TemplateMatch[] {
  const written = parseAddress(url);
  if (written === null) return [];
  const mark = markOf(written);
  const found: { readonly match: TemplateMatch; readonly depth: number }[] = [];
  for (const template of templates) {
    for (const [wire, roots] of Object.entries(template.roots) as [WireApi, readonly TemplateRoot[]][]) {
      for (const root of roots) {
        // Nearly all roots fall here, without being taken apart.
        if (!root.url.includes(mark) && !root.url.includes('{') && !root.url.toLowerCase().includes(mark)) continue;
        const address = addressOf(root);
        const fit = address === null ? null : fitOf(address, written);
        if (address === null || fit === null) continue;
        const weak = isLoopback(address.host);
        found.push({ match: { template, wire, root, fit, weak }, depth: fit === 'inside' ? address.segments.length : 0 });
      }
    }
  }
  return found.sort((a, b) => ORDER[a.match.fit] - ORDER[b.match.fit] || b.depth - a.depth).map(({ match }) => match);
}

/**
 * The closest match. Where several roots are equally close, one that speaks `wire` is preferred,
 * then pay as you go over a plan (they may share a root; nothing tells them apart then).
 */
export function templateForUrl(templates: readonly Template[], url: string, wire?: WireApi): TemplateMatch | null {
  const closest = closestMatches(templates, url);
  const speaking = closest.filter((match) => match.wire === wire);
  const candidates = speaking.length > 0 ? speaking : closest;
  return candidates.find(({ template }) => template.kind !== 'plan') ?? candidates[0] ?? null;
}

/** All matches that are as close as the first. */
export function closestMatches(templates: readonly Template[], url: string): readonly TemplateMatch[] {
  const matches = matchesOfUrl(templates, url);
  const first = matches[0];
  if (first === undefined) return [];
  if (first.fit !== 'inside') return matches.filter(({ fit }) => fit === first.fit);
  const depth = (match: TemplateMatch) => addressOf(match.root)?.segments.length;
  return matches.filter((match) => match.fit === 'inside' && depth(match) === depth(first));
}

/**
 * Base URLs of the provider that this URL belongs to, for one wire API, best first. Holes are filled from the URL where it has their values;
 * a root that keeps one is left out. Empty for a host that no template knows, and for loopback, where the port alone would speak.
 */
export function rootsFor(templates: readonly Template[], url: string, wire: WireApi): readonly string[] {
  const match = templateForUrl(templates, url, wire);
  if (match === null || match.weak) return [];
  return (match.template.roots[wire] ?? []).flatMap((root) => fillHoles(root.url, match.root.url, url) ?? []);
}

/**
 * Where this URL is a root of the provider's, but of another protocol: the root that speaks `wire`.
 * Null where the two differ in the version alone, which is no matter of protocols.
 */
export function rootOfOtherDialect(templates: readonly Template[], url: string, wire: WireApi): string | null {
  const closest = closestMatches(templates, url);
  if (closest.length === 0 || closest.some((match) => match.wire === wire || match.fit === 'host')) return null;
  const better = rootsFor(templates, url, wire)[0];
  const [from, to] = [parseAddress(url), parseAddress(better ?? '')];
  if (better === undefined || from === null || to === null) return null;
  const isSameButVersion = from.host === to.host && sameSegments(withoutVersion(to.segments), withoutVersion(from.segments));
  return isSameButVersion ? null : better;
}
