import { describe, expect, it } from 'vitest';
import { eventStream, looksLikeEvents } from '../../src/wire/sse.ts';
import type { StreamEvent } from '../../src/wire/types.ts';

function feed(...pieces: string[]) {
  const events: StreamEvent[] = [];
  const stream = eventStream((event) => events.push(event));
  for (const [index, piece] of pieces.entries()) stream.feed(piece, index);
  return { events, overflowed: stream.overflowed };
}

describe('events', () => {
  it.each([
    ['LF', 'event: a\ndata: 1\n\n'],
    ['CRLF', 'event: a\r\ndata: 1\r\n\r\n'],
    ['no blank after the colon', 'event:a\ndata:1\n\n'],
    ['comments and other fields', ': hi\nid: 3\nretry: 5\nevent: a\ndata: 1\n\n'],
  ])('%s', (_, text) => {
    expect(feed(text).events).toMatchObject([{ event: 'a', data: '1' }]);
    expect(feed(...text).events).toMatchObject([{ event: 'a', data: '1' }]);
  });

  it('are stamped by their last byte, joined over lines, and dropped when unfinished', () => {
    expect(feed('data: 1\n', 'data: 2\n', '\ndata: 3').events).toEqual([{ at: 2, event: null, data: '1\n2' }]);
  });

  it('have an end to their length', () => {
    const piece = 'x'.repeat(1024 * 1024);
    expect(feed('data: ', piece, piece, piece, piece, piece, '\n\ndata: 1\n\n')).toMatchObject({ events: [], overflowed: true });
  });
});

it.each([
  ['', 'text/event-stream', null],
  ['\n\n', 'text/event-stream', null],
  ['da', 'text/plain', null],
  ['event', '', null],
  ['data: x', '', true],
  ['\ufeff\r\n: ping', '', true],
  ['event: a', 'application/json', true],
  ['retry: 3', '', true],
  ['{"a":1}', 'text/event-stream', false],
  ['<html>', 'text/event-stream', false],
  ['id1: x', 'text/event-stream', true],
  ['hello', 'text/plain', false],
])('looksLikeEvents %j as %j', (start, type, expected) => {
  expect(looksLikeEvents(start, type)).toBe(expected);
});
