// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import type { NewLink } from '../../src/store/new-link.ts';
import { claimChecks, endCheck } from '../fixtures/claim-checks.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { tokenOf } from '../links/open-link.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21, 8);
const BEFORE = NOW - 90 * DAY;
const OLD = BEFORE - 10 * DAY;

/** Customer data that could be stored anywhere in the database. */
const PLANTED = ['Zaynab', 'zaynab@', '0501239876', '501239876', 'Palm Villa', 'Ajman', 'Birthday cake'];

const { rows, store } = storePerTest();

const buildOldLink = (id: string, changes: Partial<NewLink> = {}): NewLink =>
  buildNewLink(id, {
    callbackTokenHash: hashToken(tokenOf(id)),
    expiresAt: OLD + 30 * DAY,
    details: {
      FullName: 'Zaynab Saleh',
      Email: 'zaynab@example.com',
      Phone: '+971501239876',
      notes: 'Birthday cake',
      expiryOn: '2026-09-10 12:00:00',
      Is_QR_needed: true,
      Is_invoice_generated: false,
      Address: 'Palm Villa 4',
      City: 'Ajman',
      Country: 'UAE',
      Product_Id: 'P-1',
    },
    at: OLD,
    ...changes,
  });

/** A link that went all the way to `state`, with all possible customer data. */
const makeLink = async (id: string, state: LinkState, changes: Partial<NewLink> = {}): Promise<void> => {
  const link = buildOldLink(id, changes);
  await store.links.reserve(link);
  if (state === 'reserved') return;
  const answer = { FullName: 'Zaynab Saleh', Phone: '0501239876', link: 'https://pay.example.com/1' };
  const open = { id, at: link.at, cause: 'answered' as const, orderId: `order-${id}`, answer };
  if (state === 'unknown' || state === 'failed') {
    await store.links.move({ ...open, to: state });
    return;
  }
  await store.links.move({ ...open, to: 'open', address: `https://pay.example.com/${id}` });
  const callback = { tokenHash: hashToken(tokenOf(id)), evidenceHash: 'h', evidence: { status: 'PAID' } };
  await store.callbacks.take({ ...callback, receivedAt: link.at + 1_000 });
  if (state !== 'open')
    await store.links.move({ id, to: state, at: link.at + 2_000, cause: 'the service says paid' });
};

const erase = () => store.retention.links({ at: NOW, before: BEFORE, after: null, limit: 100 });

/** Every text in the tables that belong to links. */
const dump = async () =>
  JSON.stringify(await Promise.all(['links', 'link_events', 'callbacks', 'jobs'].map(rows)));

describe('an old finished link', () => {
  test.each(['paid', 'failed', 'expired'] as const)(
    'that was %s loses its customer and keeps its amounts',
    async (state) => {
      await makeLink('lnk_1', state);
      const before = await store.links.get('lnk_1');
      const history = await store.links.history('lnk_1');

      expect(await erase()).toEqual({ count: 1, next: null });

      const text = await dump();
      for (const word of PLANTED) expect(text).not.toContain(word);
      const after = await store.links.get('lnk_1');
      const { Address: _, City: __, ...details } = before.details;
      expect(after).toMatchObject({
        ...before,
        details: { ...details, FullName: '', Email: '', Phone: '', notes: '' },
      });
      expect(after.details).not.toHaveProperty('Address');
      expect(text).toContain(`erasedAt\\":${NOW}`);
      expect(await store.links.history('lnk_1')).toEqual(history);
      expect(await store.callbacks.ofLink('lnk_1')).toEqual([]);
    },
  );

  test('loses fields that only a later version knows', async () => {
    const { details } = buildOldLink('lnk_1');
    const later = { ...details, GateCode: 'Jasmine' };
    await makeLink('lnk_1', 'paid', { details: later });
    expect(await dump()).toContain('Jasmine');
    await erase();
    expect(await dump()).not.toContain('Jasmine');
    expect((await store.links.get('lnk_1')).details).toMatchObject({ Country: 'UAE', Product_Id: 'P-1' });
  });

  test('is no longer found by its customer’s data', async () => {
    await makeLink('lnk_1', 'open', { expiresAt: BEFORE - 1 });
    await erase();
    const same = buildOldLink('lnk_2', { at: NOW });
    expect((await store.links.reserve(same, { shown: [], at: 0 })).conflict).toBeNull();
  });

  test('keeps a callback until it is read', async () => {
    await makeLink('lnk_1', 'expired');
    const late = {
      tokenHash: hashToken(tokenOf('lnk_1')),
      evidenceHash: 'late',
      evidence: { status: 'PAID' },
    };
    await store.callbacks.take({ ...late, receivedAt: NOW - 1_000 });
    await erase();
    expect(await store.callbacks.ofLink('lnk_1')).toEqual([
      { receivedAt: NOW - 1_000, evidence: { status: 'PAID' } },
    ]);
    const { due } = await claimChecks(store, { at: NOW, token: 'claim' });
    expect(due).toHaveLength(1);
    await erase();
    expect(await store.callbacks.ofLink('lnk_1')).toHaveLength(1);
    for (const one of due) await endCheck(store, one, { to: null, attempts: 0 }, NOW);
    await store.retention.eraseForgotten({ at: NOW, after: null, limit: 100 });
    expect(await store.callbacks.ofLink('lnk_1')).toEqual([]);
  });

  test('is erased once', async () => {
    await makeLink('lnk_1', 'failed', { expiresAt: BEFORE - 1 });
    expect((await erase()).count).toBe(1);
    expect((await erase()).count).toBe(0);
    expect(await dump()).toContain(`erasedAt\\":${NOW}`);
  });
});

describe('the customer stays', () => {
  test.each([
    ['of a young link', 'paid', { at: BEFORE + 1 }],
    ['of an old link that can still be paid', 'open', { expiresAt: NOW + DAY }],
    ['of one that could be paid until a moment ago', 'reported', { expiresAt: BEFORE }],
  ] as const)('%s', async (_, state, changes) => {
    await makeLink('lnk_1', state, changes);
    const before = await store.links.get('lnk_1');
    expect(await erase()).toEqual({ count: 0, next: null });
    expect(await store.links.get('lnk_1')).toEqual(before);
    expect(await store.callbacks.ofLink('lnk_1')).toHaveLength(1);
  });
});

test('a link that can no longer be paid is erased in any state', async () => {
  for (const state of ['reserved', 'unknown', 'open', 'reported'] as const)
    await makeLink(`lnk_${state}`, state, { expiresAt: BEFORE - 1 });
  expect((await erase()).count).toBe(4);
});

test('slices contain every link once, made in any order', async () => {
  for (let made = 0; made < 7; made += 1)
    await makeLink(`lnk_${(made * 3) % 7}`, made % 2 === 0 ? 'paid' : 'open', { expiresAt: NOW + DAY });
  const seen: number[] = [];
  let after: string | null = null;
  do {
    const slice = await store.retention.links({ at: NOW, before: BEFORE, after, limit: 2 });
    seen.push(slice.count);
    after = slice.next;
  } while (after !== null);
  expect(seen).toHaveLength(4);
  expect(seen.reduce((sum, erased) => sum + erased, 0)).toBe(4);
});
