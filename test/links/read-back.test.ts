import { describe, expect, test } from 'vitest';
import type { Base } from '../../src/app-parts.ts';
import { createReadBack, type ReadableLink } from '../../src/links/checks/read-back.ts';
import { weigh } from '../../src/links/checks/reading.ts';
import { createLog } from '../../src/log.ts';
import type { ListingPage, PaymentServiceClient, ServiceRecord } from '../../src/payment-service/index.ts';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import type { StoredRecord } from '../../src/store/kept-record-store.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkNames } from '../../src/store/link-relations.ts';
import type { LinkStore } from '../../src/store/link-store.ts';
import { buildLink } from '../fixtures/links.ts';

type Fields = Record<string, unknown>;

const MADE = Date.UTC(2026, 10, 21, 8);
const REQUEST_LASTS = 120_000;
const PAGE = 'https://pay.example.com/p/1';

const link = (changes: Partial<ReadableLink> = {}): ReadableLink => ({
  id: 'lnk_1',
  teamId: 'T1',
  invoiceId: 'INV-7',
  orderId: '100234',
  address: PAGE,
  amountFils: 25_000,
  createdAt: MADE,
  state: 'open',
  ...changes,
});

interface Has {
  /** Found by its id. */
  link?: Fields;
  transaction?: Fields | Fields[];
  /** In the listings. */
  links?: Fields[];
  transactions?: Fields[];
  /** Listings with endless pages. */
  endless?: readonly string[];
  /** Listings whose answers have no list. */
  without?: readonly string[];
  sharing?: LinkNames[];
  witness?: { invoiceId: string; createdAt: number };
  isLookUpConfigured?: boolean;
  kept?: StoredRecord[];
}

const start = (has: Has = {}) => {
  const asked: string[] = [];
  const logged: Fields[] = [];
  let pages = 0;
  const record = (found: Fields | Fields[] = []): ServiceRecord[] =>
    [found].flat().map((fields) => ({ fields }));
  const list =
    (name: string, rows: Fields[]): PaymentServiceClient['listLinks'] =>
    async (_, paging): Promise<ListingPage> => {
      const isFirst = (paging?.page ?? 0) === 0;
      const isEndless = has.endless?.includes(name);
      if (isFirst || isEndless) asked.push(name);
      pages += 1;
      const fields = isEndless ? [{ no: pages }] : isFirst ? rows : [];
      const rest = {
        hasList: !has.without?.includes(name),
        total: isEndless ? null : rows.length,
        page: paging?.page ?? 0,
        size: 100,
      };
      return { records: fields.map((one) => ({ fields: one })), ...rest };
    };
  const service = {
    findLinks: async (id: string) => {
      asked.push(`link ${id}`);
      return record(has.link);
    },
    findTransactions: async (id: string) => {
      asked.push(`transaction ${id}`);
      return record(has.transaction);
    },
    listLinks: list('links', has.links ?? []),
    listTransactions: list('transactions', has.transactions ?? []),
  };
  const links: Partial<LinkStore> = {
    sharing: async ({ teamId }, values) => {
      const list = Object.values(values).map((ofTie: readonly string[]) => [...new Set(ofTie)].join('+'));
      asked.push(`sharing ${teamId} ${list.join(' ')}`);
      return has.sharing ?? [];
    },
    newestMade: async () => [],
    nextMade: async ({ teamId }, { after }) => {
      asked.push(`next made ${teamId} ${after - MADE}`);
      return has.witness ?? null;
    },
  };
  const paths = has.isLookUpConfigured === false ? ['', ''] : ['/link/{id}', '/transaction/{id}'];
  const base = {
    store: {
      links,
      keptRecords: {
        ofLink: async () => has.kept ?? [],
        ofLinks: async () => new Map([['lnk_1', has.kept ?? []]]),
      },
    },
    services: {
      of: ({ teamId }: { teamId: string }) => {
        if (teamId !== 'T1') throw new Error('another workspace');
        return service;
      },
    },
    config: {
      checks: { requestLastsMs: REQUEST_LASTS },
      paymentService: { paths: { link: paths[0], transaction: paths[1] } },
    },
    clock: { now: () => MADE + 60 * 60_000, sleep: async () => undefined },
    timeZone: 'Asia/Dubai',
    vocabularies: { of: async () => buildVocabulary() },
    log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
  } as unknown as Base;
  const readBack = createReadBack(base);
  /** Reads on, as a check does. */
  const readOne = async (of: ReadableLink) => {
    const how = { now: base.clock.now(), words: buildVocabulary(), timeZone: base.timeZone };
    const whole = { ...buildLink(), ...of } as Link;
    const weighed = () => weigh(whole, reading, how);
    let reading = await readBack.one(of);
    for (let more = reading.more?.(weighed()); more; more = reading.more?.(weighed())) reading = await more;
    return reading;
  };
  return { readBack, readOne, asked, logged };
};

const NAMES: LinkNames = { id: 'lnk_1', invoiceId: 'INV-7', orderId: '100234', address: null };
const TWIN: LinkNames = { id: 'lnk_2', invoiceId: 'INV-7', orderId: '100999', address: null };
const PAID = { orderId: '100234', status: 'PAID', amount: 250 };
const BACK = { ...PAID, type: 'REFUND', transactionId: 'T2' };
/** A part of the money, as an earlier reading kept it. */
const PART: StoredRecord = {
  ...{
    kind: 'transaction',
    via: 'listing',
    togetherAt: MADE,
    firstSeenAt: MADE,
    lastSeenAt: MADE,
  },
  record: { fields: { amount: 100, orderId: '100234', status: 'PAID', transactionId: 'T1' } },
};
const WAITS = { orderId: '100234', status: 'CREATED', amount: 250 };

describe('one link', () => {
  test('that is settled by its own records is not read from the listings', async () => {
    const { readOne, asked } = start({ link: WAITS, transaction: PAID, sharing: [NAMES] });
    expect(await readOne(link())).toMatchObject({
      kept: [],
      found: [
        { kind: 'link', via: 'id', record: { fields: WAITS } },
        { kind: 'transaction', via: 'id', record: { fields: PAID } },
      ],
      orderId: '100234',
      rivals: [],
      isComplete: true,
      isWhole: true,
      areTransactionsRead: false,
      hasNameless: false,
    });
    expect(asked).toEqual(['link 100234', 'transaction 100234', `sharing T1 inv-7 100234 ${PAGE}`]);
  });

  test.each<[title: string, has: Has, isSettled: boolean]>([
    ['a payment', { transaction: PAID }, true],
    ['a payment and its refund in one list', { transaction: [PAID, BACK] }, true],
    ['a refunded payment', { transaction: { ...PAID, status: 'REFUNDED' } }, true],
    ['a link that waits', { link: WAITS }, true],
    ['a link and its attempt that wait', { link: WAITS, transaction: { ...PAID, status: 'PENDING' } }, true],
    ['only a transaction, which waits', { transaction: { ...PAID, status: 'PENDING' } }, false],
    ['a link that says paid, without its transaction', { link: { ...PAID } }, false],
    ['a link that says refunded, without its transaction', { link: { ...PAID, status: 'REFUNDED' } }, false],
    ['less than the amount', { link: WAITS, transaction: { ...PAID, amount: 100 } }, false],
    ['a declined try', { link: WAITS, transaction: { ...PAID, status: 'DECLINED' } }, false],
    ['unknown words', { link: { ...WAITS, status: 'KZX' } }, false],
    ['a link that waits, though a part of the money was seen before', { link: WAITS, kept: [PART] }, false],
    ['nothing', {}, false],
  ])('is settled by %s under its id: %s', async (_, has, isSettled) => {
    const { readOne, asked } = start(has);
    const reading = await readOne(link());
    expect(asked.includes('links')).toBe(!isSettled);
    expect(reading.found).toHaveLength([has.link, has.transaction].filter(Boolean).flat().length);
  });

  test('that may be confused with another link has it as a rival', async () => {
    const byReference = { Invoice_Id: 'INV-7', status: 'PAID', amount: 250 };
    const { readOne, asked } = start({ transaction: byReference, sharing: [NAMES, TWIN] });
    const { rivals } = await readOne(link());
    expect(rivals).toEqual([TWIN]);
    // The payment may be of either link, so it does not settle this one.
    expect(asked).toContain('transactions');
  });

  test('that is not settled by id is read from the listings, too', async () => {
    const short = { ...PAID, amount: 100 };
    const { readOne, logged } = start({
      transaction: short,
      transactions: [short, { ...PAID, amount: 150 }],
    });
    const { found, isComplete, notListed } = await readOne(link());
    expect(logged).toEqual([]);
    expect(found.map(({ via }) => via)).toEqual(['id', 'listing', 'listing']);
    expect([isComplete, notListed ?? null]).toEqual([true, null]);
  });

  test('without an order id is read only from the listings', async () => {
    const { readOne, asked } = start({ transactions: [{ Invoice_Id: 'INV-7' }] });
    const { found } = await readOne(link({ orderId: null }));
    expect(found).toHaveLength(1);
    const rivals = `sharing T1 inv-7  ${PAGE}`;
    expect(asked).toEqual([rivals, 'links', 'transactions', rivals]);
  });

  test('costs at most a hundred requests, and the reading is then incomplete', async () => {
    const { readOne, asked, logged } = start({ endless: ['links', 'transactions'] });
    expect((await readOne(link())).isComplete).toBe(false);
    expect(logged).toMatchObject([
      { team: 'T1', links: 'too-many', transactions: 'too-many', msg: expect.stringMatching(/not read/) },
    ]);
    expect(asked.filter((name) => name === 'links')).toHaveLength(100);
    expect(asked.filter((name) => name === 'transactions')).toHaveLength(0);
  });

  test.each(['links', 'transactions'])(
    'is read incompletely if the %s never end or are no list',
    async (name) => {
      const { readOne, logged } = start({ endless: [name] });
      expect((await readOne(link())).isComplete).toBe(false);
      expect(logged).toHaveLength(1);
      const other = start({ without: [name] });
      expect((await other.readOne(link())).isComplete).toBe(false);
      expect(other.logged).toHaveLength(1);
    },
  );

  test('has a look-up if look-ups are configured and it has an order id', () => {
    expect(start().readBack.hasLookUp(link())).toBe(true);
    expect(start().readBack.hasLookUp(link({ orderId: null }))).toBe(false);
    expect(start({ isLookUpConfigured: false }).readBack.hasLookUp(link())).toBe(false);
  });
});

describe('a lost link', () => {
  const lost = link({ state: 'unknown', orderId: null, address: null });
  const witness = { invoiceId: 'INV-9', createdAt: MADE + REQUEST_LASTS + 1 };

  test('is absent if a link that was made after its request had ended is listed', async () => {
    const { readOne, asked } = start({ witness, links: [{ Invoice_Id: 'INV-9' }] });
    expect(await readOne(lost)).toMatchObject({ found: [], notListed: { isProven: true } });
    expect(asked).toContain(`next made T1 ${REQUEST_LASTS}`);
  });

  test('is not absent if that link is not listed or was made sooner', async () => {
    expect((await start({ witness }).readOne(lost)).notListed?.isProven ?? false).toBe(false);
    const sooner = { invoiceId: 'INV-9', createdAt: MADE + REQUEST_LASTS };
    const { readOne } = start({ witness: sooner, links: [{ Invoice_Id: 'INV-9' }] });
    expect((await readOne(lost)).notListed?.isProven ?? false).toBe(false);
  });

  test('is the only kind of link that can be absent', async () => {
    const { readOne, asked } = start({ witness, links: [{ Invoice_Id: 'INV-9' }] });
    expect((await readOne(link({ orderId: null }))).notListed?.isProven ?? false).toBe(false);
    expect(asked.some((name) => name.startsWith('next made'))).toBe(false);
  });
});

describe('many links', () => {
  test('are read only from the listings, each with its own records and rivals', async () => {
    const other = link({ id: 'lnk_3', invoiceId: 'INV-8', orderId: null, address: null });
    const shared = { id: 'lnk_4', invoiceId: 'INV-5', orderId: '100234', address: null };
    const { readBack, asked } = start({
      transactions: [PAID, { Invoice_Id: 'INV-8' }],
      sharing: [NAMES, TWIN, shared, { ...NAMES, id: 'lnk_3', invoiceId: 'INV-8', orderId: null }],
    });
    const readings = await readBack.many('T1', [link(), other]);
    const both = `sharing T1 inv-7+inv-8 100234 ${PAGE}`;
    expect(asked).toEqual([both, 'links', 'transactions', both]);
    expect([...readings.keys()]).toEqual(['lnk_1', 'lnk_3']);
    expect(readings.get('lnk_1')).toMatchObject({ rivals: [shared, TWIN], isComplete: true });
    expect(readings.get('lnk_3')).toMatchObject({
      rivals: [],
      found: [{ record: { fields: { Invoice_Id: 'INV-8' } } }],
    });
  });

  test('that share reference and order id are rivals once', async () => {
    const both = { ...TWIN, orderId: '100234' };
    const { readBack } = start({ sharing: [NAMES, both] });
    expect((await readBack.many('T1', [link()])).get('lnk_1')?.rivals).toEqual([both]);
  });

  test('are not rivals if a reference equals an order id', async () => {
    const odd = { id: 'lnk_5', invoiceId: '100234', orderId: 'INV-7', address: null };
    const { readBack } = start({ sharing: [NAMES, odd] });
    expect((await readBack.many('T1', [link()])).get('lnk_1')?.rivals).toEqual([]);
    const without = { id: 'lnk_6', invoiceId: 'X', orderId: null, address: null };
    const lost = link({ orderId: null });
    expect((await start({ sharing: [without] }).readBack.many('T1', [lost])).get('lnk_1')?.rivals).toEqual(
      [],
    );
  });

  test('cost at most two thousand requests', async () => {
    const { readBack, asked } = start({ endless: ['links', 'transactions'] });
    await readBack.many('T1', [link()]);
    expect(asked.filter((name) => name === 'links')).toHaveLength(2_000);
  });

  test('of which there are none cost no request', async () => {
    const { readBack, asked } = start();
    expect(await readBack.many('T1', [])).toEqual(new Map());
    expect(asked).toEqual([]);
  });
});
