// @module-tag postgres

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CustomerPart, CustomerScope } from '../../src/store/customer-store.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { buildLink, CAST } from '../fixtures/links.ts';
import { numbersTo } from '../fixtures/read-tables.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const DAY = 24 * 60 * 60_000;
const SHOP = 'till@shop.example.com';
const SARA = { FullName: 'Sara Khan', Phone: '+971501234567', Email: 'sara@example.com' };
const OMAR = { FullName: 'Omar Al Ali', Phone: '+971507654321', Email: 'omar.ali@example.com' };
const { teamId, personId } = CAST;
const ALL: CustomerScope = { teamId, ownerId: null };

const { rows, run, store } = storePerTest();
let made: number;

beforeEach(() => {
  made = 0;
});

interface Made {
  at?: number;
  states?: readonly LinkState[];
  creatorId?: string;
  teamId?: string;
  notes?: string;
  expiresAt?: number;
}

/** Each a minute after the previous one. */
const make = async (
  customer: Record<string, string>,
  { at, states = ['open'], notes = 'Rent', ...whose }: Made = {},
): Promise<string> => {
  made += 1;
  const id = `lnk_${String(made).padStart(5, '0')}`;
  const link = buildLink({ id, nonce: `n${made}`, invoiceId: `INV-${made}`, ...whose });
  await store.links.reserve({
    ...link,
    details: { ...link.details, ...customer, notes },
    callbackTokenHash: `hash-${made}`,
    at: at ?? NOON + made * 60_000,
  });
  for (const to of states)
    await store.links.move({ id, to, at: NOON + made * 60_000, cause: 'the service says paid' });
  return id;
};

const search = async (parts: CustomerPart[], scope = ALL) =>
  (await store.customers.search(scope, parts, 20)).map(({ id }) => id);

describe('a known customer', () => {
  test('is found by phone and by e-mail, with the data of the newest link and the last payment', async () => {
    const paid = await make(SARA, { states: ['open', 'paid'] });
    const last = await make({ ...SARA, FullName: 'Sara K' });
    for (const name of [{ phone: '+971 50 123 4567' }, { email: 'SARA@example.com ' }]) {
      const known = await store.customers.recall(ALL, name);
      expect([known?.last.id, known?.lastPaid?.id, known?.hasEmail]).toEqual([last, paid, true]);
    }
    expect((await store.customers.recallOf(ALL, paid))?.last.id).toBe(paid);
    expect(await store.customers.recall(ALL, { phone: OMAR.Phone })).toBeNull();
  });

  test('is unknown in another workspace, and after only a failed link', async () => {
    const other = await make(SARA, { teamId: 'T0OTHER' });
    const failed = await make(SARA, { states: ['failed'] });
    for (const id of [other, failed]) expect(await store.customers.recallOf(ALL, id)).toBeNull();
    expect(await store.customers.recall(ALL, { phone: SARA.Phone })).toBeNull();
    expect(await search([{ start: 'sara' }])).toEqual([]);
  });

  test('can be restricted to a person’s own links', async () => {
    const hers = await make(SARA);
    const his = await make(SARA, { creatorId: 'U0OMAR0001', states: ['open', 'paid'] });
    const own = { teamId, ownerId: personId };
    const known = await store.customers.recall(own, { phone: SARA.Phone });
    expect([known?.last.id, known?.lastPaid]).toEqual([hers, null]);
    expect(await store.customers.recallOf(own, his)).toBeNull();
    expect(await search([{ start: 'khan' }], own)).toEqual([hers]);
    expect(await search([{ start: 'khan' }])).toEqual([his]);
  });

  test('is not identified by the shop’s own e-mail', async () => {
    await store.settings.change(teamId, { defaultEmail: SHOP }, { by: 'U1', at: NOON });
    const id = await make({ ...SARA, Email: SHOP });
    expect(await store.customers.recall(ALL, { email: SHOP })).toBeNull();
    expect(await search([{ start: 'till@' }])).toEqual([]);
    const known = await store.customers.recall(ALL, { phone: SARA.Phone });
    expect([known?.last.id, known?.hasEmail]).toEqual([id, false]);
  });

  test('is not identified by the shop’s own phone', async () => {
    await store.settings.change(teamId, { shopPhone: SARA.Phone }, { by: 'U1', at: NOON });
    const id = await make(SARA);
    const other = await make({ ...OMAR, Phone: SARA.Phone });
    expect(await store.customers.recall(ALL, { phone: SARA.Phone })).toBeNull();
    expect(await search([{ digits: SARA.Phone.slice(-6) }])).toEqual([]);
    expect((await store.customers.recall(ALL, { email: SARA.Email }))?.last.id).toBe(id);
    expect((await store.customers.recallOf(ALL, other))?.last.id).toBe(other);
    expect(await store.customers.openOf(teamId, { phone: SARA.Phone, email: null }, 9)).toEqual([]);
  });

  test('is forgotten with the data of their links', async () => {
    const id = await make(SARA, { at: NOON - 40 * DAY, states: ['open', 'paid'] });
    await store.retention.links({ at: NOON, before: NOON - 30 * DAY, after: null, limit: 10 });
    expect(await store.customers.recall(ALL, { phone: SARA.Phone })).toBeNull();
    expect(await store.customers.recall(ALL, { email: SARA.Email })).toBeNull();
    expect(await store.customers.recallOf(ALL, id)).toBeNull();
    expect(await search([{ start: 'sara' }])).toEqual([]);
    expect(JSON.stringify(await rows('links'))).not.toMatch(/sara khan|1234567|sara@/i);
  });
});

describe('the search', () => {
  test('finds the start of names, digits of the phone, and the start of the e-mail', async () => {
    const [sara, omar] = [await make(SARA), await make(OMAR)];
    for (const [parts, found] of [
      [[{ start: 'sa' }], [sara]],
      [[{ start: 'kh' }, { start: 'sa' }], [sara]],
      [[{ start: 'ara' }], []],
      [[{ start: 'al' }], [omar]],
      [[{ start: 'omar.a' }], [omar]],
      [[{ digits: '4567' }], [sara]],
      [[{ digits: '501234567' }], [sara]],
      [[{ digits: '9715' }], [omar, sara]],
      [[{ start: 'omar' }, { digits: '4567' }], []],
      [[{ start: '%' }], []],
      [[{ start: '_' }], []],
      [[{ start: '\\' }], []],
    ] as [CustomerPart[], string[]][])
      expect(await search(parts), JSON.stringify(parts)).toEqual(found);
  });

  test('shows phones that end in the digits first, then the newest customers', async () => {
    const end = await make({ ...SARA, Phone: '+971501114567' });
    const [one, two] = [
      await make({ ...OMAR, Phone: '+971504567111' }),
      await make({ ...OMAR, Phone: '+971504567222' }),
    ];
    expect(await search([{ digits: '4567' }])).toEqual([end, two, one]);
  });

  test('shows a customer with several e-mails once, and two people with one phone as two', async () => {
    await make(SARA);
    await make({ ...SARA, Email: 'sara.k@example.com' });
    const last = await make({ ...SARA, FullName: 'SARA KHAN' });
    const brother = await make({ ...SARA, FullName: 'Samir Khan' });
    expect(await search([{ digits: '4567' }])).toEqual([brother, last]);
  });

  test('finds a customer behind a thousand links of another', async () => {
    const first = await make({ ...OMAR, FullName: 'Sameera Ali' });
    const id = await make(SARA);
    const columns = Object.keys((await rows('links')).find((row) => row['id'] === id) ?? {});
    const unique = ['id', 'nonce', 'invoice_key', 'callback_token_hash'];
    const copied = columns.map((column) => {
      if (unique.includes(column)) return `${column} || '-' || n`;
      return column === 'created_at' ? 'created_at + n % 7' : column;
    });
    await run(`insert into links (${columns.join(', ')}) ${numbersTo(1_200)}
      select ${copied.join(', ')} from links, numbers where links.id = '${id}'`);
    const found = await store.customers.search(ALL, [{ start: 'sa' }], 20);
    expect(found.map(({ details }) => details.FullName)).toEqual(['Sara Khan', 'Sameera Ali']);
    expect(found[1]?.id).toBe(first);
  });

  test('finds the same as reading every link, for any names', async () => {
    const name = fc.stringMatching(/^[abAB]{1,3}( [ab.']{1,3}){0,2}$/);
    const customers = fc.array(
      fc.record({
        FullName: name,
        Phone: fc.integer({ min: 0, max: 9_999 }).map((end) => `+97150000${String(end).padStart(4, '0')}`),
        Email: fc.constantFrom('a@b.example', 'ab_c@d.example', "o'n%eil@e.example"),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const part: fc.Arbitrary<CustomerPart> = fc.oneof(
      fc.constantFrom('a', 'b', 'ab', 'a@', 'ab_', "o'n%", '%', '_', '\\', '.').map((start) => ({ start })),
      fc.constantFrom('00', '9715', '1', '12', '7').map((digits) => ({ digits })),
    );
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(
        customers,
        fc.array(part, { minLength: 1, maxLength: 2 }),
        fc.uuid(),
        async (list, parts, team) => {
          for (const customer of list) await make(customer, { teamId: team });
          const found = await store.customers.search({ teamId: team, ownerId: null }, parts, 20);
          const fits = list.filter(({ FullName, Phone, Email }) =>
            parts.every((one) =>
              'digits' in one
                ? Phone.includes(one.digits)
                : [...FullName.toLowerCase().split(' '), Email].some((word) => word.startsWith(one.start)),
            ),
          );
          const names = (of: { FullName: string; Phone: string }[]) =>
            [...new Set(of.map(({ FullName, Phone }) => `${FullName.toLowerCase()} ${Phone}`))].toSorted();
          expect(names(found.map(({ details }) => details))).toEqual(names(fits));
          hits += found.length;
        },
      ),
      { numRuns: 25 },
    );
    expect(hits).toBeGreaterThan(2);
  });
});

describe('forgetting a customer', () => {
  const forget = (linkId: string, ask: { at?: number; teamId?: string } = {}) =>
    store.customers.forget({ teamId, linkId, by: 'U0RAVI0001', at: NOON + DAY, auditId: 'aud_1', ...ask });

  test('erases ended links, marks the others, and is in the audit trail', async () => {
    const paid = await make(SARA, { states: ['open', 'paid'] });
    const sameEmail = await make({ ...OMAR, Email: SARA.Email }, { states: ['open', 'expired'] });
    // It is looked for until 31 days after its time.
    const over = await make(SARA, { expiresAt: NOON - 30 * DAY - 1 });
    const open = await make(SARA, { expiresAt: NOON - 30 * DAY });
    const omar = await make(OMAR, { states: ['open', 'paid'] });
    const elsewhere = await make(SARA, { teamId: 'T0OTHER', states: ['open', 'paid'] });
    expect(await forget(open)).toEqual({ erased: 3, later: 1, waiting: 0 });

    for (const id of [paid, sameEmail, over])
      expect((await store.links.get(id)).details).toMatchObject({
        FullName: '',
        Phone: '',
        erasedAt: NOON + DAY,
      });
    expect(await store.links.get(open)).toMatchObject({
      details: { FullName: 'Sara Khan' },
      forgottenAt: NOON + DAY,
    });
    for (const id of [omar, elsewhere]) expect((await store.links.get(id)).details.FullName).not.toBe('');
    expect(await store.customers.recall(ALL, { phone: SARA.Phone })).toBeNull();
    expect(await store.customers.recallOf(ALL, open)).toBeNull();
    expect(await search([{ start: 'sara' }])).toEqual([]);
    const [entry] = await readTrail(store, { teamId, action: 'customer-forgotten' });
    expect(entry).toMatchObject({
      actorId: 'U0RAVI0001',
      subject: open,
      detail: { erasedLinks: 3, laterLinks: 1 },
    });
    expect(await forget(open)).toBeNull();
    expect(await forget(paid)).toBeNull();
  });

  test('erases an open link once it has ended, except the money', async () => {
    const open = await make(SARA);
    await forget(open);
    const erase = (at: number) => store.retention.eraseForgotten({ at, after: null, limit: 10 });
    expect(await erase(NOON + 2 * DAY)).toEqual({ count: 0, next: null });
    await store.links.move({ id: open, to: 'paid', at: NOON + 2 * DAY, cause: 'the service says paid' });
    expect(await erase(NOON + 3 * DAY)).toEqual({ count: 1, next: null });
    const link = await store.links.get(open);
    expect(link).toMatchObject({ state: 'paid', amountFils: 125_050, forgottenAt: null });
    expect(link.details).toMatchObject({ FullName: '', erasedAt: NOON + 3 * DAY });
    expect(await erase(NOON + 3 * DAY)).toEqual({ count: 0, next: null });
  });

  test('through another workspace’s link does nothing', async () => {
    const id = await make(SARA, { states: ['open', 'paid'] });
    expect(await forget(id, { teamId: 'T0OTHER' })).toBeNull();
    expect((await store.links.get(id)).details.FullName).toBe('Sara Khan');
  });

  test('ignores the shop’s own e-mail', async () => {
    await store.settings.change(teamId, { defaultEmail: SHOP }, { by: 'U1', at: NOON });
    const one = await make({ ...SARA, Email: SHOP }, { states: ['open', 'paid'] });
    const other = await make({ ...OMAR, Email: SHOP }, { states: ['open', 'paid'] });
    expect(await forget(one)).toMatchObject({ erased: 1 });
    expect((await store.links.get(other)).details.FullName).toBe('Omar Al Ali');
  });

  test('ignores the shop’s own phone, and erases a customer without any contact of their own', async () => {
    await store.settings.change(
      teamId,
      { shopPhone: SARA.Phone, defaultEmail: SHOP },
      { by: 'U1', at: NOON },
    );
    const states = ['open', 'paid'] as const;
    const one = await make(SARA, { states: [...states] });
    const nobodys = await make({ ...OMAR, Phone: SARA.Phone, Email: SHOP }, { states: [...states] });
    const another = await make({ ...OMAR, Phone: SARA.Phone, Email: SHOP }, { states: [...states] });
    expect(await forget(one)).toMatchObject({ erased: 1 });
    expect(await forget(nobodys)).toMatchObject({ erased: 1 });
    expect(await forget(nobodys)).toBeNull();
    expect((await store.links.get(another)).details.FullName).toBe('Omar Al Ali');
  });
});
