// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { Store } from '../../src/open-store.ts';
import type { NameValues } from '../../src/store/link-relations.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { hasWaitingJob } from '../fixtures/waiting-jobs.ts';

const AT = Date.UTC(2026, 10, 21, 8);

const { database, store } = storePerTest();

interface Made {
  teamId?: string;
  invoiceId?: string;
  orderId?: string | null;
  address?: string | null;
  saleId?: string;
  state?: LinkState;
  at?: number;
}

/** A link that reached its state from `open`; a failed one was never made unless it has an address. */
const make = async (
  id: string,
  { state = 'open', at = AT, orderId = null, address = null, ...changes }: Made = {},
): Promise<void> => {
  const link = buildLink({ id, nonce: id, teamId: 'T1', invoiceId: `INV-${id}`, ...changes });
  await store.links.reserve({ ...link, callbackTokenHash: id, at });
  const facts = { id, at, cause: 'the service says paid' as const, orderId, address };
  if (state === 'reserved') return;
  if (state === 'unknown' || (state === 'failed' && address === null)) {
    await store.links.move({ ...facts, to: state });
    return;
  }
  await store.links.move({ ...facts, to: 'open' });
  if (state !== 'open') await store.links.move({ id, at, cause: 'the service says paid', to: state });
};

describe('links that have a value', () => {
  const NONE = { invoiceIds: [], orderIds: [], addresses: [] };
  const sharing = async (values: Partial<NameValues>, teamId = 'T1') =>
    (await store.links.sharing({ teamId, id: 'none' }, { ...NONE, ...values })).map(({ id }) => id).sort();

  test('are those of the workspace, of whatever state', async () => {
    const address = 'https://pay.example.com/a';
    await make('a', { invoiceId: 'INV-7', orderId: '1', address });
    await make('b', { orderId: '1', state: 'paid' });
    await make('c', { orderId: '2', state: 'expired' });
    await make('d', { teamId: 'T2', orderId: '1', address });
    await make('e', { state: 'failed' });
    expect(await sharing({ invoiceIds: ['INV-7'], orderIds: ['1'] })).toEqual(['a', 'b']);
    expect(await sharing({ addresses: [address] })).toEqual(['a']);
    expect(await sharing({ orderIds: ['2', '3'], invoiceIds: ['INV-e', 'x'] })).toEqual(['c', 'e']);
    expect(await sharing({ orderIds: ['1'] }, 'T2')).toEqual(['d']);
    expect(await sharing({})).toEqual([]);
    const names = { id: 'a', invoiceId: 'INV-7', orderId: '1', address };
    expect(await store.links.sharing({ teamId: 'T1', id: 'a' }, { ...NONE, invoiceIds: ['INV-7'] })).toEqual([
      names,
    ]);
  });

  test('are found by a reference whatever its case and spaces', async () => {
    await make('a', { invoiceId: 'Inv 7' });
    expect(await sharing({ invoiceIds: ['INV7'] })).toEqual(['a']);
  });

  test('are two of each value, however many have it', async () => {
    const address = 'https://pay.example.com/all';
    for (const id of ['a', 'b', 'c', 'd']) await make(id, { address, orderId: '7' });
    await make('e', { orderId: '8' });
    expect(await sharing({ addresses: [address] })).toHaveLength(2);
    expect(await sharing({ orderIds: ['7', '8'] })).toHaveLength(3);
  });

  test('are found for any number of values', async () => {
    for (const id of ['first', 'edge', 'last']) await make(id, { orderId: id });
    const orderIds = Array.from({ length: 1_001 }, (_, at) => `X-${at}`);
    expect(
      await sharing({ orderIds: ['first', ...orderIds.slice(0, 498), 'edge', ...orderIds, 'last'] }),
    ).toEqual(['edge', 'first', 'last']);
  });
});

const LOST = { teamId: 'T1', id: 'lost' };

test('the first link after a moment is one that the service certainly has', async () => {
  await make('other', { teamId: 'T2', at: AT + 1 });
  await make('failed', { state: 'failed', at: AT + 2 });
  await make('unknown', { state: 'unknown', at: AT + 3 });
  await make('reserved', { state: 'reserved', at: AT + 4 });
  expect(await store.links.nextMade(LOST, { after: AT, now: AT + 1_000 })).toBeNull();
  const later: LinkState[] = ['expired', 'paid', 'reported', 'open'];
  for (const [no, state] of later.entries()) {
    const at = AT + 100 - no;
    await make(state, { state, at });
    expect(await store.links.nextMade(LOST, { after: AT, now: AT + 1_000 })).toEqual({
      invoiceId: `INV-${state}`,
      createdAt: at,
    });
    expect(await store.links.nextMade(LOST, { after: at - 1, now: AT + 1_000 })).toEqual({
      invoiceId: `INV-${state}`,
      createdAt: at,
    });
  }
  const expired = { invoiceId: 'INV-expired', createdAt: AT + 100 };
  expect(await store.links.nextMade(LOST, { after: AT + 99, now: AT + 1_000 })).toEqual(expired);
  expect(await store.links.nextMade(LOST, { after: AT + 100, now: AT + 1_000 })).toBeNull();
});

test('a link from a time that has not come does not count as newer', async () => {
  await make('ahead', { state: 'open', at: AT + 500 });
  expect(await store.links.nextMade(LOST, { after: AT, now: AT + 499 })).toBeNull();
  expect(await store.links.nextMade(LOST, { after: AT, now: AT + 500 })).not.toBeNull();
});

test('the last payments of a workspace are its paid links, newest first', async () => {
  const pay = async (id: string, to: LinkState, at: number) =>
    store.links.move({ ...{ id, to, at, cause: 'answered' }, payment: buildPayment({ transactionId: id }) });
  await make('first');
  await make('second');
  await make('other', { teamId: 'T2' });
  await make('reported');
  await make('without', { state: 'paid', at: AT + 3 });
  await pay('first', 'paid', AT + 1);
  await pay('second', 'paid', AT + 2);
  await pay('other', 'paid', AT + 4);
  await pay('reported', 'reported', AT + 5);
  const last = async (limit: number) =>
    (await store.links.lastPayments('T1', limit)).map(({ transactionId }) => transactionId);
  expect(await last(9)).toEqual(['second', 'first']);
  expect(await last(2)).toEqual(['second']);
  expect(await store.links.lastPayments('T2', 9)).toEqual([buildPayment({ transactionId: 'other' })]);
});

describe('the links of a sale', () => {
  /** The other links that a change of this link sees. */
  const othersOf = async (id: string): Promise<string[]> => {
    const seen: string[] = [];
    let asked = 0;
    const moved = await store.links.move({
      ...{ id, to: 'reported', at: AT, cause: 'the service says paid' },
      ofSale: (link, others) => {
        asked += 1;
        seen.push(...others.map((other) => other.id));
        expect(link).toMatchObject({ id, state: 'reported' });
        return [];
      },
    });
    expect(moved?.state).toBe('reported');
    expect(asked).toBe(1);
    return seen;
  };

  test('are all that were made for it, in a fixed order', async () => {
    await make('c');
    for (const id of ['b', 'a', 'd']) await make(id, { saleId: 'c' });
    await make('alone');
    const saleOf = async (id: string) =>
      (await store.links.saleOf(await store.links.get(id))).map((other) => other.id);
    expect(await saleOf('c')).toEqual(['d', 'a', 'b']);
    expect(await saleOf('a')).toEqual(['d', 'b', 'c']);
    expect(await saleOf('alone')).toEqual([]);
    const listed = await Promise.all(['b', 'alone'].map((id) => store.links.get(id)));
    expect((await store.links.salesOf(listed)).map(({ id }) => id).sort()).toEqual([
      'a',
      'alone',
      'b',
      'c',
      'd',
    ]);
    expect(await store.links.salesOf([])).toEqual([]);
    expect(await othersOf('c')).toEqual(['a', 'b', 'd']);
    expect(await othersOf('a')).toEqual(['b', 'c', 'd']);
    expect(await othersOf('b')).toEqual(['a', 'c', 'd']);
    expect(await othersOf('alone')).toEqual([]);
  });

  test('get the messages about a change with the change', async () => {
    await make('a', { state: 'reported' });
    await make('b', { saleId: 'a' });
    const notice = { teamId: 'T1', id: 'n', lane: 'T1:C1', kind: 'tell', linkId: 'b' } as const;
    await store.links.move({
      ...{ id: 'b', to: 'paid', at: AT + 9, cause: 'the service says paid' },
      ofSale: () => [notice],
    });
    expect(await hasWaitingJob(store, 'b', 'tell')).toBe(true);
  });

  test('that are paid at the same moment: the second sees the first', async () => {
    const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
    for (const round of ['1', '2', '3', '4', '5']) {
      const [one, two] = [`a${round}`, `b${round}`];
      await make(one);
      await make(two, { saleId: one });
      const seen: string[] = [];
      const pay = (on: Store, id: string) =>
        on.links.move({
          ...{ id, to: 'paid', at: AT, cause: 'the service says paid' },
          ofSale: (_, others) => {
            seen.push(...others.map(({ state }) => state));
            return [];
          },
        });
      await Promise.all([pay(store, one), pay(other, two)]);
      expect(seen).toEqual(['open', 'paid']);
    }
  });

  test('are of one workspace', async () => {
    await make('a');
    await make('b', { teamId: 'T2', saleId: 'a' });
    expect(await store.links.saleOf(await store.links.get('b'))).toEqual([]);
    expect(await othersOf('a')).toEqual([]);
    expect(await othersOf('b')).toEqual([]);
  });

  test('are shown only to a limit', async () => {
    await make('l10');
    for (let no = 11; no < 40; no += 1) await make(`l${no}`, { saleId: 'l10' });
    expect(await store.links.saleOf(await store.links.get('l10'))).toHaveLength(20);
  });
});

describe('a link that was not made', () => {
  test('was made again if its creator has a later one for the same customer and amount', async () => {
    await make('first', { state: 'failed' });
    expect(await store.links.wasMadeAgain('first')).toBe(false);
    await make('lost', { state: 'unknown', at: AT + 1 });
    await make('elsewhere', { teamId: 'T2', at: AT + 2 });
    expect(await store.links.wasMadeAgain('first')).toBe(false);
    await make('second', { at: AT + 3 });
    expect(await store.links.wasMadeAgain('first')).toBe(true);
    expect(await store.links.wasMadeAgain('second')).toBe(false);
  });
});
