import { expect, test } from 'vitest';
import { findTooLarge, measureHouse, readBudget } from '../build/house.mjs';

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
