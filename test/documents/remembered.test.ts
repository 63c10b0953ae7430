import { expect, it } from 'vitest';

import { editDocument } from '../../src/documents/edit.ts';
import { remembered } from '../../src/documents/remembered.ts';

it('makes once what is asked again, for the last two texts', () => {
  const made: string[] = [];
  const ask = remembered((text) => {
    made.push(text);
    return { text };
  });
  expect(ask('before')).toBe(ask('before'));
  ask('after');
  expect(ask('before').text).toBe('before');
  expect(made).toEqual(['before', 'after']);
  ask('third');
  ask('before');
  expect(made).toEqual(['before', 'after', 'third', 'before']);
});

it('an edit of the same bytes is made again where anything else differs', () => {
  const before = new TextEncoder().encode('model = "a"\n');
  const edit = (value: string) => ({ op: 'set', file: '/c.toml', path: ['model'], value }) as const;
  const [toB, toC] = [edit('b'), edit('c')];
  const text = (result: ReturnType<typeof editDocument>): string => ('bytes' in result ? new TextDecoder().decode(result.bytes) : '');
  expect(text(editDocument('toml', before, [toB], '/c.toml'))).toBe('model = "b"\n');
  expect(editDocument('toml', before, [toB], '/c.toml')).toBe(editDocument('toml', before, [toB], '/c.toml'));
  expect(text(editDocument('toml', before, [toC], '/c.toml'))).toBe('model = "c"\n');
  expect(text(editDocument('toml', before, [toB, toC], '/c.toml'))).toBe('model = "c"\n');
  expect(text(editDocument('toml', before, [toB], '/d.toml'))).toBe('model = "b"\n');
});
