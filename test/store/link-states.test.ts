import { describe, expect, test } from 'vitest';
import { FINISHED, FORWARD_MOVES, LINK_STATES, UNFINISHED } from '../../src/store/link-states.ts';

const COLUMNS = ['reserved', 'unknown', 'failed', 'open', 'reported', 'paid', 'expired'] as const;

/** Every move that there is, and none other: from the state at the left to the one above. */
const MOVES = {
  //        reserved unknown failed open  reported paid expired
  reserved: '   -       x       x     x      -      -      -   ',
  unknown: ' -          -       x     x      x      x      x   ',
  failed: '  -          -       -     x      x      x      -   ',
  open: '    -          -       x     -      x      x      x   ',
  reported: '-          -       x     -      -      x      x   ',
  paid: '    -          -       -     -      -      -      -   ',
  expired: ' -          -       -     -      x      x      -   ',
};

const expected = Object.entries(MOVES).flatMap(([from, row]) =>
  row
    .trim()
    .split(/\s+/)
    .map((mark, column) => ({ from, to: COLUMNS[column], may: mark === 'x' })),
);

test('the table names every state, each once', () => {
  expect(Object.keys(MOVES)).toEqual([...COLUMNS]);
  expect([...LINK_STATES]).toEqual([...COLUMNS]);
  expect(expected).toHaveLength(49);
  expect(COLUMNS).toEqual(expect.arrayContaining(Object.values(FORWARD_MOVES).flat()));
});

test.each(expected)('a $from link may become $to: $may', ({ from, to, may }) => {
  const moves: Record<string, readonly string[]> = FORWARD_MOVES;
  expect(moves[from]?.includes(String(to))).toBe(may);
});

describe('every state', () => {
  test('is either one that more is expected of, or one that is finished', () => {
    expect([...UNFINISHED].toSorted()).toEqual(['open', 'reported', 'reserved', 'unknown']);
    expect([...FINISHED].toSorted()).toEqual(['expired', 'failed', 'paid']);
  });

  test('that more is expected of can become paid, if only by way of another', () => {
    const ways = (from: string, seen: readonly string[] = []): boolean =>
      from === 'paid' ||
      (!seen.includes(from) &&
        expected.some((move) => move.from === from && move.may && ways(String(move.to), [...seen, from])));
    for (const state of UNFINISHED) expect(ways(state), state).toBe(true);
  });
});
