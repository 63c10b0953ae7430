// Finding a template by what a person types: id, name, Chinese name, vendor or part of an address.

import type { Template } from '../templates.ts';
import { parseAddress } from './address.ts';
import { matchesOfUrl } from './match.ts';

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** 0 = not found; more is better. All words must be found somewhere. */
function scoreOf(template: Template, query: string): number {
  const names = [template.id, template.name, template.nameZh ?? ''].map(fold);
  if (names.includes(query)) return 4;
  if (names.some((name) => name.startsWith(query))) return 3;
  if (names.some((name) => name.includes(query))) return 2;
  const hosts = Object.values(template.roots).flatMap((roots) => roots.map(({ url }) => parseAddress(url)?.host ?? ''));
  const haystack = [...names, ...hosts, fold(template.vendor ?? ''), template.kind, fold(template.region)].join('\n');
  return query.split(/\s+/).every((word) => haystack.includes(word)) ? 1 : 0;
}

/** Best first; all templates for an empty query. An address finds the providers on its host. */
export function searchTemplates(templates: readonly Template[], query: string): readonly Template[] {
  const wanted = fold(query);
  if (wanted === '') return templates;
  if (/^https?:\/\//.test(wanted)) return [...new Set(matchesOfUrl(templates, wanted).map(({ template }) => template))];
  return templates
    .map((template) => ({ template, score: scoreOf(template, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ template }) => template);
}
