import { describe, expect, test } from 'vitest';
import { judgeLanes, type LaneNotice } from '../../bench/load/judge-lanes.ts';

const notice = (
  createdAt: number,
  endedAt: number | null,
  changes: Partial<LaneNotice> = {},
): LaneNotice => ({
  lane: 'T1:C1',
  kind: 'card',
  createdAt,
  dueAt: createdAt,
  endedAt,
  attempts: 0,
  ...changes,
});

describe('a notice', () => {
  test('is late by the time since it was made, where nothing was before it', () => {
    expect(judgeLanes([notice(1_000, 1_200)], 9_000)).toEqual([200]);
  });

  test('may wait a second for each post before it in its lane, and for nothing of another lane', () => {
    const together = [notice(0, 100), notice(0, 1_200), notice(0, 2_300), notice(0, 50, { lane: 'T1:C2' })];
    expect(judgeLanes(together, 9_000)).toEqual([100, 200, 300, 50]);
  });

  test('does not excuse those behind it by being late itself', () => {
    expect(judgeLanes([notice(0, 6_000), notice(0, 7_000)], 9_000)).toEqual([6_000, 6_000]);
  });

  test('that only edits takes no second of its lane', () => {
    expect(judgeLanes([notice(0, 10, { kind: 'edit' }), notice(0, 20)], 9_000)).toEqual([10, 20]);
  });

  test('that still waits is as late as it is old', () => {
    expect(judgeLanes([notice(1_000, null)], 9_000)).toEqual([8_000]);
  });

  test('that was for later is due then, but not when it was put off after a failure', () => {
    expect(judgeLanes([notice(0, 5_100, { dueAt: 5_000 })], 9_000)).toEqual([100]);
    expect(judgeLanes([notice(0, 5_100, { dueAt: 5_000, attempts: 1 })], 9_000)).toEqual([5_100]);
  });
});
