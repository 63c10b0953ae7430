// What a finding says of a client is said where that client is concerned, and of no other.

import { expect, it } from 'vitest';

import type { Args, ClientId } from '../../src/model.ts';
import { sentencesOf } from '../../src/texts.ts';
import { WORDINGS } from '../helpers/wordings.ts';

const NAMES: Readonly<Record<ClientId, RegExp>> = { codex: /Codex/, 'claude-code': /Claude Code/ };
const OTHER: Readonly<Record<ClientId, ClientId>> = { codex: 'claude-code', 'claude-code': 'codex' };
const args: Args = new Proxy({}, { has: () => true, get: () => '' });

it.each(WORDINGS.map(({ id, variant }) => [id, variant] as const))('%s (%s)', (id, variant) => {
  const said = (client: ClientId | null): string => {
    const { title, why, advice } = sentencesOf({ id, client, args, ...(variant ? { variant } : {}) }, 'en');
    return [title, why, advice].join('\n');
  };
  // A text that names one client alone is about that client.
  const isMixed = Object.values(NAMES).every((name) => name.test(said(null)));
  expect(isMixed, said(null)).toBe(false);
  for (const client of ['codex', 'claude-code'] as const) {
    const isAboutOther = NAMES[OTHER[client]].test(said(null));
    if (!isAboutOther) expect(said(client)).not.toMatch(NAMES[OTHER[client]]);
  }
});
