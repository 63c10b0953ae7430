// Which variable a user of a project's channel still has to set.

import { expect, test } from 'vitest';
import { awaitedVariable, withVariable } from '../../src/clients/awaited-key.ts';
import type { ClientState } from '../../src/clients/client.ts';
import { Secret } from '../../src/secret.ts';
import { snapshot, type World, worldFacts } from '../rules/world.ts';

const first = (world: World): ClientState => snapshot(world).clients[0] as ClientState;
const addressOnly: World = {
  installed: { 'claude-code': '2.1.332' },
  files: { '~/.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"https://gw.example"}}' },
};

test.each([
  ['bearer', 'project', 'ANTHROPIC_AUTH_TOKEN'],
  ['x-api-key', 'project', 'ANTHROPIC_API_KEY'],
  ['bearer', 'user', null],
] as const)('%s, %s', (header, scope, name) => {
  expect(awaitedVariable(first(addressOnly), { header, scope })).toBe(name);
});

test('none where the user has a key already', () => {
  const state = first({ ...addressOnly, env: { ANTHROPIC_AUTH_TOKEN: 'sk-test-0001' } });
  expect(awaitedVariable(state, { header: 'bearer', scope: 'project' })).toBeNull();
});

test('the facts once it is set', () => {
  const facts = withVariable(worldFacts(addressOnly), 'ANTHROPIC_AUTH_TOKEN', { key: { secret: new Secret('sk-test-0001') } });
  expect(facts.env.ANTHROPIC_AUTH_TOKEN).toBe('sk-test-0001');
});
