import { describe, expect, test } from 'vitest';
import { readListings, type WantedLink } from '../../src/links/checks/read-listings.ts';
import type { DateRange, ListingPage, PaymentServiceClient } from '../../src/payment-service/index.ts';

const HOUR = 60 * 60_000;
const MADE = Date.UTC(2026, 10, 21, 8);
const NOW = MADE + 3 * HOUR;
/** In Dubai, four hours ahead. */
const ZONE = 'Asia/Dubai';

type Fields = Record<string, unknown>;
type Listing = Pick<PaymentServiceClient, 'listLinks' | 'listTransactions'>;

const wanted = (changes: Partial<WantedLink> = {}): WantedLink => ({
  id: 'lnk_1',
  invoiceId: 'INV-7',
  orderId: '100234',
  address: 'https://pay.example.com/p/1',
  createdAt: MADE,
  ...changes,
});

/** A service with these records, which counts them correctly. */
const serviceOf = ({
  links = [],
  transactions = [],
  page = {},
}: {
  links?: Fields[];
  transactions?: Fields[];
  page?: Partial<ListingPage>;
}) => {
  const asked: [string, DateRange][] = [];
  const list =
    (name: string, rows: Fields[]): PaymentServiceClient['listLinks'] =>
    async (range, paging) => {
      const isFirst = (paging?.page ?? 0) === 0;
      if (isFirst || page.total === null) asked.push([name, range]);
      const records = isFirst || page.total === null ? rows.map((fields) => ({ fields })) : [];
      return { records, hasList: true, total: rows.length, page: 0, size: 100, ...page };
    };
  const service: Listing = {
    listLinks: list('links', links),
    listTransactions: list('transactions', transactions),
  };
  return { service, asked };
};

const read = async (links: WantedLink[], has: Parameters<typeof serviceOf>[0], left = 10, now = NOW) => {
  const { service, asked } = serviceOf(has);
  return { ...(await readListings(service, links, { now, timeZone: ZONE, budget: { left } })), asked };
};

const one = async (link: WantedLink, has: Parameters<typeof serviceOf>[0], left?: number) =>
  (await read([link], has, left)).of.get(link.id);

describe('a record is found for a link', () => {
  test.each<[string, Fields]>([
    ['its reference', { Invoice_Id: 'INV-7' }],
    ['its order id', { orderId: '100234' }],
    ['its address', { url: 'https://pay.example.com/p/1' }],
    ['its reference among others', { merchantReference: 'M', Invoice_Id: 'INV-7' }],
  ])('by %s, in both listings', async (_, fields) => {
    const listed = await one(wanted(), {
      links: [{ x: 1 }, fields],
      transactions: [fields, { orderId: '5' }],
    });
    expect(listed?.found).toEqual([
      { kind: 'link', via: 'listing', record: { fields } },
      { kind: 'transaction', via: 'listing', record: { fields } },
    ]);
  });

  test('by its order id as the plain `id` of a listed link, but not of a transaction', async () => {
    for (const id of ['100234', ' 100234 ', 100_234]) {
      const listed = await one(wanted(), { links: [{ id }], transactions: [{ id }] });
      expect(listed?.found.map(({ kind }) => kind)).toEqual(['link']);
    }
    expect((await one(wanted(), { links: [{ id: true }, { id: null }] }))?.found).toEqual([]);
  });

  test('once for each link that it may be about', async () => {
    const twin = wanted({ id: 'lnk_2', orderId: '100999', address: null });
    const fields = { Invoice_Id: 'INV-7', orderId: '100234' };
    const { of } = await read(
      [wanted(), twin, wanted({ id: 'lnk_3', invoiceId: 'INV-8', orderId: null, address: null })],
      {
        transactions: [fields],
      },
    );
    expect([...of].map(([id, { found }]) => [id, found.length])).toEqual([
      ['lnk_1', 1],
      ['lnk_2', 1],
      ['lnk_3', 0],
    ]);
    const byReference = await read([wanted(), twin], { transactions: [{ Invoice_Id: 'INV-7' }] });
    expect([...byReference.of.values()].map(({ found }) => found.length)).toEqual([1, 1]);
  });
});

describe('a link with an address and no order id', () => {
  const address = 'https://pay.example.com/p/1';
  const nameless = wanted({ orderId: null });

  test('gets its order id from the record with its address, and then its payment', async () => {
    const listed = await one(nameless, {
      links: [
        { Invoice_Id: 'INV-8', orderId: '5' },
        { url: address, orderId: '100234' },
      ],
      transactions: [{ orderId: '100234' }, { orderId: '5' }],
    });
    expect(listed?.orderId).toBe('100234');
    expect(listed?.found.map(({ kind }) => kind)).toEqual(['link', 'transaction']);
  });

  test.each<[string, WantedLink, Fields[], string | null]>([
    ['a record without its address', nameless, [{ Invoice_Id: 'INV-7', orderId: '5' }], null],
    ['two records that disagree', nameless, ['5', '6'].map((orderId) => ({ url: address, orderId })), null],
    ['any record, if it has an order id', wanted(), [{ url: address, orderId: '5' }], '100234'],
    [
      'a record without an address, if it has no address either',
      wanted({ orderId: null, address: null }),
      [{ Invoice_Id: 'INV-7', orderId: '5' }],
      null,
    ],
  ])('gets no order id from %s', async (_, link, links, orderId) => {
    expect((await one(link, { links }))?.orderId).toBe(orderId);
  });
});

describe('the range that is read', () => {
  test('is ten minutes around the creation, and for payments until ten minutes from now', async () => {
    const { asked } = await read([wanted()], {});
    expect(asked).toEqual([
      ['links', { fromDate: '2026-11-21 11:50:00', toDate: '2026-11-21 12:10:00' }],
      ['transactions', { fromDate: '2026-11-21 11:50:00', toDate: '2026-11-21 15:10:00' }],
    ]);
  });

  test('includes all wanted links', async () => {
    const early = wanted({ id: 'lnk_0', createdAt: MADE - HOUR });
    const late = wanted({ id: 'lnk_2', createdAt: MADE + HOUR });
    const { asked } = await read([wanted(), early, late], {});
    expect(asked[0]?.[1]).toEqual({ fromDate: '2026-11-21 10:50:00', toDate: '2026-11-21 13:10:00' });
  });

  test.each<[string, witnessAfter: number | null, now: number, links: string, transactions: string]>([
    ['what was made after it', HOUR, NOW, '2026-11-22 15:00:00', '2026-11-22 15:00:00'],
    ['nothing later, if there is none', null, NOW, '2026-11-22 14:00:00', '2026-11-22 14:00:00'],
    ['not what was made before it', -HOUR, NOW, '2026-11-22 14:00:00', '2026-11-22 14:00:00'],
    ['payments until now', null, MADE + 100 * HOUR, '2026-11-22 14:00:00', '2026-11-25 16:10:00'],
  ])(
    'of a lost link has room for any time zone, and includes %s',
    async (_, after, now, links, transactions) => {
      const witness = after === null ? null : { invoiceId: 'INV-9', createdAt: MADE + after };
      const isLost = { askedAt: MADE, after: MADE, others: [], witness, amountFils: 25_000 };
      const { asked } = await read([wanted({ isLost })], {}, 10, now);
      const fromDate = '2026-11-20 10:00:00';
      expect(asked).toEqual([
        ['links', { fromDate, toDate: links }],
        ['transactions', { fromDate, toDate: transactions }],
      ]);
    },
  );
});

describe('a reading is complete', () => {
  test('if both listings were read to their end', async () => {
    expect(await read([wanted()], {})).toMatchObject({ links: 'whole', transactions: 'whole' });
    expect((await one(wanted(), {}))?.isComplete).toBe(true);
  });

  test('not if either listing uses up the requests', async () => {
    const without = await read([wanted()], {}, 1);
    expect(without).toMatchObject({ links: 'whole', transactions: 'too-many' });
    expect(without.of.get('lnk_1')?.isComplete).toBe(false);
    expect((await read([wanted()], {}, 0)).links).toBe('too-many');
  });

  test('not if the first answer has no list', async () => {
    const { service } = serviceOf({});
    const odd: Listing = {
      ...service,
      listLinks: async (...ask) => ({ ...(await service.listLinks(...ask)), hasList: false }),
    };
    const { of } = await readListings(odd, [wanted()], { now: NOW, timeZone: ZONE, budget: { left: 9 } });
    expect(of.get('lnk_1')?.isComplete).toBe(false);
  });
});

describe('a transaction that names no link may belong to', () => {
  const OTHER = { orderId: '5' };
  // Its address is unknown, too, so the listing cannot give its order id.
  const unknown = wanted({ orderId: null, address: null });
  test.each<[title: string, link: WantedLink, transaction: Fields, may: boolean]>([
    ['any link, if it has no reference at all', wanted(), { amount: 250 }, true],
    ['a link without an order id, if it has one', unknown, OTHER, true],
    ['no link with another order id', wanted(), OTHER, false],
    ['no link with another reference', unknown, { Invoice_Id: 'INV-8' }, false],
    ['no link, if it names one', unknown, { Invoice_Id: 'INV-7' }, false],
  ])('%s', async (_, link, transaction, may) => {
    expect((await one(link, { transactions: [transaction] }))?.hasNameless).toBe(may);
  });

  test('no link without an order id, if it has another link’s', async () => {
    const { of } = await read([wanted(), { ...unknown, id: 'lnk_2', invoiceId: 'INV-8' }], {
      transactions: [{ orderId: '100234' }],
    });
    expect(of.get('lnk_2')?.hasNameless).toBe(false);
  });

  test('no link, if it is in the listing of links', async () => {
    expect((await one(unknown, { links: [{ amount: 250 }, OTHER] }))?.hasNameless).toBe(false);
  });
});

describe('a lost link is proven absent', () => {
  const AFTER = MADE + 2 * 60_000;
  const lost = (createdAt: number | null, after = AFTER): WantedLink =>
    wanted({
      isLost: {
        askedAt: MADE,
        others: [],
        after,
        witness: createdAt === null ? null : { invoiceId: 'INV-9', createdAt },
        amountFils: 25_000,
      },
    });
  const shown = { links: [{ Invoice_Id: 'INV-9' }] };
  const beside = (fields: Fields) => ({ links: [...shown.links, fields] });
  const withOther = { links: [{ Invoice_Id: 'INV-9', merchantReference: 'M' }] };

  test.each<[string, boolean, WantedLink, Parameters<typeof serviceOf>[0], left?: number]>([
    ['a listed link that was made later', true, lost(AFTER + 1), shown],
    ['such a link with other references', true, lost(AFTER + 1), withOther],
    ['such a link, with the last requests', true, lost(AFTER + 1), shown, 2],
    ['a link made at the same moment', false, lost(AFTER), shown],
    ['an earlier link', false, lost(AFTER - 1), shown],
    ['a link that is not listed', false, lost(AFTER + 1), {}],
    ['another link', false, lost(AFTER + 1), { links: [{ Invoice_Id: 'INV-8' }] }],
    ['a payment', false, lost(AFTER + 1), { transactions: [{ Invoice_Id: 'INV-9' }] }],
    ['no later link', false, lost(null), shown],
    ['it beside a nameless link for another amount', true, lost(AFTER + 1), beside({ amount: 250.5 })],
    [
      'it beside a nameless link for its amount',
      false,
      lost(AFTER + 1),
      beside({ orderId: '7', amount: 250 }),
    ],
    ['it beside a nameless link without an amount', false, lost(AFTER + 1), beside({ orderId: '7' })],
    ['it beside a link for its amount', true, lost(AFTER + 1), beside({ Invoice_Id: 'INV-8', amount: 250 })],
    ['its state, which is not lost', false, wanted(), shown],
    ['an incomplete listing', false, lost(AFTER + 1), { ...shown, page: { total: null } }, 1],
    ['an answer without a list', false, lost(AFTER + 1), { ...shown, page: { hasList: false } }],
  ])('by %s: %s', async (_, isProven, link, has, left) => {
    expect((await one(link, has, left))?.notListed?.isProven ?? false).toBe(isProven);
  });
});
