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
  hasListing: true,
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
    expect(moves).toEqual([
      {
        id: 'lnk_1',
        to: 'open',
        at: NOW,
        cause: 'found in listing',
        orderId: '5',
        address: URL,
        failure: null,
        jobs: [
          expect.anything(),
          expect.anything(),
          expect.objectContaining({ id: 'reminder:lnk_1', dueAt: buildLink().expiresAt - 24 * HOUR }),
        ],
        ofSale: expect.any(Function),
      },
    ]);
    expect(kinds()).toEqual(['show', 'qr', 'tell']);
    expect(after.state).toBe('open');
  });

  test('is reported together with the one that replaced it', async () => {
    const { moves } = await settled(lost(), reading([listed(OURS)]));
    const other = buildLink({ id: 'lnk_2', creatorId: 'U2' });
    const news = moves[0]?.ofSale?.(lost({ state: 'open', address: URL }), [other]);
    expect(news?.map(({ payload }) => (payload as { what: string }).what)).toEqual([
      'qr',
      ...Array(3).fill('two-links'),
    ]);
  });

  test('without an address opens with a failure, and without a card', async () => {
    const { moves, kinds } = await settled(lost({ failure }), reading([listed({ ...OURS, url: null })]));
    expect(moves[0]).toMatchObject({
      to: 'open',
      address: null,
      failure: { what: expect.stringContaining('sent no address'), reference: 'REF1' },
    });
    expect(kinds()).toEqual(['tell']);
    const plain = await settled(lost(), reading([listed({ ...OURS, url: null })]));
    expect(plain.moves[0]?.failure?.reference).toBeNull();
  });

  test('without an order id has none', async () => {
    const { moves } = await settled(lost(), reading([listed({ ...OURS, orderId: undefined })]));
    expect(moves[0]).toMatchObject({ to: 'open', orderId: null });
  });

  test('is returned as stored if another check was first', async () => {
    const link = lost();
    const { after } = await settled(link, reading([listed(OURS)]), { isMoved: true });
    expect(after).toBe(link);
  });

  test('has no reminder if the workspace has turned them off', async () => {
    const { moves } = await settled(lost(), reading([listed(OURS)]), { reminderHours: null });
    expect(moves[0]?.jobs?.map(({ id }) => id)).not.toContain('reminder:lnk_1');
  });
});

describe('an open link without an address', () => {
  const open = lost({ state: 'open', orderId: '5' });

  test('gets the address in the listing, and its card', async () => {
    const { calls, moves, after } = await settled(open, reading([listed({ orderId: '5', url: URL })]));
    expect(calls.at(-1)).toEqual([
      'setAddress',
      'lnk_1',
      { address: URL, orderId: '5' },
      NOW,
      ['show', 'qr'].map((kind) => expect.objectContaining({ kind })),
    ]);
    expect(moves).toEqual([]);
    expect(after.address).toBe(URL);
  });

  test('stays unchanged if the listing has no address, and never fails', async () => {
    const { calls, after } = await settled(open, reading([listed({ orderId: '5' })]));
    expect(calls).toEqual([]);
    expect(after).toBe(open);
    expect((await settled(open, reading([], true))).moves).toEqual([]);
  });
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

  test('is returned as stored if another check was first', async () => {
    const link = lost();
    expect((await settled(link, reading([], true), { isMoved: true })).after).toBe(link);
  });
});

const NAMED_AMOUNTS = ['invoiceAmount', 'orderAmount', 'linkAmount'];
const TRANSACTION = listed(OURS, 'transaction');
const NO_AMOUNT = listed({ ...OURS, amount: undefined });

test.each<[string, boolean, Partial<Link>, FoundRecord[]]>([
  ['its reference and amount', true, {}, [listed(OURS)]],
  ['its reference and another amount', false, {}, [listed({ ...OURS, amount: 1250.51 })]],
  ['another reference', false, {}, [listed({ ...OURS, Invoice_Id: 'PL-2' })]],
  ['its reference, and one of the merchant', true, {}, [listed({ ...OURS, merchantReference: 'M' })]],
  ...NAMED_AMOUNTS.flatMap((name): [string, boolean, Partial<Link>, FoundRecord[]][] => [
    [`its amount as ${name}`, true, {}, [listed({ ...OURS, amount: 1, [name]: 1250.5 })]],
    [`another ${name}`, false, {}, [listed({ ...OURS, [name]: 1 })]],
  ]),
  ['a reference of Paylink, and no amount', true, { invoiceIdIsOurs: true }, [NO_AMOUNT]],
  ['a typed reference, and no amount', false, { invoiceIdIsOurs: false }, [NO_AMOUNT]],
  ['its order id', true, { orderId: '5' }, [listed({ orderId: '5' })]],
  ['its reference and another order id', false, { orderId: '5' }, [listed({ ...OURS, orderId: '6' })]],
  ['a transaction', false, {}, [TRANSACTION]],
  ['a transaction and a link', true, {}, [TRANSACTION, listed(OURS)]],
  ['two matches of different orders', false, {}, [listed(OURS), listed({ ...OURS, orderId: '6' })]],
  ['two matches of one order', true, {}, [listed(OURS), listed(OURS)]],
])('a lost link in a listing with %s is found: %s', async (_, isFound, changes, found) => {
  expect((await settled(lost(changes), reading(found))).moves).toHaveLength(isFound ? 1 : 0);
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
  test('of a link whose money came first notes the address of its own record', async () => {
    const paid = lost({ state: 'paid' });
    const { lostLinks, moves, calls } = start(paid);
    const after = await lostLinks.resolve(paid, reading([listed({ ...OURS, orderId: '100234' })]));
    expect(after.address).toBe(URL);
    expect(calls).toMatchObject([
      ['setAddress', paid.id, { address: URL, orderId: '100234' }, NOW, [{ kind: 'show' }]],
    ]);
    expect(moves).toEqual([]);
  });

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
          next: expect.stringContaining('You can try again: the same number is used'),
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
        failure: { field: 'Invoice_Id', isAboutValues: true, existing: { address: URL, amountFils: 9_900 } },
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

  test('comes from the listing of a month, with its own amount', async () => {
    const { list, asked } = rows(
      [{ Invoice_Id: 'PL-2', amount: 7 }],
      [
        { ...OURS, amount: 99, ref: 1 },
        { ...OURS, amount: 98 },
      ],
    );
    const { findExisting, calls } = start(asking, { list });
    expect(await findExisting(asking)).toEqual({ address: URL, amountFils: 9_900 });
    expect(asked[0]).toEqual([
      { fromDate: '2026-10-21 16:00:00', toDate: '2026-11-21 16:10:00' },
      { page: 0, size: 100 },
    ]);
    expect(calls.at(-1)).toEqual(['serviceOf', 'T0PLAY']);
    const more = rows([{ ...OURS, merchantReference: 'M' }]);
    expect(await start(asking, more).findExisting(asking)).toMatchObject({ address: URL });
  });

  test('is not found if the listing has none or cannot be read', async () => {
    expect(await start(asking, rows([{ Invoice_Id: 'PL-2' }])).findExisting(asking)).toBeNull();
    const list = () => Promise.reject(new Error('down'));
    const { findExisting, logged } = start(asking, { list });
    expect(await findExisting(asking)).toBeNull();
    expect(logged).toMatchObject([
      { link: 'lnk_1', err: expect.anything(), msg: expect.stringMatching(/./) },
    ]);
  });

  test('is searched with at most fifty requests', async () => {
    let requests = 0;
    const list: PaymentServiceClient['listLinks'] = async () => {
      requests += 1;
      return { records: [{ fields: { requests } }], hasList: true, total: null, page: 0, size: 100 };
    };
    expect(await start(asking, { list }).findExisting(asking)).toBeNull();
    expect(requests).toBe(50);
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
