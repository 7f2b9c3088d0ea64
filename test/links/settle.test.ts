import { describe, expect, test } from 'vitest';
import type { Base } from '../../src/app-parts.ts';
import { createIds } from '../../src/ids.ts';
import type { AskAdmins } from '../../src/links/checks/ask-admins.ts';
import type { CallbackSeen } from '../../src/links/checks/decide-change.ts';
import { createSettle } from '../../src/links/checks/settle.ts';
import { createLog } from '../../src/log.ts';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import type { LinkIdentity } from '../../src/payments/index.ts';
import type { KeptRecordStore, RecordsChange, StoredRecord } from '../../src/store/kept-record-store.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkFacts, StateChange } from '../../src/store/link-changes.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import type { LinkStore } from '../../src/store/link-store.ts';
import { buildLink } from '../fixtures/links.ts';

type Fields = Record<string, unknown>;

const NOW = Date.UTC(2026, 10, 21, 12);
const PAID = { orderId: '100234', status: 'PAID', amount: 1250.5, transactionId: 'T1' };

interface Has {
  callbacks?: CallbackSeen[];
  settled?: Link;
  /** The link changed meanwhile; a number: so many times, but nothing that was judged. */
  isLate?: boolean | number;
  /** What changed. */
  changed?: Partial<Link>;
  rivals?: LinkIdentity[];
  isComplete?: boolean;
  /** The rows are the link's own records, without its transaction. `says`: more that they say. */
  isAwaited?: boolean;
  says?: Fields;
  hasNameless?: boolean;
  /** The workspace's last payments. */
  last?: LinkPayment[];
  /** When the admins were asked. */
  askedAt?: number;
  now?: number;
  kept?: StoredRecord[];
}

const reconcile = async (link: Link, rows: Fields[], has: Has = {}) => {
  const moves: StateChange[] = [];
  const records: LinkFacts[] = [];
  const asked: Parameters<AskAdmins>[1][] = [];
  const calls: string[] = [];
  const logged: Fields[] = [];
  const kept: ({ linkId: string } & RecordsChange)[] = [];
  const stored = { ...link, version: 99, ...has.changed };
  let late = typeof has.isLate === 'number' ? has.isLate : has.isLate ? Number.POSITIVE_INFINITY : 0;
  const isLost = () => late-- > 0;
  let version = link.version;
  const links: Partial<LinkStore> = {
    get: async () => (typeof has.isLate === 'number' ? { ...stored, version: ++version } : stored),
    move: async (change) => {
      (change.to === undefined ? records : moves).push(change);
      return isLost() ? null : { ...link, state: change.to ?? link.state, version: link.version + 1 };
    },
    saleOf: async () => [],
    lastPayments: async (_, limit) => {
      calls.push(`last ${limit} payments`);
      return has.last ?? [];
    },
    planCheck: async () => true,
  };
  const keptRecords: Partial<KeptRecordStore> = {
    ofLink: async () => has.kept ?? [],
    write: async (changes) => {
      kept.push(...changes);
    },
  };
  const base = {
    store: {
      links,
      jobs: { add: async () => true },
      keptRecords,
      callbacks: {
        ofLink: async (id: string) => {
          calls.push(`callbacks of ${id}`);
          return has.callbacks ?? [];
        },
      },
    },
    clock: { now: () => has.now ?? NOW, sleep: async () => undefined },
    isClockSure: async () => true,
    ids: createIds(),
    vocabularies: {
      of: async (teamId: string) => {
        calls.push(`words of ${teamId}`);
        return buildVocabulary();
      },
    },
    timeZone: 'Asia/Dubai',
    log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
    members: {
      financeOf: async (teamId: string) => {
        calls.push(`finance of ${teamId}`);
        return ['UFINANCE'];
      },
    },
  };
  const settle = createSettle(base as unknown as Base, {
    askAdmins: async (_, unread) => {
      asked.push(unread);
      return has.askedAt ?? null;
    },
    learnFirstWords: async () => undefined,
    lostLinks: { resolve: async (lost) => has.settled ?? lost },
    plan: { first: (now) => ({ to: now + 5_000, attempts: 0 }) },
  });
  const found = rows.map((fields) => ({
    kind: has.isAwaited ? ('link' as const) : ('transaction' as const),
    via: 'listing' as const,
    record: { fields },
  }));
  const { rivals = [], isComplete = true, hasNameless = false } = has;
  const { orderId } = link;
  const reading = {
    kept: has.kept ?? [],
    found,
    orderId,
    rivals,
    isComplete,
    isWhole: isComplete,
    areTransactionsRead: isComplete,
    hasNameless,
  };
  const after = await settle(link, reading);
  const [change] = [...moves, ...records];
  return {
    after,
    stored,
    moves,
    records,
    asked,
    calls,
    logged,
    kept,
    notices: change?.jobs ?? [],
    kinds: change?.jobs?.map(({ kind }) => kind),
  };
};

const confirmed: LinkPayment = {
  finding: 'confirmed',
  noticedAt: 1,
  happenedAt: null,
  seenIn: 'transaction',
  word: 'PAID',
  amountFils: 125_050,
  refundedFils: 0,
  currency: null,
  transactionId: 'T1',
  doubt: null,
};

describe('a payment that the service shows', () => {
  test('makes the judged version of the link paid, with one edit and one reply', async () => {
    const link = buildLink({ version: 7 });
    const { moves, records, notices, after, calls, logged } = await reconcile(link, [PAID]);
    expect(records).toEqual([]);
    expect(moves).toHaveLength(1);
    expect(moves[0]).toMatchObject({
      id: 'lnk_1',
      to: 'paid',
      at: NOW,
      cause: 'the service says paid',
      ifVersion: 7,
      payment: { finding: 'confirmed', amountFils: 125_050, noticedAt: NOW },
      evidence: {
        seenIn: 'transaction',
        word: 'PAID',
        amountFils: 125_050,
        currency: null,
        transactionId: 'T1',
      },
      failure: null,
    });
    expect(Object.keys(moves[0]?.evidence ?? {})).toHaveLength(5);
    expect(moves[0]).not.toHaveProperty('isTakenBack');
    expect(notices.map(({ kind }) => kind)).toEqual(['show', 'post', 'tell', 'show']);
    expect(notices[1]?.payload).toMatchObject({
      ids: { state: 'paid', payment: { finding: 'confirmed' } },
    });
    expect(after).toMatchObject({ state: 'paid', version: 8 });
    expect(logged).toMatchObject([
      { link: 'lnk_1', state: 'paid', cause: 'the service says paid', msg: 'link settled' },
    ]);
    expect(calls).toEqual(['words of T0PLAY', 'finance of T0PLAY']);
  });

  test('is written even if the link was handed over meanwhile', async () => {
    const { after, moves } = await reconcile(buildLink(), [PAID], { isLate: 2 });
    expect(moves.map(({ ifVersion }) => ifVersion)).toEqual([2, 3, 4]);
    expect(after.state).toBe('paid');
  });

  test('is judged again after another check changed the link, up to three times', async () => {
    const changed = { state: 'paid' as const, payment: confirmed };
    const judged = await reconcile(buildLink(), [PAID], { isLate: 1, changed });
    expect(judged.moves).toHaveLength(1);
    const expired = { isLate: 1, changed: { state: 'expired' as const } };
    expect((await reconcile(buildLink(), [PAID], expired)).moves).toHaveLength(2);
    expect((await reconcile(buildLink(), [PAID], { isLate: 9 })).moves).toHaveLength(3);
  });

  test('leads to the stored link if it changed meanwhile', async () => {
    const { after, stored, logged } = await reconcile(buildLink(), [PAID], { isLate: true });
    expect(after).toBe(stored);
    expect(logged).toEqual([]);
  });

  test('of a link without an address gets its card with the money, and any other news a direct message', async () => {
    const { kinds } = await reconcile(buildLink({ address: null }), [PAID]);
    expect(kinds).toEqual(['show', 'post', 'tell']);
    const over = await reconcile(buildLink({ address: null, expiresAt: 0 }), []);
    expect(over.kinds).toEqual(['tell']);
  });

  test('of a link without an address is on the card that an earlier link of its sale brought', async () => {
    const { kinds } = await reconcile(buildLink({ address: null, expiresAt: 0, saleOrder: 2 }), []);
    expect(kinds).toEqual(['tell', 'show']);
  });

  test('for a sale that was already paid is reported to finance, else the code of the open link goes, and a found lost link as one of two', async () => {
    const { moves } = await reconcile(buildLink(), [PAID]);
    const paid = { state: 'paid', payment: confirmed } as const;
    const other = buildLink({ id: 'lnk_2', creatorId: 'U2', ...paid });
    const news = moves[0]?.ofSale?.(buildLink(paid), [other]);
    expect(news?.map(({ lane }) => lane)).toContain('T0PLAY:UFINANCE');
    const open = buildLink({ id: 'lnk_2' });
    const code = { kind: 'show', payload: { what: 'qr', id: 'lnk_2' } };
    expect(moves[0]?.ofSale?.(buildLink({ state: 'paid' }), [open])).toMatchObject([code]);
    const lost = await reconcile(buildLink({ state: 'unknown', address: null }), [PAID]);
    expect(lost.moves[0]?.ofSale?.(buildLink({ state: 'paid' }), [open])).toHaveLength(3);
  });

  test('that is already known changes nothing', async () => {
    const link = buildLink({ state: 'paid', payment: confirmed });
    const { after, moves, records, calls } = await reconcile(link, [PAID]);
    expect([after, moves, records]).toEqual([link, [], []]);
    expect(calls).toEqual(['words of T0PLAY']);
  });

  test('that may be another link’s is only reported', async () => {
    const rival = { id: 'lnk_2', invoiceId: 'X', orderId: '100234', address: null };
    const { moves } = await reconcile(buildLink(), [PAID], { rivals: [rival] });
    expect(moves[0]).toMatchObject({ to: 'reported', payment: { doubt: 'which-link' } });
  });
});

describe('a payment that is better known', () => {
  test('is recorded, with a reply if the money changed', async () => {
    const link = buildLink({ state: 'paid', payment: confirmed });
    const rows = [{ ...PAID, refundedAmount: 50 }];
    const { records, moves, notices, after } = await reconcile(link, rows);
    expect(moves).toEqual([]);
    expect(records[0]).toMatchObject({ ifVersion: 2, payment: { refundedFils: 5_000 } });
    expect(records[0]).not.toHaveProperty('to');
    expect(notices.map(({ kind }) => kind)).toEqual(['show', 'post', 'tell', 'show']);
    expect(notices[1]?.payload).toMatchObject({ ids: { state: 'paid' } });
    expect(after.version).toBe(3);
  });

  test('shrinks if its own transaction does', async () => {
    const payment: LinkPayment = { ...confirmed, finding: 'partly', amountFils: 20_000 };
    const link = buildLink({ state: 'reported', payment });
    const less = { ...PAID, amount: 100 };
    expect((await reconcile(link, [less])).records).toMatchObject([{ payment: { amountFils: 10_000 } }]);
  });

  test('that was declined only edits the card', async () => {
    const { records, kinds } = await reconcile(buildLink(), [{ ...PAID, status: 'DECLINED' }]);
    expect(records[0]?.payment?.finding).toBe('declined');
    expect(kinds).toEqual(['show']);
  });
});

describe('a payment without its transaction', () => {
  const MINUTE = 60_000;
  const becomes = async (has: Has, link: Partial<Link> = {}) => {
    const row = { ...PAID, ...has.says };
    const { moves, records } = await reconcile(buildLink(link), [row], { isAwaited: true, ...has });
    const [change] = [...moves, ...records];
    const { finding, doubt } = change?.payment ?? {};
    return change === undefined ? 'as it was' : doubt === 'awaited' ? doubt : finding;
  };
  const unseen = { ...confirmed, seenIn: 'link' } as const;
  const odd = { ...confirmed, finding: 'partly', amountFils: 20_000 } as const;
  const called = { ...odd, seenIn: 'callback' } as const;
  /** Awaited for this long. */
  const for_ = (minutes: number): Partial<Link> => ({
    state: 'reported',
    payment: { ...unseen, finding: 'unconfirmed', doubt: 'awaited', noticedAt: NOW - minutes * MINUTE },
  });

  test.for<[is: string, title: string, Has, link?: Partial<Link>]>([
    ['awaited', 'at first', {}],
    ['as it was', 'before five minutes are over', {}, for_(4.99)],
    ['confirmed', 'after five minutes', {}, for_(5)],
    ['as it was', 'after five minutes, with half a listing', { isComplete: false }, for_(5)],
    ['as it was', 'after five minutes, beside rows that name no link', { hasNameless: true }, for_(5)],
    ['confirmed', 'after half an hour, beside such rows', { hasNameless: true }, for_(30)],
    ['confirmed', 'after the clock was set back', {}, for_(-5)],
    ['awaited', 'in a workspace that shows transactions', { last: [unseen, confirmed] }],
    ['confirmed', 'in a workspace that never shows transactions', { last: [unseen, unseen] }],
    ['awaited', 'at first, where no listing has ever been read', { isComplete: false }],
    ['confirmed', 'after half an hour without a listing', { isComplete: false }, for_(30)],
    ['as it was', 'of which its transaction showed a part', {}, { payment: odd, state: 'reported' }],
    ['confirmed', 'if its own record says how much was paid', { says: { paidAmount: 1250.5 } }],
    ['confirmed', 'of which a callback reported a part', { last: [unseen] }, { payment: called }],
  ])('is %s: %s', async ([is, , has, link]) => {
    expect(await becomes(has, link)).toBe(is);
  });

  test('that is awaited edits the card, has no reply, and is checked again within seconds', async () => {
    const { moves, kinds, calls } = await reconcile(buildLink(), [PAID], { isAwaited: true });
    expect(calls).toContain('last 5 payments');
    expect(moves[0]).toMatchObject({ to: 'reported', cause: 'being confirmed', check: { to: NOW + 5_000 } });
    expect(kinds).toEqual(['show', 'show']);
  });
});

describe('the records that were read', () => {
  const PENDING = { ...PAID, status: 'PENDING' };

  test('are written with the change that they lead to, and alone if they change nothing', async () => {
    const { moves, kept } = await reconcile(buildLink(), [PAID]);
    expect(moves[0]?.kept).toMatchObject({ put: [{ record: { fields: { status: 'PAID' } } }], gone: [] });
    expect(kept).toEqual([]);
    const same = await reconcile(buildLink(), [PENDING]);
    expect(same.moves).toEqual([]);
    expect(same.kept).toMatchObject([{ linkId: 'lnk_1', put: [{ record: { fields: PENDING } }], gone: [] }]);
  });

  test('are not written again, and decide together with what is read later', async () => {
    const link = buildLink();
    const { kept: first } = await reconcile(link, [{ ...PENDING, transactionId: 'T0' }]);
    const known = { kept: [...(first[0]?.put ?? [])] };
    const again = await reconcile(link, [{ ...PENDING, transactionId: 'T0' }], known);
    expect([again.moves, again.records, again.kept]).toEqual([[], [], []]);
    const half = { ...PAID, amount: link.amountFils / 200 };
    const { moves } = await reconcile(link, [{ ...half, transactionId: 'T1' }]);
    expect(moves).toMatchObject([{ payment: { finding: 'partly' } }]);
    const rest = { kept: [...(moves[0]?.kept?.put ?? [])] };
    expect((await reconcile(link, [{ ...half, transactionId: 'T2' }], rest)).moves).toMatchObject([
      { to: 'paid', payment: { amountFils: link.amountFils } },
    ]);
  });
});

describe('the next check', () => {
  const first = { to: NOW + 5_000, attempts: 0 };
  const rival = { id: 'lnk_2', invoiceId: 'X', orderId: '100234', address: null };

  test.for<[title: string, Has, next: object | undefined]>([
    ['paid: as planned', {}, undefined],
    ['reported: the first of its own', { rivals: [rival] }, first],
  ])('of a link that is %s', async ([, has, next]) => {
    const { moves } = await reconcile(buildLink(), [PAID], has);
    expect(moves).toHaveLength(1);
    expect(moves[0]?.check).toEqual(next);
  });

  test.for<[title: string, Fields, next: object | undefined]>([
    ['without an amount: the first of its own', { status: 'PARTIALLY_REFUNDED' }, first],
    ['with its amount: none', { status: 'PAID', refundedAmount: 50 }, undefined],
  ])('of a paid link with a refund %s', async ([, said, next]) => {
    const paid = buildLink({ state: 'paid', payment: confirmed });
    const { records } = await reconcile(paid, [{ ...PAID, ...said }], { isAwaited: true });
    expect(records).toHaveLength(1);
    expect(records[0]?.check).toEqual(next);
  });
});

test('a link expires by a complete reading after its time, without payment, evidence or a further check', async () => {
  const late = buildLink({ expiresAt: NOW - 600_000 });
  const { moves } = await reconcile(late, []);
  expect(moves[0]).toMatchObject({ to: 'expired', failure: null });
  for (const name of ['payment', 'evidence', 'check']) expect(moves[0]).not.toHaveProperty(name);
  expect((await reconcile(late, [], { isComplete: false })).moves).toEqual([]);
  expect((await reconcile(late, [], { now: NOW - 1 })).moves).toEqual([]);
});

test('callbacks are read only if the records say nothing', async () => {
  const callbacks = [{ receivedAt: NOW, evidence: { status: 'PAID' } }];
  for (const rows of [[], [{ orderId: '100234', note: 'KZX' }]]) {
    const { moves, calls } = await reconcile(buildLink(), rows, { callbacks });
    expect(moves[0]).toMatchObject({ to: 'reported', evidence: { seenIn: 'callback' } });
    expect(calls).toContain('callbacks of lnk_1');
  }
  const { calls, moves } = await reconcile(buildLink(), [{ ...PAID, status: 'PENDING' }], { callbacks });
  expect(calls).toEqual(['words of T0PLAY']);
  expect(moves).toEqual([]);
});

describe('a lost link', () => {
  test('is judged once it is found', async () => {
    const lost = buildLink({ state: 'unknown', orderId: null, address: null });
    const { moves } = await reconcile(lost, [PAID], { settled: buildLink({ version: 5 }) });
    expect(moves[0]).toMatchObject({ to: 'paid', ifVersion: 5 });
  });

  test('that is still being created stays as it is', async () => {
    const reserved = buildLink({ state: 'reserved' });
    const { after, moves, records, kept } = await reconcile(reserved, [PAID]);
    expect(after).toBe(reserved);
    expect([moves, records, kept]).toEqual([[], [], []]);
  });
});

describe('an unknown word', () => {
  const odd = { ...PAID, transactionType: 'QX17' };
  const doubted: LinkPayment = { ...confirmed, finding: 'unconfirmed', doubt: 'word' };
  const known = buildLink({ state: 'reported', payment: doubted });

  test('is asked about, and the payment keeps when', async () => {
    const { moves, asked } = await reconcile(buildLink(), [odd], { askedAt: 77 });
    expect(asked).toMatchObject([[{ name: 'transactiontype', word: 'QX17', path: 'transactionType' }]]);
    expect(moves[0]).toMatchObject({ to: 'reported', payment: { doubt: 'word', askedAt: 77 } });
    const nobody = await reconcile(buildLink(), [odd]);
    expect(nobody.moves[0]?.payment).not.toHaveProperty('askedAt');
  });

  test('is asked about also if the link does not change', async () => {
    const before = { ...known, payment: { ...doubted, askedAt: 5 } };
    const { moves, records, asked, after } = await reconcile(before, [odd], { askedAt: 77 });
    expect([moves, records]).toEqual([[], []]);
    expect(asked).toMatchObject([[{ word: 'QX17' }]]);
    expect(after).toBe(before);
  });

  test('that nobody could be asked about before keeps when it was, and is no news', async () => {
    const { moves, records, kinds } = await reconcile(known, [odd], { askedAt: 77 });
    expect(moves).toEqual([]);
    expect(records).toMatchObject([{ payment: { doubt: 'word', askedAt: 77 } }]);
    expect(kinds).not.toContain('post');
  });

  test('that turns out to be no payment opens the link again', async () => {
    const { moves, kinds } = await reconcile(known, [{ ...PAID, transactionType: 'FEE' }]);
    expect(moves[0]).toMatchObject({
      to: 'open',
      payment: null,
      isTakenBack: true,
      cause: 'no payment after all',
    });
    expect(moves[0]).not.toHaveProperty('evidence');
    expect(kinds).toEqual(['show', 'post', 'show']);
  });
});
