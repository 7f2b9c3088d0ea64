// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { LinkState } from '../../src/store/link-states.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, reserveLink } from '../links/open-link.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OF = { teamId: 'T1', account: 'ACC-1' };

const { store } = storePerTest();

const idsOf = (links: readonly { id: string }[]) => links.map(({ id }) => id).sort();
const claim = (teamId = 'T1') => store.accounts.claim(teamId, { id: 'ACC-1', host: 'pay.example' }, AT);
const create = async (
  id: string,
  {
    to = 'open',
    address = null,
    orderId = `order of ${id}`,
    teamId = 'T1',
  }: { to?: LinkState; address?: string | null; orderId?: string; teamId?: string } = {},
) => {
  await reserveLink(store, id, null, teamId);
  if (to === 'reserved') return;
  await store.links.move({ id, to: 'open', at: AT, cause: 'answered', address, orderId });
  if (to !== 'open') await store.links.move({ id, to, at: AT, cause: 'answered' });
};

describe('the links that records name', () => {
  const tied = async (names: { invoiceIds?: string[]; orderIds?: string[]; addresses?: string[] }) =>
    idsOf(await store.links.tiedTo(OF, { invoiceIds: [], orderIds: [], addresses: [], ...names }));

  test('are found by number, order id and address, whatever their state', async () => {
    await claim();
    await create('lnk_1', { to: 'paid' });
    await create('lnk_2', { to: 'expired', address: 'https://pay.example/2' });
    await create('lnk_3', { to: 'reserved' });
    await create('lnk_4', { to: 'failed' });
    await create('lnk_5', { to: 'reported' });
    expect(
      await tied({
        invoiceIds: ['PL-lnk_3', 'PL-lnk_4', 'PL-none'],
        orderIds: ['order of lnk_1', 'order of lnk_5', 'nul\0'],
        addresses: ['https://pay.example/2', `https://pay.example/${'x'.repeat(600)}`],
      }),
    ).toEqual(['lnk_1', 'lnk_2', 'lnk_3', 'lnk_4', 'lnk_5']);
    expect(await tied({ invoiceIds: ['order of lnk_1'], orderIds: ['PL-lnk_3'] })).toEqual([]);
  });

  test('are of the workspace and the account alone', async () => {
    await claim();
    await create('lnk_1');
    await create('lnk_2', { teamId: 'T2' });
    const entry = {
      ...{ id: 'aud_1', teamId: 'T1', at: AT, actorId: 'U1' },
      ...{ action: 'account-confirmed' as const, subject: null, detail: {} },
    };
    await store.accounts.confirm('T1', { id: 'ACC-2', host: 'pay.example' }, { by: null, at: AT, entry });
    const names = { invoiceIds: ['PL-lnk_1', 'PL-lnk_2'], orderIds: [], addresses: [] };
    expect(idsOf(await store.links.tiedTo(OF, names))).toEqual(['lnk_1']);
    expect(idsOf(await store.links.tiedTo({ teamId: 'T1', account: 'ACC-2' }, names))).toEqual([]);
  });

  test('are none for a value that more than ten of them share', async () => {
    await claim();
    const page = 'https://pay.example/shop';
    for (let at = 0; at < 10; at += 1) await create(`lnk_${at}`, { address: page, orderId: '0' });
    expect(await tied({ orderIds: ['0'] })).toHaveLength(10);
    expect(await tied({ addresses: [page] })).toHaveLength(10);
    await create('lnk_10', { address: page, orderId: '0' });
    expect(await tied({ orderIds: ['0'], addresses: [page] })).toEqual([]);
    expect(await tied({ invoiceIds: ['PL-lnk_10'], orderIds: ['0'] })).toEqual(['lnk_10']);
  });
});

describe('how far an account was read', () => {
  const note = (...given: Parameters<typeof store.transactionReadings.note>) =>
    store.transactionReadings.note(...given);
  const readingOf = async (at = AT) =>
    (await store.transactionReadings.accounts({ at, madeSince: AT }))[0]?.reading;
  const read = async (at = AT) => {
    const accounts = await store.transactionReadings.accounts({ at, madeSince: AT });
    return accounts.map(({ teamId, account, isActive, reading }) => [teamId, account, isActive, reading]);
  };
  const upTo = (until: number, wholeAt = AT) => ({ covered: { since: AT - DAY, until }, wholeAt });

  test('is kept for each workspace that has links', async () => {
    await claim();
    await claim('T2');
    expect(await read()).toEqual([]);
    await create('lnk_1');
    expect(await read()).toEqual([['T1', 'ACC-1', true, null]]);
    await note(OF, upTo(AT));
    expect(await read()).toEqual([['T1', 'ACC-1', true, upTo(AT)]]);
    await create('lnk_2', { teamId: 'T2', to: 'paid' });
    expect((await read()).at(1)).toEqual(['T2', 'ACC-1', true, null]);
    const later = await store.transactionReadings.accounts({ at: AT, madeSince: AT + 1 });
    expect(later.map(({ teamId, isActive }) => [teamId, isActive])).toEqual([
      ['T1', true],
      ['T2', false],
    ]);
  });

  test('does not count from a time that has not come, and is read anew', async () => {
    await claim();
    await create('lnk_1');
    await note(OF, { covered: null, wholeAt: AT });
    expect(await readingOf()).toEqual({ covered: null, wholeAt: AT });
    await note(OF, upTo(AT + DAY));
    expect(await readingOf(AT + DAY)).toEqual(upTo(AT + DAY));
    expect(await readingOf()).toBeNull();
    await note(OF, upTo(AT));
    expect(await readingOf()).toEqual(upTo(AT));
  });
});

test('open links whose time is over come page by page, and the span of the open ones is of one account', async () => {
  await claim();
  const { transactionReadings: readings } = store;
  expect(await readings.openSpan(OF)).toBeNull();
  for (const id of ['lnk_1', 'lnk_2', 'lnk_3']) await create(id);
  await create('lnk_4', { to: 'paid' });
  expect(await readings.openSpan(OF)).toEqual({ from: AT, to: AT });
  expect(await readings.openSpan({ ...OF, account: 'ACC-2' })).toBeNull();
  const { expiresAt } = await store.links.get('lnk_1');
  const over = (at: number, after: { expiresAt: number; id: string } | null, limit = 2) =>
    readings.pastEnd(OF, { at, after, limit }).then(idsOf);
  expect(await over(expiresAt - 1, null)).toEqual([]);
  expect(await over(expiresAt, null)).toEqual(['lnk_1', 'lnk_2']);
  expect(await over(expiresAt, { expiresAt, id: 'lnk_2' })).toEqual(['lnk_3']);
  expect(
    await readings.pastEnd({ ...OF, account: 'ACC-2' }, { at: expiresAt, after: null, limit: 9 }),
  ).toEqual([]);
});
