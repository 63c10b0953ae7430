// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references that nothing expands are what is tested.

import { describe, expect, test } from 'vitest';
import { expandVariables, variableIn } from '../../../src/rules/shape/variable-reference.ts';

describe('variableIn', () => {
  test.each([
    ['http://${RELAY_HOST}/v1', 'RELAY_HOST'],
    ['${RELAY:-https://x}', 'RELAY'],
    ['$RELAY_BASE/v1', 'RELAY_BASE'],
    ['http://$RELAY_HOST/v1', 'RELAY_HOST'],
    ['%RELAY_BASE%', 'RELAY_BASE'],
    ['https://%HOST_NAME%/v1', 'HOST_NAME'],
    ['{env:RELAY}', 'RELAY'],
    ['{{ env.RELAY }}', 'RELAY'],
    ['$env:RELAY', 'RELAY'],
    ['${env:RELAY}', 'RELAY'],
    ['Bearer $RELAY_KEY', 'RELAY_KEY'],
  ])('%s', (text, name) => {
    expect(variableIn(text)).toBe(name);
  });
  test.each([
    'pa$word-0001-test',
    'https://gw.example/%E4%BD%A0%E5%A5%BD',
    'a$B',
    'https://gw.example/v1',
    '100%',
    '$',
    '${',
    'x%2Fy%2Fz',
    'cost-$5',
  ])('none in %s', (text) => {
    expect(variableIn(text)).toBeNull();
  });
});

test('expandVariables takes set ones alone, and never loops', () => {
  const values = { HOST: 'gw.example', KEY: 'k', LOOP: '$LOOP' };
  expect(expandVariables('https://${HOST}/$KEY', values)).toBe('https://gw.example/k');
  expect(expandVariables('https://${HOST}/v1', values)).toBe('https://gw.example/v1');
  expect(expandVariables('%HOST%', values)).toBe('gw.example');
  expect(expandVariables('{{env.HOST}}', values)).toBe('gw.example');
  expect(expandVariables('${MISSING}', values)).toBeNull();
  expect(expandVariables('${LOOP}', values)).toBeNull();
});
