// The packed program on a real terminal, with people of several kinds before it.

import { afterAll, beforeAll, describe } from 'vitest';

import { type Desk, layOut } from './desk.ts';
import { keys } from './scenarios/keys.ts';
import { looks } from './scenarios/looks.ts';
import { setUp } from './scenarios/set-up.ts';
import { waysBack } from './scenarios/ways-back.ts';

describe.skipIf(process.platform === 'win32')('on a terminal', () => {
  let desk: Desk;
  const laidOut = (): Desk => desk;

  beforeAll(async () => {
    desk = await layOut();
  }, 60_000);
  afterAll(() => desk.clear());

  describe('setting up', () => setUp(laidOut));
  describe('going back', () => waysBack(laidOut));
  describe('keys', () => keys(laidOut));
  describe('looks', () => looks(laidOut));
});
