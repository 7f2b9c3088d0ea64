// @module-tag postgres

import { beforeEach, expect, test } from 'vitest';
import { createIds } from '../../../src/ids.ts';
import { type ConnectTickets, createConnectTickets } from '../../../src/tenancy/install/tickets.ts';
import { storePerTest } from '../../fixtures/store-per-test.ts';

const { store } = storePerTest();
let tickets: ConnectTickets;

beforeEach(() => {
  tickets = createConnectTickets({ tickets: store.tickets, clock: { now: () => 1_000 }, ids: createIds() });
});

test('a ticket allows ten tries, even at the same moment', async () => {
  const ticket = await tickets.create('T1', 'U0SARA');
  const all = await Promise.all(Array.from({ length: 14 }, () => tickets.takeTry(ticket)));
  const left = all.flatMap((taken) => (taken === null ? [] : [taken.triesLeft]));
  expect(left.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await tickets.takeTry(ticket)).toBeNull();
  expect(await tickets.read(ticket)).toBeNull();
});

test('the last try can still succeed, and another ticket has its own ten', async () => {
  const ticket = await tickets.create('T1', 'U0SARA');
  for (let time = 0; time < 10; time += 1) await tickets.takeTry(ticket);
  expect(await tickets.useUp(ticket)).toBe(true);
  expect(await tickets.useUp(ticket)).toBe(false);
  const other = await tickets.create('T1', 'U0OMAR');
  expect(await tickets.takeTry(other)).toEqual({
    holder: expect.objectContaining({ teamId: 'T1', userId: 'U0OMAR' }),
    triesLeft: 9,
  });
});
