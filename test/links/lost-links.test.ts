import { describe, expect, test } from 'vitest';
import type { Base } from '../../src/app-parts.ts';
import { createIds } from '../../src/ids.ts';
import { createFindExisting } from '../../src/links/checks/find-existing.ts';
import { createLostLinks } from '../../src/links/checks/lost-links.ts';
import type { Reading } from '../../src/links/checks/reading.ts';
import { createLog } from '../../src/log.ts';
import type { DateRange, PaymentServiceClient } from '../../src/payment-service/index.ts';
import type { FoundRecord, LinkIdentity } from '../../src/payments/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { StateChange } from '../../src/store/link-changes.ts';
import type { LinkStore } from '../../src/store/link-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { readRecords } from '../fixtures/record-tables.ts';

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
    askedAt: changes.createdAt ?? NOW - LASTS,
    ...changes,
  });
const failure = { what: 'No answer.', next: 'Wait.', reference: 'REF1', field: null };

const listed = (fields: Fields, kind: FoundRecord['kind'] = 'link'): FoundRecord => ({
  kind,
  via: 'listing',
  record: { fields },
});
const reading = (found: FoundRecord[], provesAbsence = false, looked: Partial<Reading> = {}): Reading => ({
  kept: [],
  found,
  orderId: null,
  rivals: [],
  isComplete: true,
  isWhole: true,
  areTransactionsRead: true,
  hasNameless: false,
  notListed: provesAbsence ? { isProven: true, hasOurs: true } : null,
  ...looked,
});
const OURS = { Invoice_Id: 'PL-1', orderId: '5', amount: 1250.5, url: URL };

interface Has {
  read?: () => Promise<Reading>;
  list?: PaymentServiceClient['listLinks'];
  /** Another check changed the link first. */
  isMoved?: boolean;
  reminderHours?: number | null;
  isClockInDoubt?: boolean;
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
  const links: Partial<LinkStore> = {
    get: async () => link,
    move: async (change) => {
      moves.push(change);
      return has.isMoved ? null : { ...later, state: change.to ?? link.state };
    },
    setAddress: note('setAddress', { ...later, address: URL }),
    record: async (change) => {
      moves.push({ ...change, to: link.state });
      return { ...later, failure: change.failure ?? null };
    },
  };
  const base = {
    store: { links },
    services: {
      of: ({ teamId }: { teamId: string }) => {
        calls.push(['serviceOf', teamId]);
        return { listLinks: has.list };
      },
    },
    settings: {
      of: async () => ({ reminderHours: has.reminderHours === undefined ? 24 : has.reminderHours }),
    },
    config: { checks: { requestLastsMs: LASTS } },
    clock: { now: () => NOW, sleep: async () => undefined },
    isClockSure: async () => !has.isClockInDoubt,
    ids: createIds(),
    timeZone: 'Asia/Dubai',
    log: createLog('warn', { write: (line) => logged.push(JSON.parse(line)) }),
  } as unknown as Base;
  const lostLinks = createLostLinks(base, {
    readBack: { one: has.read ?? (() => Promise.reject(new Error('nothing is read in this test'))) },
    plan: { first: (now) => ({ to: now + 5_000, attempts: 0 }) },
  });
  return {
    lostLinks,
    findExisting: createFindExisting(base),
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
  test('opens with the address from the listing, a reminder, its card and its picture', async () => {
    const { moves, after, kinds } = await settled(lost({ failure }), reading([listed(OURS)]));
    const due = { id: expect.stringMatching(/^ending:/) };
    expect(moves).toEqual([
      {
        ...{ id: 'lnk_1', to: 'open', at: NOW, cause: 'found in listing' },
        ...{ orderId: '5', address: URL, failure: null },
        jobs: [expect.anything(), expect.anything(), expect.objectContaining(due)],
        ofSale: expect.any(Function),
      },
    ]);
    expect(kinds()).toEqual(['show', 'qr', 'tell']);
    expect(after.state).toBe('open');
    // Together with the one that replaced it.
    const other = buildLink({ id: 'lnk_2', creatorId: 'U2' });
    const news = moves[0]?.ofSale?.(lost({ state: 'open', address: URL }), [other]);
    expect(news?.map(({ payload }) => (payload as { what: string }).what)).toEqual([
      'qr',
      ...Array(3).fill('two-links'),
    ]);
    const silent = await settled(lost(), reading([listed(OURS)]), { reminderHours: null });
    expect(silent.kinds()).toEqual(['show', 'qr']);
  });

  test('without an address opens with a failure, and without a card', async () => {
    const bare = reading([listed({ ...OURS, url: null, orderId: undefined })]);
    const { moves, kinds } = await settled(lost({ failure }), bare);
    expect(moves[0]).toMatchObject({
      ...{ to: 'open', address: null, orderId: null },
      failure: { what: expect.stringContaining('sent no address'), reference: 'REF1' },
    });
    expect(kinds()).toEqual(['tell']);
    expect((await settled(lost(), bare)).moves[0]?.failure?.reference).toBeNull();
  });
});

test('an open or paid link without an address gets that of its own record, and its card; without one it stays', async () => {
  const open = lost({ state: 'open', orderId: '5' });
  const { calls, moves, after } = await settled(open, reading([listed({ orderId: '5', url: URL })]));
  const cards = (...kinds: string[]) => kinds.map((kind) => expect.objectContaining({ kind }));
  const given = { address: URL, orderId: '5' };
  expect(calls.at(-1)).toEqual(['setAddress', 'lnk_1', given, NOW, cards('show', 'qr')]);
  expect([moves, after.address]).toEqual([[], URL]);
  const paid = await settled(lost({ state: 'paid' }), reading([listed(OURS)]));
  expect(paid.calls.at(-1)).toEqual(['setAddress', 'lnk_1', given, NOW, cards('show')]);
  expect(paid.moves).toEqual([]);
  const bare = await settled(open, reading([listed({ orderId: '5' })]));
  expect([bare.calls, bare.after]).toEqual([[], open]);
  expect((await settled(open, reading([], true))).moves).toEqual([]);
});

test.each([
  ['found', reading([listed(OURS)])],
  ['proven absent', reading([], true)],
])('a lost link that is %s is returned as stored if another check was first', async (_, read) => {
  const link = lost();
  expect((await settled(link, read, { isMoved: true })).after).toBe(link);
});

describe('a lost link without a record', () => {
  test('fails if the listing proves its absence, with a message unless a person is checking it', async () => {
    const { moves, kinds, after } = await settled(lost({ failure }), reading([], true));
    expect(moves[0]).toMatchObject({
      id: 'lnk_1',
      to: 'failed',
      at: NOW,
      cause: 'absent from listing',
      failure: { next: 'It is safe to try again.', reference: 'REF1' },
    });
    expect(kinds()).toEqual(['tell']);
    expect(after.state).toBe('failed');
    const watched = start(lost(), { read: async () => reading([], true) });
    expect((await watched.lostLinks.checkAgain(lost())).state).toBe('failed');
    expect(watched.kinds()).toEqual([]);
    expect(watched.moves[0]?.failure?.reference).toBeNull();
  });

  test.each<[string, Partial<Link>, Reading, Has?]>([
    ['its request may still arrive', { createdAt: NOW - LASTS + 1 }, reading([], true)],
    ['a link has its reference', {}, reading([listed({ ...OURS, amount: 1 })], true)],
    ['a transaction has its reference', {}, reading([listed({ ...OURS, amount: 1 }, 'transaction')], true)],
    ['the listing proves nothing', {}, reading([], false)],
    ['the clock is in doubt', {}, reading([], true), { isClockInDoubt: true }],
  ])('but not while %s', async (_, changes, read, has = {}) => {
    const link = lost(changes);
    const { moves, after } = await settled(link, read, has);
    expect(moves).toEqual([]);
    expect(after).toBe(link);
  });
});

/** `ours`: a record of this link; `link`: another; `paid`: a transaction. */
const RECORDS = {
  ours: (fields: Fields) => listed({ ...OURS, ...fields }),
  link: (fields: Fields) => listed(fields),
  paid: () => listed(OURS, 'transaction'),
};
const HAS_ORDER = { orderId: '5' };
const IS_TYPED = { invoiceIdIsOurs: false };

test.each<[string, Partial<Link>, isFound: boolean]>([
  ['ours', {}, true],
  ['ours amount 1250.51', {}, false],
  ['ours Invoice_Id PL-2', {}, false],
  ['ours merchantReference M', {}, true],
  ...['invoiceAmount', 'orderAmount', 'linkAmount'].flatMap((name): [string, Partial<Link>, boolean][] => [
    [`ours amount 1, ${name} 1250.5`, {}, true],
    [`ours ${name} 1`, {}, false],
  ]),
  ['ours amount undefined', { invoiceIdIsOurs: true }, true],
  ['ours amount undefined', IS_TYPED, false],
  ['link orderId 5', HAS_ORDER, true],
  ['ours orderId 6', HAS_ORDER, false],
  ['paid', {}, false],
  ['paid + ours', {}, true],
  ['ours + ours orderId 6', {}, false],
  ['ours + ours', {}, true],
])('in a listing with %s, a lost link %j is found: %s', async (records, changes, isFound) => {
  const { moves } = await settled(lost(changes), reading(readRecords(records, RECORDS)));
  expect(moves).toHaveLength(isFound ? 1 : 0);
});

test.each<[string, Partial<LinkIdentity>, boolean]>([
  ['order id', { orderId: '5' }, false],
  ['payment page, whose order is not known,', { address: URL, orderId: null }, false],
  ['payment page, and another order,', { address: URL }, true],
  ['neither', {}, true],
])('a record with another link’s %s is not a lost link’s', async (_, has, isFound) => {
  const rival = { id: 'lnk_2', invoiceId: 'PL-2', orderId: '6', address: `${URL}/2`, ...has };
  const read = reading([listed(OURS)], false, { rivals: [rival] });
  const { moves, logged } = await settled(lost(), read);
  expect(moves).toHaveLength(isFound ? 1 : 0);
  expect(logged).toMatchObject(isFound ? [] : [{ link: 'lnk_1', why: 'which-link' }]);
});

describe('a check', () => {
  test('asks the service only about links that are not certain, or without an address', async () => {
    let reads = 0;
    const read = async () => {
      reads += 1;
      return reading([listed({ ...OURS, orderId: '100234' })]);
    };
    const known = { orderId: '100234' };
    for (const link of [
      buildLink(known),
      buildLink({ ...known, state: 'paid' }),
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

  test('leaves the link unchanged while the service cannot be read', async () => {
    const link = lost();
    const { lostLinks, logged } = start(link);
    expect(await lostLinks.checkAgain(link)).toBe(link);
    expect(logged).toMatchObject([
      { link: 'lnk_1', err: expect.anything(), msg: expect.stringMatching(/not read/) },
    ]);
  });
});

describe('a link that the service said no about', () => {
  const answeredNo = { ...failure, doubt: 'answered-no' } as const;
  const looked = (of: Partial<Reading>) => reading([], false, of);

  test('is not made if the listing shows references of ours and not this one, and is watched for a day', async () => {
    const link = lost({ failure: answeredNo, askedAt: NOW - 1 });
    const { moves, kinds } = await settled(link, looked({ notListed: { hasOurs: true, isProven: false } }));
    expect(moves).toMatchObject([
      {
        to: 'failed',
        cause: 'not found',
        check: { to: NOW + 5_000, attempts: 0 },
        failure: {
          what: 'No answer.',
          next: expect.stringContaining('Try again: the same number is used'),
          watchedUntil: NOW + 24 * HOUR,
        },
      },
    ]);
    expect(kinds()).toEqual(['tell']);
  });

  test.each<[string, Partial<Reading>]>([
    ['no references of ours', { notListed: { hasOurs: false, isProven: false } }],
    ['not all of it', { notListed: null }],
  ])('stays in doubt if the listing shows %s', async (_, of) => {
    const link = lost({ failure: answeredNo });
    expect((await settled(link, looked(of))).moves).toEqual([]);
  });

  test('becomes the link that turns up while it is watched, in any case of its number', async () => {
    const link = lost({ state: 'failed', failure: { ...failure, watchedUntil: NOW + 1 } });
    const { moves, kinds } = await settled(link, reading([listed({ ...OURS, Invoice_Id: 'pl-1' })]));
    expect(moves).toMatchObject([{ to: 'open', address: URL, failure: null }]);
    expect(kinds()).toEqual(['show', 'qr', 'tell']);
  });
});

describe('a number that a person typed, and that the service has already', () => {
  const taken = (looks?: number) =>
    lost({
      invoiceIdIsOurs: false,
      failure: { ...failure, doubt: 'number-taken', ...(looks === undefined ? {} : { looks }) },
    });
  const list: PaymentServiceClient['listLinks'] = async () => ({
    ...{ records: [], hasList: true, total: null, page: 0, size: 100 },
  });
  const none = reading([], false, { notListed: { hasOurs: false, isProven: false } });

  test('is this link only with its amount', async () => {
    expect((await settled(taken(), reading([listed(OURS)]), { list })).moves).toMatchObject([{ to: 'open' }]);
    const other = { ...OURS, amount: 99 };
    const page = { hasList: true, total: null, page: 0, size: 100 };
    const { moves } = await settled(taken(), reading([listed(other)]), {
      list: async () => ({ ...page, records: [{ fields: other }] }),
    });
    expect(moves).toMatchObject([
      {
        to: 'failed',
        cause: 'number taken',
        failure: {
          ...{ field: 'Invoice_Id', isAboutValues: true, existing: { address: URL, amountFils: 9_900 } },
          next: 'Look for the existing link, or use another invoice number.',
        },
      },
    ]);
  });

  test('is followed by the next one only after two complete looks', async () => {
    const first = await settled(taken(), none, { list });
    expect(first.moves).toMatchObject([{ to: 'unknown', cause: 'looked for', failure: { looks: 1 } }]);
    expect((await settled(taken(1), reading([]), { list })).moves).toEqual([]);
    const second = await settled(taken(1), none, { list });
    expect(second.moves).toMatchObject([
      { to: 'failed', cause: 'not found', failure: { next: expect.stringContaining('PL-1-2') } },
    ]);
  });
});

describe('an existing link with the same reference', () => {
  const asking = lost({ state: 'failed' });
  const PAGE = { hasList: true, total: null, page: 0, size: 100 };
  const find = async (pageOf: (page: number) => Fields[]) => {
    const asked: [DateRange, unknown][] = [];
    const { findExisting, calls, logged } = start(asking, {
      list: async (range, paging) => {
        asked.push([range, paging]);
        return { ...PAGE, records: pageOf(paging?.page ?? 0).map((fields) => ({ fields })) };
      },
    });
    return { found: await findExisting(asking), asked, calls, logged };
  };

  test('comes from the listing of a month, with its own amount', async () => {
    const pages = [
      [{ Invoice_Id: 'PL-2', amount: 7 }],
      [99, 98].map((amount, ref) => ({ ...OURS, amount, ref })),
    ];
    const { found, asked, calls } = await find((page) => pages[page] ?? []);
    expect(found).toEqual({ address: URL, amountFils: 9_900 });
    const range = { fromDate: '2026-10-21 16:00:00', toDate: '2026-11-21 16:10:00' };
    expect(asked[0]).toEqual([range, { page: 0, size: 100 }]);
    expect(calls.at(-1)).toEqual(['serviceOf', 'T0PLAY']);
    const more = await find((page) => (page === 0 ? [{ ...OURS, merchantReference: 'M' }] : []));
    expect(more.found).toMatchObject({ address: URL });
  });

  test('is not found if the listing has none, cannot be read, or does not end within fifty requests', async () => {
    expect((await find((page) => (page === 0 ? [{ Invoice_Id: 'PL-2' }] : []))).found).toBeNull();
    const { found, logged } = await find(() => {
      throw new Error('down');
    });
    expect(found).toBeNull();
    expect(logged).toMatchObject([
      { link: 'lnk_1', err: expect.anything(), msg: expect.stringMatching(/./) },
    ]);
    const endless = await find((page) => [{ page }]);
    expect([endless.found, endless.asked.length]).toEqual([null, 50]);
  });
});

describe('a link whose process ended before the answer', () => {
  const reserved = lost({ state: 'reserved' });

  test('is unknown, its creator gets a message, and it is checked soon', async () => {
    const { lostLinks, moves, kinds, logged } = start(reserved);
    expect((await lostLinks.markInterrupted(reserved)).state).toBe('unknown');
    expect(moves[0]).toMatchObject({
      id: 'lnk_1',
      to: 'unknown',
      at: NOW,
      cause: 'process ended before the answer',
      failure: {
        what: expect.stringContaining('was interrupted'),
        reference: expect.stringMatching(/^\w{8}$/),
      },
      check: { to: NOW + 5_000, attempts: 0 },
    });
    expect(kinds()).toEqual(['tell']);
    expect(logged).toMatchObject([{ link: 'lnk_1', msg: expect.stringMatching(/not certain/) }]);
  });

  test('keeps its state if another process was first', async () => {
    const { lostLinks, logged } = start(reserved, { isMoved: true });
    expect(await lostLinks.markInterrupted(reserved)).toBe(reserved);
    expect(logged).toEqual([]);
  });
});
