// The table itself: each class reachable from a recorded body, and its words once the list of models is known.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAILURES, withNearestModels } from '../../../src/probe/failures/index.ts';

describe('FAILURES', () => {
  it('has a recorded body for every class that a body can tell', () => {
    const recorded = ['gateway-errors', 'more-bodies'].flatMap((name): { class: string }[] =>
      JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')),
    );
    const seen = new Set(recorded.map((body) => body.class));
    const byBody = FAILURES.map(({ id }) => id).filter(
      (id) =>
        /^(auth|perm|quota|rate|request|server)\//.test(id) ||
        ['model/not-found', 'model/no-channel', 'model/no-channel-empty'].includes(id),
    );
    expect(byBody.filter((id) => !seen.has(id))).toEqual([]);
  });

  it('tells the nearest ids once the list is known', () => {
    const failure = {
      id: 'model/not-found',
      severity: 'error',
      args: { host: 'gw.test', status: 404, said: '-', model: 'glm4.6' },
    } as const;
    expect(withNearestModels(failure, 'glm4.6', ['glm-4.6', 'kimi'])).toMatchObject({ variant: 'nearest', args: { nearest: 'glm-4.6' } });
    expect(withNearestModels(failure, 'qwen', ['kimi'])).toMatchObject({ variant: 'listed', args: { listed: 'kimi' } });
    expect(withNearestModels(failure, 'kimi', ['kimi', 'glm'])).toMatchObject({ variant: 'is-listed' });
    expect(withNearestModels(failure, 'qwen', [])).not.toHaveProperty('variant');
  });
});
