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
import { readRecords, readRows } from '../fixtures/record-tables.ts';

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
const WAITS = { orderId: '100234', status: 'CREATED', amount: 250 };
/** A part of the money, as an earlier reading kept it. */
const PART: StoredRecord = {
  ...{ kind: 'transaction', via: 'listing', togetherAt: MADE, firstSeenAt: MADE, lastSeenAt: MADE },
  record: { fields: { ...PAID, amount: 100, transactionId: 'T1' } },
};

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

  /** What the look-ups by its id show. */
  test.each(
    readRows(`
      a payment                             | paid                              | settled
      a payment and its refund in one list  | paid + paid type REFUND, transactionId T2 | settled
      a refunded payment                    | paid status REFUNDED              | settled
      a link that waits                     | link                              | settled
      a link and its attempt that wait      | link + paid status PENDING        | settled
      only a transaction, which waits       | paid status PENDING               | read on
      a link that says paid, without its transaction | link status PAID         | read on
      a link that says refunded, without its transaction | link status REFUNDED | read on
      less than the amount                  | link + paid amount 100            | read on
      a declined try                        | link + paid status DECLINED       | read on
      unknown words                         | link status KZX                   | read on
      a link that waits, though a part of the money was seen before | link + kept | read on
      nothing                               |                                   | read on
    `),
  )('of which the service shows %s (%s) is %s', async (_, shown = '', then) => {
    const has: Has & { transaction: Fields[] } = { transaction: [] };
    readRecords<unknown>(shown, {
      paid: (fields) => has.transaction.push({ ...PAID, ...fields }),
      link: (fields) => Object.assign(has, { link: { ...WAITS, ...fields } }),
      kept: () => Object.assign(has, { kept: [PART] }),
    });
    const { readOne, asked } = start(has);
    const { found } = await readOne(link());
    expect(asked.includes('links')).toBe(then === 'read on');
    expect(found).toHaveLength(has.transaction.length + (has.link ? 1 : 0));
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

  const shown = { links: [{ Invoice_Id: 'INV-9' }] };

  test.each<[string, ReadableLink, Has, isAbsent: boolean]>([
    ['a link that was made after its request had ended', lost, { witness, ...shown }, true],
    ['no such link', lost, { witness }, false],
    [
      'a link that was made sooner',
      lost,
      { witness: { ...witness, createdAt: MADE + REQUEST_LASTS }, ...shown },
      false,
    ],
    ['such a link, and its answer was not lost', link({ orderId: null }), { witness, ...shown }, false],
  ])('is absent only if the listing shows it beside %s', async (_, of, has, isAbsent) => {
    const { readOne, asked } = start(has);
    const { found, notListed } = await readOne(of);
    expect([found, notListed?.isProven ?? false]).toEqual([[], isAbsent]);
    expect(asked.includes(`next made T1 ${REQUEST_LASTS}`)).toBe(of === lost);
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

  test.each<[string, LinkNames, boolean, Partial<ReadableLink>?]>([
    ['shares reference and order id, once', { ...TWIN, orderId: '100234' }, true],
    ['has its reference as an order id', { ...TWIN, invoiceId: '100234', orderId: 'INV-7' }, false],
    ['has no order id either', { ...TWIN, invoiceId: 'X', orderId: null }, false, { orderId: null }],
  ])('have a rival that %s', async (_, other, isRival, changes) => {
    const { readBack } = start({ sharing: [NAMES, other] });
    const { rivals } = (await readBack.many('T1', [link(changes)])).get('lnk_1') ?? {};
    expect(rivals).toEqual(isRival ? [other] : []);
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
