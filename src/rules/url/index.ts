// In the order reports show them.

import type { Rule } from '../rule.ts';
import { rule as azureShape } from './azure-shape.ts';
import { rule as fullEndpoint } from './full-endpoint.ts';
import { rule as invalid } from './invalid.ts';
import { rule as invisibleCharacter } from './invisible-character.ts';
import { rule as localhostIpv6 } from './localhost-ipv6.ts';
import { rule as officialDefault } from './official-default.ts';
import { rule as plainHttp } from './plain-http.ts';
import { rule as planMismatch } from './plan-mismatch.ts';
import { rule as query } from './query.ts';
import { rule as redirect } from './redirect.ts';
import { rule as trailingSlash } from './trailing-slash.ts';
import { rule as v1Doubled } from './v1-doubled.ts';
import { rule as v1Missing } from './v1-missing.ts';
import { rule as website } from './website.ts';
import { rule as wrongDialect } from './wrong-dialect.ts';

export const URL_RULES: readonly Rule[] = [
  invalid,
  invisibleCharacter,
  fullEndpoint,
  v1Doubled,
  v1Missing,
  query,
  trailingSlash,
  wrongDialect,
  website,
  redirect,
  planMismatch,
  azureShape,
  localhostIpv6,
  plainHttp,
  officialDefault,
];
