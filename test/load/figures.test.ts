// @module-tag long

import { describe, expect, test } from 'vitest';
import { describeGrowth, judgeLanes, type LaneNotice } from '../../bench/load/figures.ts';
import { buildTeams, createCrossings } from '../../bench/load/load-team.ts';

test('growth is per minute, and the first two thirds of the run do not count', () => {
  const values = [100, 120, 130, 140, 150, 153, 154, 155, 156];
  const samples = values.map((value, index) => ({ at: index * 30, value }));
  expect(describeGrowth(samples)).toMatchObject({ start: 100, end: 156, most: 156, slopePerMinute: 2 });
});

test('the floor does not rise when only garbage grows', () => {
  const samples = Array.from({ length: 48 }, (_, index) => ({
    at: index * 5,
    value: index % 6 === 0 ? 50 : 60 + index,
  }));
  const growth = describeGrowth(samples);
  expect(growth.floorSlopePerMinute).toBe(0);
  expect(growth.slopePerMinute).toBeGreaterThan(1);
});

test('constant values and single readings have no slope', () => {
  const none = { slopePerMinute: 0, floorSlopePerMinute: 0 };
  expect(describeGrowth([{ at: 0, value: 5 }])).toMatchObject(none);
  expect(describeGrowth([0, 5, 10, 15].map((at) => ({ at, value: 7 })))).toMatchObject(none);
});

const notice = (
  createdAt: number,
  endedAt: number | null,
  changes: Partial<LaneNotice> = {},
): LaneNotice => ({
  lane: 'T1:C1',
  kind: 'show',
  createdAt,
  dueAt: createdAt,
  endedAt,
  attempts: 0,
  ...changes,
});

describe('a notice', () => {
  test('is late by its age if nothing was before it', () => {
    expect(judgeLanes([notice(1_000, 1_200)], 9_000)).toEqual([200]);
  });

  test('may wait a second for each post before it in its lane, and not for other lanes', () => {
    const together = [notice(0, 100), notice(0, 1_200), notice(0, 2_300), notice(0, 50, { lane: 'T1:C2' })];
    expect(judgeLanes(together, 9_000)).toEqual([100, 200, 300, 50]);
  });

  test('does not excuse later ones by being late itself', () => {
    expect(judgeLanes([notice(0, 6_000), notice(0, 7_000)], 9_000)).toEqual([6_000, 6_000]);
  });

  test('that only edits does not use a second of its lane', () => {
    expect(judgeLanes([notice(0, 10, { kind: 'doubt-over' }), notice(0, 20)], 9_000)).toEqual([10, 20]);
  });

  test('that still waits is late by its age', () => {
    expect(judgeLanes([notice(1_000, null)], 9_000)).toEqual([8_000]);
  });

  test('planned for later is due then, but not when it was retried after a failure', () => {
    expect(judgeLanes([notice(0, 5_100, { dueAt: 5_000 })], 9_000)).toEqual([100]);
    expect(judgeLanes([notice(0, 5_100, { dueAt: 5_000, attempts: 1 })], 9_000)).toEqual([5_100]);
  });
});

test('a text with data of another workspace is counted, whatever else it contains', () => {
  const [first, second] = buildTeams(2, 10);
  if (!first || !second) throw new Error('two workspaces were asked for');
  const crossings = createCrossings();
  crossings.look(first, `${first.channelId} ${first.cashierId} order of ${first.key}`);
  expect(crossings.count()).toBe(0);
  crossings.look(first, `${first.channelId} <@${second.adminId}>`);
  expect(crossings.count()).toBe(1);
});
