import { describe, expect, test } from 'vitest';
import { claudeCode } from '../../../src/clients/claude-code/index.ts';
import { channelHome, NEWEST, read } from './homes.ts';

const URL = 'http://127.0.0.1:8080/v1/messages';
const P = 'http://proxy:3128';
const route = (version: string, env: Record<string, string>, inSettings: Record<string, string> = {}) => {
  const state = read(version, { ...channelHome(inSettings, { files: { '/ca.pem': PEM, '/ca.der': 'binary' } }), env });
  return claudeCode.route(state, URL);
};
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

describe('the proxy', () => {
  test.each([
    [NEWEST, { HTTPS_PROXY: P }, P],
    [NEWEST, { HTTP_PROXY: P }, P],
    [NEWEST, { https_proxy: P }, P],
    [NEWEST, { ALL_PROXY: P }, P],
    ['2.1.100', { ALL_PROXY: P }, null],
    ['0.2.126', { https_proxy: P }, null],
    [NEWEST, { HTTPS_PROXY: P, NO_PROXY: '127.0.0.1,.example' }, null],
    ['2.0.77', { HTTPS_PROXY: P, NO_PROXY: '127.0.0.1:8080' }, null],
    ['1.0.60', { HTTPS_PROXY: P, NO_PROXY: '127.0.0.1' }, P],
    [NEWEST, { HTTPS_PROXY: P, NO_PROXY: '*' }, null],
    [NEWEST, { HTTPS_PROXY: '' }, null],
  ])('%s %j', (version, env, expected) => {
    expect(route(version, env).proxy).toBe(expected);
  });

  test('named in the settings; http targets are tunnelled up to 2.1.100', () => {
    expect(route('2.0.77', {}, { HTTPS_PROXY: P })).toMatchObject({ proxy: P, tunnelAlways: true });
    expect(route(NEWEST, {}, { HTTPS_PROXY: P })).not.toHaveProperty('tunnelAlways');
  });
});

describe('certificates', () => {
  test.each([
    ['1.0.60', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, {}, [PEM]],
    ['2.0.77', {}, { NODE_EXTRA_CA_CERTS: '/ca.pem' }, []],
    ['2.1.100', {}, { NODE_EXTRA_CA_CERTS: '/ca.pem' }, [PEM]],
    ['2.0.77', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, { NODE_EXTRA_CA_CERTS: '/ca.der' }, [PEM]],
    [NEWEST, { NODE_EXTRA_CA_CERTS: '/ca.der' }, {}, []],
    [NEWEST, { NODE_EXTRA_CA_CERTS: '/missing.pem' }, {}, []],
  ])('%s env %j settings %j', (version, env, inSettings, expected) => {
    expect(route(version, env, inSettings).extraCa).toEqual(expected);
  });

  test('checks are off only where the client switches them off', () => {
    expect(route(NEWEST, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }).verifyTls).toBe(false);
    expect(route(NEWEST, { NODE_TLS_REJECT_UNAUTHORIZED: '1' }).verifyTls).toBe(true);
  });
});
