// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import { AccountChangedError } from '../../src/store/reserve-link.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store, run } = storePerTest();
const AT = Date.UTC(2026, 10, 21, 8);
const TEAM = 'T1';
const EARLIER = { id: 'earlier', host: 'pay.example.com' };
const LATER = { id: 'later', host: 'pay.example.com' };
const ENTRY = {
  ...{ id: 'aud_1', teamId: TEAM, at: AT, actorId: 'U1' },
  ...{ action: 'account-confirmed' as const, subject: null, detail: null },
};

const confirm = (account = LATER) =>
  store.accounts.confirm(TEAM, account, { by: 'U1', at: AT, entry: ENTRY });

/** A link that the service has, with this order id. */
const make = async (id: string, orderId: string, at: number, invoiceId = `PL-${id}`) => {
  await store.links.reserve(buildNewLink(id, { at, invoiceId }));
  const facts = { orderId, address: `https://pay.example.com/${orderId}` };
  await store.links.move({ id, to: 'open', at, cause: 'answered', ...facts });
};

test('the first account is written once, whoever else comes at the same moment', async () => {
  expect(await store.accounts.find(TEAM)).toBeNull();
  const [one, other] = await Promise.all([
    store.accounts.claim(TEAM, EARLIER, AT),
    store.accounts.claim(TEAM, LATER, AT),
  ]);
  expect(one).toEqual(other);
  expect(await store.accounts.claim(TEAM, { id: 'third', host: 'h' }, AT)).toEqual(one);
});

test('a new account keeps what rows without one belong to, with its entry in the audit trail', async () => {
  await store.accounts.claim(TEAM, EARLIER, AT);
  await confirm();
  expect(await store.accounts.find(TEAM)).toEqual({ ...LATER, firstId: 'earlier' });
  const [entry] = await store.auditEntries.slice({ teamId: TEAM }, { to: 'older', cursor: null, limit: 1 });
  expect(entry?.action).toBe('account-confirmed');
});

describe('links of two accounts', () => {
  beforeEach(async () => {
    await store.accounts.claim(TEAM, EARLIER, AT);
    await make('before', '1001', AT);
    await confirm();
    await make('after', '1001', AT + 10);
    await make('next', '1002', AT + 20);
  });

  test('keep theirs from the transaction that wrote them', async () => {
    expect((await store.links.get('before')).account).toBe('earlier');
    expect((await store.links.get('after')).account).toBe('later');
  });

  test('share no numbers, and witness nothing for each other', async () => {
    const sharing = async (id: string) => {
      const values = { invoiceIds: ['PL-before', 'PL-after'], orderIds: ['1001'], addresses: [] };
      return (await store.links.sharing({ teamId: TEAM, id }, values)).map((link) => link.id);
    };
    expect([await sharing('before'), await sharing('after')]).toEqual([['before'], ['after']]);
    const nextMade = (id: string, after: number) =>
      store.links.nextMade({ teamId: TEAM, id }, { after, now: AT + 60_000 });
    expect(await nextMade('before', AT)).toBeNull();
    expect(await nextMade('after', AT + 10)).toMatchObject({ invoiceId: 'PL-next' });
    const newest = async (id: string) =>
      (await store.links.newestMade({ teamId: TEAM, id }, AT - 1, 20)).map(({ invoiceId }) => invoiceId);
    expect([await newest('before'), await newest('after')]).toEqual([['PL-before'], ['PL-next', 'PL-after']]);
  });

  const named = async () => (await store.linkDays.named(TEAM, 'orderId', ['1001'])).map(({ id }) => id);

  test('meet a listing only if they are of the account that is read', async () => {
    const span = { from: AT - 1, to: AT + 1_000 };
    expect((await store.linkDays.madeIn(TEAM, span)).map(({ id }) => id)).toEqual(['after', 'next']);
    expect(await named()).toEqual(['after']);
  });

  test('and of rows from before accounts were kept belong to the first', async () => {
    await run("update links set account = null where id = 'before'");
    expect(await named()).toEqual(['after']);
    await confirm(EARLIER);
    expect(await named()).toEqual(['before']);
  });
});

test('an order for the account of before is not written down at another', async () => {
  await store.accounts.claim(TEAM, EARLIER, AT);
  await confirm();
  const order = buildNewLink('lnk', { at: AT, account: 'earlier' });
  await expect(store.links.reserve(order, { shown: [], at: AT })).rejects.toThrow(AccountChangedError);
  const old = buildNewLink('lnk', { at: AT, account: null });
  await expect(store.links.reserve(old, { shown: [], at: AT })).rejects.toThrow(AccountChangedError);
  expect(await store.links.find(TEAM, 'lnk')).toBeNull();
});
