// Settings that keep Codex from starting, each named by a rule.

import { describe, expect, test } from 'vitest';
import { rule as legacyProfile } from '../../../src/rules/file/legacy-profile.ts';
import { rule as emptyModel } from '../../../src/rules/model/empty.ts';
import { rule as authConflict } from '../../../src/rules/provider/auth-conflict.ts';
import { check, codex, codexConfig, codexOf, expectConverges, expectDraft } from '../world.ts';

describe('provider/auth-conflict', () => {
  test.each([
    ['env_key', codex(codexConfig('env_key = "GW_API_KEY"\nauth = { command = "x" }')), {}],
    ['a token', codex(codexConfig('experimental_bearer_token = "k"\nauth = { command = "x" }')), {}],
    ['the login', codex(codexConfig('requires_openai_auth = true\nauth = { command = "x" }')), {}],
    ['no command', codex(codexConfig('auth = { args = ["x"] }')), { variant: 'empty' }],
    ['an empty command', codex(codexConfig('auth = { command = " " }')), { variant: 'empty' }],
  ])('%s', (_, world, more) => {
    expectDraft(authConflict, check(authConflict, world), { ...more, safety: 'unsafe', origin: { key: 'model_providers.gw.auth' } });
    expectConverges(authConflict, world);
  });
  test.each([
    ['a command alone', codex(codexConfig('auth = { command = "x" }'))],
    ['the login switched off', codex(codexConfig('requires_openai_auth = false\nauth = { command = "x" }'))],
    ['0.105 does not read it', codexOf('0.105.0', codexConfig('env_key = "GW_API_KEY"\nauth = { command = "x" }'))],
  ])('silent: %s', (_, world) => {
    expect(check(authConflict, world)).toEqual([]);
  });
});

describe('model/empty', () => {
  const empty = codexConfig().replace('"m-main"', '""');
  test('the newest does not start', () => {
    expectDraft(emptyModel, check(emptyModel, codex(empty)), { safety: 'unsafe', origin: { key: 'model' } });
    expectConverges(emptyModel, codex(empty));
  });
  test('0.140 sends it as it is', () => {
    expect(check(emptyModel, codexOf('0.140.0', empty))).toEqual([]);
  });
});

test('file/legacy-profile: up to 0.133 only a profile that is not there', () => {
  const world = codexOf('0.133.0', `profile = "wrok"\n${codexConfig()}[profiles.work]\nmodel = "m"\n`);
  expectDraft(legacyProfile, check(legacyProfile, world), { variant: 'undefined', safety: 'unsafe', origin: { key: 'profile' } });
  expect(check(legacyProfile, codexOf('0.133.0', `profile = "work"\n${codexConfig()}[profiles.work]\nmodel = "m"\n`))).toEqual([]);
});
