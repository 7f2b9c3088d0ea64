// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { LinkState } from '../../src/store/link-states.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { buildNewLink as buildAnyLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { reopen, store } = storePerTest();

const AT = Date.UTC(2026, 10, 21, 8);

const { details: DETAILS } = buildAnyLink('lnk_1', { at: AT });
const SARA = { FullName: 'Sara Khan', Email: 'sara@example.com', Phone: '+971501234567' };

const buildNewLink = ({ id = 'lnk_1', ...changes }: Partial<NewLink> = {}): NewLink =>
  buildAnyLink(id, {
    nonce: 'nonce-1',
    invoiceId: 'PL-1',
    expiresAt: AT + 1_000,
    details: { ...DETAILS, ...SARA },
    at: AT,
    ...changes,
  });

/** Unique values of each link. */
const names = (id: string) => ({ id, nonce: id, invoiceId: id, callbackTokenHash: id });
const SECOND = names('lnk_2');
const GUARD = { shown: [], at: AT };

const move = (to: LinkState, changes: Partial<Parameters<typeof store.links.move>[0]> = {}) =>
  store.links.move({ id: 'lnk_1', to, at: AT, cause: 'answered', ...changes });

describe('a link in the store', () => {
  test('is not returned for the same form with another amount or customer', async () => {
    await store.links.reserve(buildNewLink());
    const { details } = buildNewLink();
    for (const changes of [
      { amountFils: 700_000 },
      { details: { ...details, Phone: '+971509999999' } },
      { details: { ...details, Email: 'omar@example.com' } },
    ])
      expect(
        await store.links.reserve(buildNewLink({ id: 'lnk_2', callbackTokenHash: 'h2', ...changes })),
      ).toMatchObject({ link: null, conflict: { because: 'form-used', sale: { amountFils: 25_050 } } });
    expect(await store.links.inState('reserved')).toHaveLength(1);
  });

  test('of a customer with the shop’s own e-mail is identified by the phone', async () => {
    const { details } = buildNewLink();
    await store.settings.change('T1', { defaultEmail: 'SARA@example.com' }, { by: 'U1', at: AT });
    await store.links.reserve(buildNewLink());
    const next = { ...SECOND, details: { ...details, Phone: '+971509999999' } };
    expect(await store.links.reserve(buildNewLink(next), GUARD)).toMatchObject({ isNew: true });
    const same = { ...names('lnk_3'), isEmailOfShop: true };
    expect(await store.links.reserve(buildNewLink(same), GUARD)).toMatchObject({
      conflict: { duplicates: [{ id: 'lnk_1' }] },
    });
    const own = { ...next, details: { ...next.details, Email: 'omar@example.com' } };
    const again = { ...own.details, Phone: '+971508888888' };
    await store.links.reserve(buildNewLink({ ...own, ...names('l4') }));
    expect(
      await store.links.reserve(buildNewLink({ ...own, ...names('l5'), details: again }), GUARD),
    ).toMatchObject({ conflict: { duplicates: [{ id: 'l4' }] } });
  });

  test('is checked once its creator’s process should have had the answer', async () => {
    const { link } = await store.links.reserve(buildNewLink({ checkDueAt: AT + 5 }));
    expect(await store.links.nextCheck(link?.id ?? '')).toEqual({ to: AT + 5, attempts: 0 });
  });

  test('is reserved once if two forms with one nonce race', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        store.links.reserve(buildNewLink({ id: `lnk_${i}`, callbackTokenHash: `hash-${i}` })),
      ),
    );
    expect(results.filter((result) => result.conflict === null && result.isNew)).toHaveLength(1);
    expect(new Set(results.map((result) => result.link?.id)).size).toBe(1);
  });

  test('is found by its reference once it was sent, by its own workspace', async () => {
    const find = async (teamId = 'T1', invoiceId = 'PL-1') =>
      (await store.links.findByInvoiceId(teamId, invoiceId))?.id ?? null;
    await store.links.reserve(buildNewLink());
    await store.links.reserve(buildNewLink({ ...SECOND, invoiceId: 'PL-2' }));
    expect(await find()).toBeNull();
    await move('failed');
    expect(await find()).toBeNull();
    for (const to of ['open', 'reported', 'paid'] as const) {
      await move(to);
      expect(await find()).toBe('lnk_1');
    }
    await move('unknown', { id: 'lnk_2' });
    expect(await find('T1', 'PL-2')).toBe('lnk_2');
    expect(await find('T2', 'PL-2')).toBeNull();
    expect(await find('T1', 'PL-3')).toBeNull();
  });

  test('is among its creator’s unfinished links, which are sorted by expiry', async () => {
    const make = async (id: string, states: LinkState[], changes: Partial<NewLink> = {}) => {
      await store.links.reserve(buildNewLink({ ...names(id), ...changes }));
      for (const to of states) await move(to, { id });
    };
    const list = async (limit = 9) =>
      (await store.links.unfinishedOf({ teamId: 'T1', ownerId: 'U1', limit })).map(({ id }) => id);
    await make('third', ['open'], { expiresAt: AT + 30, at: AT + 1 });
    await make('second', ['unknown'], { expiresAt: AT + 20, at: AT + 2 });
    await make('first', ['open'], { expiresAt: AT + 20 });
    await make('fourth', ['open', 'reported'], { expiresAt: AT + 40 });
    await make('last', [], { expiresAt: AT + 50 });
    await make('paid', ['open', 'paid'], { expiresAt: AT + 1 });
    await make('failed', ['failed'], { expiresAt: AT + 1 });
    await make('expired', ['open', 'expired'], { expiresAt: AT + 1 });
    await make('a colleague’s', ['open'], { expiresAt: AT + 1, creatorId: 'U2' });
    await make('elsewhere', ['open'], { expiresAt: AT + 1, teamId: 'T2' });
    expect(await list()).toEqual(['first', 'second', 'third', 'fourth', 'last']);
    expect(await list(4)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await list(1)).toEqual(['first']);
  });

  test('keeps the first known address, with its notice, and no later one', async () => {
    const failure = { what: 'It was refused.', next: 'Try again.', reference: null, field: null };
    const notices = (id: string) => [{ teamId: 'T1', id, lane: id, kind: 'qr' as const, linkId: 'lnk_1' }];
    await store.links.reserve(buildNewLink());
    await store.links.reserve(buildNewLink(SECOND));
    const before = await store.links.get('lnk_2');
    await move('failed', { failure });
    await move('open', { failure });
    const found = { address: 'https://pay.example/1', orderId: '1001' };
    const link = await store.links.setAddress('lnk_1', found, AT + 5, notices('first'));
    expect(link).toMatchObject({ ...found, id: 'lnk_1', failure: null, updatedAt: AT + 5 });
    expect(await store.links.get('lnk_1')).toEqual(link);
    expect(await countWaiting(store)).toBe(1);
    const later = { address: 'https://pay.example/2', orderId: '1002' };
    expect(await store.links.setAddress('lnk_1', later, AT + 6, notices('second'))).toEqual(link);
    expect(await store.links.get('lnk_1')).toEqual(link);
    expect(await countWaiting(store)).toBe(1);
    expect(await store.links.get('lnk_2')).toEqual(before);
  });

  test('is not found by another workspace', async () => {
    await store.links.reserve(buildNewLink());
    expect(await store.links.find('T1', 'lnk_1')).not.toBeNull();
    expect(await store.links.find('T2', 'lnk_1')).toBeNull();
    expect(await store.links.findByNonce('T2', 'nonce-1')).toBeNull();
  });

  test('is unchanged after a restart', async () => {
    const { link } = await store.links.reserve(buildNewLink());
    await reopen();
    expect(await store.links.get('lnk_1')).toEqual(link);
  });
});
