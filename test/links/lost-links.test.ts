import { describe, expect, test } from 'vitest';
import { createIds } from '../../src/ids.ts';
import { saleDetailSchema } from '../../src/links/card/notice-kinds.ts';
import { createLostLinks, type LostLinksDependencies } from '../../src/links/checks/lost-links.ts';
import type { Reading } from '../../src/links/checks/read-back.ts';
import { createLog } from '../../src/log.ts';
import type { DateRange, PaymentServiceClient } from '../../src/payment-service/index.ts';
import type { FoundRecord } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { StateChange } from '../../src/store/link-changes.ts';
import { buildLink } from '../fixtures/links.ts';

type Fields = Record<string, unknown>;

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 60 * 60_000;
const LASTS = 120_000;
const URL = 'https://pay.example.com/p/9';

const lost = (changes: Partial<Link> = {}): Link =>
  buildLink({
    state: 'unknown',
    orderId: null,
    address: null,
    invoiceId: 'PL-1',
    createdAt: NOW - LASTS,
    ...changes,
  });
const failure = { what: 'No answer.', next: 'Wait.', reference: 'REF1', field: null };

const listed = (fields: Fields, kind: FoundRecord['kind'] = 'link'): FoundRecord => ({
  kind,
  via: 'listing',
  record: { fields },
});
const reading = (found: FoundRecord[], provesAbsence = false): Reading => ({
  found,
  orderId: null,
  rivals: [],
  isComplete: true,
  hasNameless: false,
  provesAbsence,
});
const OURS = { Invoice_Id: 'PL-1', orderId: '5', amount: 1250.5, url: URL };

interface Has {
  read?: () => Promise<Reading>;
  holder?: string;
  sameReference?: Link;
  list?: PaymentServiceClient['listLinks'];
  /** Somebody else was quicker. */
  isMoved?: boolean;
  reminderHours?: number | null;
}

const start = (link: Link, has: Has = {}) => {
  const moves: StateChange[] = [];
  const calls: unknown[][] = [];
  const logged: Fields[] = [];
  const note =
    <Args extends unknown[], Result>(name: string, result: Result) =>
    async (...args: Args): Promise<Result> => {
      calls.push([name, ...args]);
      return result;
    };
  const later = { ...link, version: link.version + 1 };
  const links: LostLinksDependencies['links'] = {
    get: async () => link,
    move: async (change) => {
      moves.push(change);
      return has.isMoved ? null : { ...later, state: change.to };
    },
    setAddress: note('setAddress', { ...later, address: URL }),
    holderOf: note('holderOf', has.holder ?? null),
    findByInvoiceId: note('findByInvoiceId', has.sameReference ?? null),
  };
  const lostLinks = createLostLinks({
    links,
    readBack: { one: has.read ?? (() => Promise.reject(new Error('nothing is read here'))) },
    serviceOf: (teamId) => {
      calls.push(['serviceOf', teamId]);
      return { listLinks: has.list } as unknown as PaymentServiceClient;
    },
    reminderHoursOf: async () => (has.reminderHours === undefined ? 24 : has.reminderHours),
    plan: {
      maxAheadMs: HOUR,
      first: (from, now) => ({ from, to: now + 5_000, attempts: 0 }),
      next: () => {
        throw new Error('nothing is planned here');
      },
    },
    settings: { requestLastsMs: LASTS },
    clock: { now: () => NOW, sleep: async () => undefined },
    ids: createIds(),
    timeZone: 'Asia/Dubai',
    log: createLog('warn', { write: (line) => logged.push(JSON.parse(line)) }),
  });
  return {
    lostLinks,
    moves,
    calls,
    logged,
    kinds: () => moves.flatMap(({ jobs = [] }) => jobs.map(({ kind }) => kind)),
  };
};

const settled = async (link: Link, read: Reading, has: Has = {}) => {
  const started = start(link, has);
  return { ...started, after: await started.lostLinks.resolve(link, read) };
};

describe('a lost link that the listing shows', () => {
  test('is open, with what the listing says of it, a reminder, its card and its picture', async () => {
    const { moves, after, kinds } = await settled(lost({ failure }), reading([listed(OURS)]));
    expect(moves).toEqual([
      {
        id: 'lnk_1',
        to: 'open',
        at: NOW,
        cause: 'found in listing',
        orderId: '5',
        address: URL,
        answer: OURS,
        failure: null,
        remindAt: buildLink().expiresAt - 24 * HOUR,
        jobs: [expect.anything(), expect.anything()],
        ofSale: expect.any(Function),
      },
    ]);
    expect(kinds()).toEqual(['card', 'qr']);
    expect(after.state).toBe('open');
  });

  test('is reported together with the one that replaced it', async () => {
    const { moves } = await settled(lost(), reading([listed(OURS)]));
    const other = buildLink({ id: 'lnk_2', creatorId: 'U2' });
    const news = moves[0]?.ofSale?.(lost({ state: 'open', address: URL }), [other]);
    expect(news?.paidTwiceWith).toBeNull();
    expect(news?.jobs.map(({ payload }) => saleDetailSchema.parse(payload).what)).toEqual(
      Array(4).fill('two-links'),
    );
  });

  test('without an address is open and says so, and no card goes out', async () => {
    const { moves, kinds } = await settled(lost({ failure }), reading([listed({ ...OURS, url: null })]));
    expect(moves[0]).toMatchObject({
      to: 'open',
      address: null,
      failure: { what: expect.stringContaining('sent no address'), reference: 'REF1' },
    });
    expect(kinds()).toEqual([]);
    const plain = await settled(lost(), reading([listed({ ...OURS, url: null })]));
    expect(plain.moves[0]?.failure?.reference).toBeNull();
  });

  test('without an order id there has none', async () => {
    const { moves } = await settled(lost(), reading([listed({ ...OURS, orderId: undefined })]));
    expect(moves[0]).toMatchObject({ to: 'open', orderId: null });
  });

  test('is returned as stored if another check was quicker', async () => {
    const link = lost();
    const { after } = await settled(link, reading([listed(OURS)]), { isMoved: true });
    expect(after).toBe(link);
  });

  test('has no reminder if its workspace wants none', async () => {
    const { moves } = await settled(lost(), reading([listed(OURS)]), { reminderHours: null });
    expect(moves[0]?.remindAt).toBeNull();
  });
});

describe('an open link without an address', () => {
  const open = lost({ state: 'open', orderId: '5' });

  test('gets the one that the listing shows, and its card', async () => {
    const { calls, moves, after } = await settled(open, reading([listed({ orderId: '5', url: URL })]));
    expect(calls.at(-1)).toEqual([
      'setAddress',
      'lnk_1',
      { address: URL, orderId: '5' },
      NOW,
      [expect.objectContaining({ kind: 'card' }), expect.objectContaining({ kind: 'qr' })],
    ]);
    expect(moves).toEqual([]);
    expect(after.address).toBe(URL);
  });

  test('stays as it is if the listing shows none, and is never absent', async () => {
    const { calls, after } = await settled(open, reading([listed({ orderId: '5' })]));
    expect(calls.map(([name]) => name)).toEqual(['holderOf']);
    expect(after).toBe(open);
    expect((await settled(open, reading([], true))).moves).toEqual([]);
  });
});

describe('a lost link is absent', () => {
  test('if the listing proves it: its creator gets a message unless a person is looking', async () => {
    const { moves, kinds, after } = await settled(lost({ failure }), reading([], true));
    expect(moves[0]).toMatchObject({
      id: 'lnk_1',
      to: 'failed',
      at: NOW,
      cause: 'absent from listing',
      failure: { next: 'It is safe to try again.', reference: 'REF1' },
    });
    expect(kinds()).toEqual(['news']);
    expect(after.state).toBe('failed');
    const watched = start(lost(), { read: async () => reading([], true) });
    expect((await watched.lostLinks.checkAgain(lost())).state).toBe('failed');
    expect(watched.kinds()).toEqual([]);
    expect(watched.moves[0]?.failure?.reference).toBeNull();
  });

  test('not before its request can no longer be at work', async () => {
    const young = lost({ createdAt: NOW - LASTS + 1 });
    const { moves, after } = await settled(young, reading([], true));
    expect(moves).toEqual([]);
    expect(after).toBe(young);
  });

  test('not if any record has its reference, nor without proof', async () => {
    for (const kind of ['link', 'transaction'] as const)
      expect((await settled(lost(), reading([listed({ ...OURS, amount: 1 }, kind)], true))).moves).toEqual(
        [],
      );
    expect((await settled(lost(), reading([], false))).moves).toEqual([]);
  });

  test('and returned as stored if another check was quicker', async () => {
    const link = lost();
    expect((await settled(link, reading([], true), { isMoved: true })).after).toBe(link);
  });
});

describe('a record is a lost link’s', () => {
  const isFound = async (link: Link, found: FoundRecord[], has?: Has) =>
    (await settled(link, reading(found), has)).moves.length === 1;

  test('by its reference and the amount that was asked', async () => {
    expect(await isFound(lost(), [listed(OURS)])).toBe(true);
    expect(await isFound(lost(), [listed({ ...OURS, amount: 1250.51 })])).toBe(false);
    expect(await isFound(lost(), [listed({ ...OURS, Invoice_Id: 'PL-2' })])).toBe(false);
    expect(await isFound(lost(), [listed({ ...OURS, merchantReference: 'M' })])).toBe(true);
    for (const name of ['invoiceAmount', 'orderAmount', 'linkAmount']) {
      expect(await isFound(lost(), [listed({ ...OURS, amount: 1, [name]: 1250.5 })]), name).toBe(true);
      expect(await isFound(lost(), [listed({ ...OURS, [name]: 1 })]), name).toBe(false);
    }
  });

  test('without an amount only by a reference that Paylink created', async () => {
    const without = [listed({ ...OURS, amount: undefined })];
    expect(await isFound(lost({ invoiceIdIsOurs: true }), without)).toBe(true);
    expect(await isFound(lost({ invoiceIdIsOurs: false }), without)).toBe(false);
  });

  test('by its order id if that is known, whatever its reference', async () => {
    const known = lost({ orderId: '5' });
    expect(await isFound(known, [listed({ orderId: '5' })])).toBe(true);
    expect(await isFound(known, [listed({ ...OURS, orderId: '6' })])).toBe(false);
  });

  test('not in a transaction', async () => {
    expect(await isFound(lost(), [listed(OURS, 'transaction')])).toBe(false);
    expect(await isFound(lost(), [listed(OURS, 'transaction'), listed(OURS)])).toBe(true);
  });

  test('not if two of them fit, unless both are of one order', async () => {
    expect(await isFound(lost(), [listed(OURS), listed({ ...OURS, orderId: '6' })])).toBe(false);
    expect(await isFound(lost(), [listed(OURS), listed(OURS)])).toBe(true);
  });

  test('not if another link of ours holds its order id or its address', async () => {
    const { moves, calls, logged } = await settled(lost(), reading([listed(OURS)]), { holder: 'lnk_2' });
    expect(moves).toEqual([]);
    expect(logged).toMatchObject([
      { link: 'lnk_1', holder: 'lnk_2', msg: expect.stringMatching(/is another link’s/) },
    ]);
    expect(calls).toEqual([
      ['holderOf', 'T0PLAY', { exceptId: 'lnk_1', amountFils: 125_050, orderId: '5', address: URL }],
    ]);
  });
});

describe('a check', () => {
  test('asks the service about links that are not certain, and about no other', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return reading([listed({ ...OURS, orderId: '100234' })]);
    };
    const known = { orderId: '100234' };
    for (const link of [
      buildLink(known),
      buildLink({ ...known, state: 'paid', address: null }),
      lost({ ...known, state: 'failed' }),
    ]) {
      const { lostLinks, moves, calls } = start(link, { read });
      expect(await lostLinks.checkAgain(link)).toBe(link);
      expect(reads).toBe(0);
      expect(await lostLinks.resolve(link, reading([listed({ ...OURS, ...known })]))).toBe(link);
      expect([moves, calls]).toEqual([[], []]);
    }
    const { lostLinks } = start(lost(), { read });
    expect((await lostLinks.checkAgain(lost())).state).toBe('open');
    const open = start(lost({ state: 'open' }), { read });
    expect((await open.lostLinks.checkAgain(lost())).address).toBe(URL);
  });

  test('leaves the link as it is while the service can not be read', async () => {
    const link = lost();
    const { lostLinks, logged } = start(link);
    expect(await lostLinks.checkAgain(link)).toBe(link);
    expect(logged).toMatchObject([
      { link: 'lnk_1', err: expect.anything(), msg: expect.stringMatching(/not read/) },
    ]);
  });
});

describe('the link that holds a reference already', () => {
  const asking = lost({ state: 'failed' });
  const rows = (...pages: Fields[][]) => {
    const asked: [DateRange, unknown][] = [];
    const list: PaymentServiceClient['listLinks'] = async (range, paging) => {
      asked.push([range, paging]);
      const fields = pages[paging?.page ?? 0] ?? [];
      return {
        records: fields.map((one) => ({ fields: one })),
        hasList: true,
        total: null,
        page: 0,
        size: 100,
      };
    };
    return { list, asked };
  };

  test('is ours, where we have it', async () => {
    const sameReference = buildLink({ id: 'lnk_2', address: URL, amountFils: 5 });
    const { lostLinks, calls } = start(asking, { sameReference });
    expect(await lostLinks.findExisting(asking)).toEqual({ address: URL, amountFils: 5 });
    expect(calls).toEqual([['findByInvoiceId', 'T0PLAY', 'PL-1']]);
  });

  test('is else the first under the reference in the listing of a month, with its own amount', async () => {
    const { list, asked } = rows(
      [{ Invoice_Id: 'PL-2', amount: 7 }],
      [
        { ...OURS, amount: 99, ref: 1 },
        { ...OURS, amount: 98 },
      ],
    );
    const { lostLinks, calls } = start(asking, { list });
    expect(await lostLinks.findExisting(asking)).toEqual({ address: URL, amountFils: 9_900 });
    expect(asked[0]).toEqual([
      { fromDate: '2026-10-21 16:00:00', toDate: '2026-11-21 16:10:00' },
      { page: 0, size: 100 },
    ]);
    expect(calls.at(-1)).toEqual(['serviceOf', 'T0PLAY']);
    const more = rows([{ ...OURS, merchantReference: 'M' }]);
    expect(await start(asking, more).lostLinks.findExisting(asking)).toMatchObject({ address: URL });
  });

  test('is nowhere, or not found while the service can not be read', async () => {
    expect(await start(asking, rows([{ Invoice_Id: 'PL-2' }])).lostLinks.findExisting(asking)).toBeNull();
    const list = () => Promise.reject(new Error('down'));
    const { lostLinks, logged } = start(asking, { list });
    expect(await lostLinks.findExisting(asking)).toBeNull();
    expect(logged).toMatchObject([
      { link: 'lnk_1', err: expect.anything(), msg: expect.stringMatching(/./) },
    ]);
  });

  test('is sought with fifty requests at most', async () => {
    let requests = 0;
    const list: PaymentServiceClient['listLinks'] = async () => {
      requests += 1;
      return { records: [{ fields: { requests } }], hasList: true, total: null, page: 0, size: 100 };
    };
    expect(await start(asking, { list }).lostLinks.findExisting(asking)).toBeNull();
    expect(requests).toBe(50);
  });
});

describe('a link whose process ended before the answer', () => {
  const reserved = lost({ state: 'reserved', checkDueAt: NOW - 5 });

  test('is unknown, its creator gets a message, and it is checked soon', async () => {
    const { lostLinks, moves, kinds, logged } = start(reserved);
    expect((await lostLinks.markInterrupted(reserved)).state).toBe('unknown');
    expect(moves[0]).toMatchObject({
      id: 'lnk_1',
      to: 'unknown',
      at: NOW,
      cause: 'process ended before the answer',
      failure: { what: expect.stringContaining('restarted'), reference: expect.stringMatching(/^\w{8}$/) },
      check: { from: NOW - 5, to: NOW + 5_000, attempts: 0 },
    });
    expect(kinds()).toEqual(['news']);
    expect(logged).toMatchObject([{ link: 'lnk_1', msg: expect.stringMatching(/not certain/) }]);
  });

  test('gets no check if none is planned, and keeps its state if another was quicker', async () => {
    const plain = lost({ state: 'reserved', checkDueAt: null });
    const { lostLinks, moves, logged } = start(plain, { isMoved: true });
    expect(await lostLinks.markInterrupted(plain)).toBe(plain);
    expect(moves[0]).not.toHaveProperty('check');
    expect(logged).toEqual([]);
  });
});
