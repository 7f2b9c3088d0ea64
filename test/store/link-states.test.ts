import { describe, expect, test } from 'vitest';
import {
  FINISHED,
  holdsNumber,
  ISSUED,
  isIssued,
  isUncertain,
  LINK_STATES,
  type LinkState,
  mayMove,
  NOT_GIVEN_UP,
  PERHAPS_ISSUED,
  REQUESTS,
  UNCERTAIN,
  UNFINISHED,
} from '../../src/store/link-states.ts';

const COLUMNS = [
  ...['asked', 'declined', 'withdrawn', 'lapsed'],
  ...['reserved', 'unknown', 'failed', 'open', 'reported', 'paid', 'expired'],
] as const;

/** Every allowed move, from the state at the left to the one above. */
const MOVES = {
  //          asked declined withdrawn lapsed reserved unknown failed open reported paid expired
  asked: '     -      x        x       x      x       -      -    -      -      -     -   ',
  declined: '  -      -        -       -      -       -      -    -      -      -     -   ',
  withdrawn: ' -      -        -       -      -       -      -    -      -      -     -   ',
  lapsed: '    -      -        -       -      -       -      -    -      -      -     -   ',
  reserved: '  -      -        -       -      -       x      x    x      -      -     -   ',
  unknown: '   -      -        -       -      -       -      x    x      x      x     x   ',
  failed: '    -      -        -       -      x       -      -    x      x      x     -   ',
  open: '      -      -        -       -      -       -      x    -      x      x     x   ',
  reported: '  -      -        -       -      -       -      x    -      -      x     x   ',
  paid: '      -      -        -       -      -       -      -    -      -      -     -   ',
  expired: '   -      -        -       -      -       -      -    -      x      x     -   ',
};

const expected = Object.entries(MOVES).flatMap(([from, row]) =>
  row
    .trim()
    .split(/\s+/)
    .map((mark, column) => ({ from: from as LinkState, to: COLUMNS[column], may: mark === 'x' })),
);

test('the table names every state, each once', () => {
  expect(Object.keys(MOVES)).toEqual([...COLUMNS]);
  expect([...LINK_STATES]).toEqual([...COLUMNS]);
  expect(expected).toHaveLength(121);
});

test.each(expected)('a $from link may become $to: $may', ({ from, to, may }) => {
  expect(to !== undefined && mayMove(from, to)).toBe(may);
});

describe('every state', () => {
  test('is a request that waits, unfinished or finished', () => {
    expect([...UNFINISHED].toSorted()).toEqual(['open', 'reported', 'reserved', 'unknown']);
    expect([...FINISHED].toSorted()).toEqual([
      ...['declined', 'expired', 'failed', 'lapsed', 'paid', 'withdrawn'],
    ]);
    expect([...REQUESTS].toSorted()).toEqual(['asked', 'declined', 'lapsed', 'withdrawn']);
  });

  test('is known to the service, possibly known, or unknown', () => {
    expect([...ISSUED].toSorted()).toEqual(['expired', 'open', 'paid', 'reported']);
    expect([...PERHAPS_ISSUED].toSorted()).toEqual(['expired', 'open', 'paid', 'reported', 'unknown']);
    expect(LINK_STATES.filter((state) => !NOT_GIVEN_UP.includes(state))).toEqual([...REQUESTS, 'failed']);
    expect(LINK_STATES.filter(isIssued)).toEqual(ISSUED);
  });

  test('is certain or not, and keeps its number or releases it', () => {
    expect([...UNCERTAIN].toSorted()).toEqual(['reported', 'unknown']);
    expect(LINK_STATES.filter(isUncertain)).toEqual(UNCERTAIN);
    expect(LINK_STATES.filter((state) => !holdsNumber(state))).toEqual([...REQUESTS, 'failed', 'expired']);
  });

  test('that is unfinished can become paid, possibly through another state', () => {
    const ways = (from: string, seen: readonly string[] = []): boolean =>
      from === 'paid' ||
      (!seen.includes(from) &&
        expected.some((move) => move.from === from && move.may && ways(String(move.to), [...seen, from])));
    for (const state of UNFINISHED) expect(ways(state), state).toBe(true);
  });
});
