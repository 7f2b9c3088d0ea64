// @module-tag postgres

import { expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const ID = { tokenHash: 'a'.repeat(64), purpose: 'connect' };
const TICKET = { ...ID, subject: '{"teamId":"T1"}', expiresAt: NOW + 1_000 };

const { store } = storePerTest();

test('a ticket returns its subject once, even to several at the same moment', async () => {
  await store.tickets.issue(TICKET, NOW);
  const given = await Promise.all(Array.from({ length: 12 }, () => store.tickets.redeem(ID, NOW)));
  expect(given.filter((subject) => subject !== null)).toEqual([TICKET.subject]);
  expect(await store.tickets.read(ID, NOW)).toBeNull();
});

test('a ticket that was never issued can be used once, even by several at the same moment, and again after its expiry', async () => {
  const used = { tokenHash: ID.tokenHash, purpose: 'install-state-used', expiresAt: NOW + 1_000 };
  const spent = await Promise.all(Array.from({ length: 12 }, () => store.tickets.spend(used, NOW)));
  expect(spent.filter(Boolean)).toHaveLength(1);
  expect(await store.tickets.read(used, NOW)).toBe('{}');
  expect(await store.tickets.spend(used, NOW + 999)).toBe(false);
  expect(await store.tickets.spend(used, NOW + 1_000)).toBe(true);
});

test('reading does not use it up', async () => {
  await store.tickets.issue(TICKET, NOW);
  expect(await store.tickets.read(ID, NOW)).toBe(TICKET.subject);
  expect(await store.tickets.read(ID, NOW)).toBe(TICKET.subject);
  expect(await store.tickets.redeem(ID, NOW)).toBe(TICKET.subject);
});

test('an expired ticket is not read, redeemed or changed', async () => {
  await store.tickets.issue(TICKET, NOW);
  const over = TICKET.expiresAt;
  expect(await store.tickets.read(ID, over)).toBeNull();
  expect(await store.tickets.revise(ID, { from: TICKET.subject, to: '{}' }, over)).toBe(false);
  expect(await store.tickets.redeem(ID, over)).toBeNull();
  expect(await store.tickets.redeem(ID, over - 1)).toBe(TICKET.subject);
});

test('expired tickets are deleted when the next one is created', async () => {
  await store.tickets.issue(TICKET, NOW);
  await store.tickets.issue({ ...TICKET, tokenHash: 'b'.repeat(64), expiresAt: NOW + 9_000 }, NOW + 1_000);
  // At an earlier time it would still be valid, if it existed.
  expect(await store.tickets.read(ID, NOW)).toBeNull();
  expect(await store.tickets.read({ ...ID, tokenHash: 'b'.repeat(64) }, NOW)).toBe(TICKET.subject);
});

test('a ticket is valid only for its own purpose', async () => {
  await store.tickets.issue(TICKET, NOW);
  const other = { ...ID, purpose: 'install-state' };
  expect(await store.tickets.read(other, NOW)).toBeNull();
  expect(await store.tickets.revise(other, { from: TICKET.subject, to: '{}' }, NOW)).toBe(false);
  expect(await store.tickets.redeem(other, NOW)).toBeNull();
  expect(await store.tickets.redeem(ID, NOW)).toBe(TICKET.subject);
});

test('of several simultaneous changes to a ticket, one succeeds', async () => {
  await store.tickets.issue(TICKET, NOW);
  const revised = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      store.tickets.revise(ID, { from: TICKET.subject, to: `{"tries":${place}}` }, NOW),
    ),
  );
  expect(revised.filter(Boolean)).toHaveLength(1);
  expect(await store.tickets.read(ID, NOW)).toBe(`{"tries":${revised.indexOf(true)}}`);
});
