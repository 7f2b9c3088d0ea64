import { expect, test } from 'vitest';
import { findMuchSmaller, findTooLarge, measureHouse, readBudget } from '../tools/build/house.mjs';

test('no room is larger than its budget', () => {
  expect(findTooLarge(measureHouse(), readBudget())).toEqual([]);
});

test('a room that grew, a new one, a kind of job and a table are named', () => {
  const house = measureHouse();
  const { rooms, kindsOfJob, tables } = readBudget();
  const { links: _, ...others } = rooms;
  const small = { rooms: { ...others, store: 0 }, kindsOfJob: kindsOfJob - 10, tables: tables - 10 };
  expect(findTooLarge(house, small).map((one) => one.split(':')[0])).toEqual([
    'kinds of job',
    'tables',
    'links',
    'store',
  ]);
});

test('a room more than 50 lines below its budget is named, and so is one that is gone', () => {
  const { audit, team } = measureHouse().rooms;
  const of = (room?: { lines: number }) => room?.lines ?? Number.NaN;
  const large = { audit: of(audit) + 50, team: of(team) + 51, attic: 60 };
  const named = findMuchSmaller(measureHouse(), { rooms: large, kindsOfJob: 0, tables: 0 });
  expect(named.map((one) => one.split(':')[0])).toEqual(['team', 'attic']);
});
