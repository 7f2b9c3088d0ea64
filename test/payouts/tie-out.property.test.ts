// @module-tag long

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TiedPayout, TieOut } from '../../src/payouts/tie-out.ts';
import { onThisMachine, processorTime } from '../fixtures/processor-time.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { type Fields, idsOf, stepsOf, tieOutRecords } from './match-records.ts';

/** The truth: each payment, and the payout that includes it. Integer fils. */
interface Paid {
  id: string;
  at: number;
  fils: number;
  feeFils: number;
  is: 'payment' | 'refund' | 'declined';
  payoutId: string | null;
}

interface Books {
  transactions: Paid[];
  payouts: { id: string; at: number; grossFils: number; feeFils: number }[];
}

const DAY = 86_400_000;
/** 1 Nov 2026, midnight in Dubai. */
const START = Date.UTC(2026, 9, 31, 20);
const PAYOUT_HOUR = 10 * 3_600_000;

const anyPaid = fc.record({
  minute: fc.nat({ max: 1439 }),
  fils: fc.integer({ min: 1_000, max: 9_999_999 }),
  is: fc.constantFrom('payment', 'payment', 'payment', 'payment', 'refund', 'declined'),
});

/** Some days of sales, with a payout of the money so far every few mornings. The last days are not paid out. */
const anyBooks = fc
  .record({
    days: fc.array(fc.array(anyPaid, { maxLength: 5 }), { minLength: 3, maxLength: 12 }),
    every: fc.constantFrom(1, 1, 2, 7),
  })
  .map(({ days, every }): Books => {
    const books: Books = { transactions: [], payouts: [] };
    let number = 500_001;
    let open: Paid[] = [];
    days.forEach((sales, day) => {
      if (day > 0 && day % every === 0) {
        const signed = (one: Paid) =>
          one.is === 'declined' ? 0 : one.is === 'refund' ? -one.fils : one.fils;
        const grossFils = open.reduce((sum, one) => sum + signed(one), 0);
        const feeFils = open.reduce((sum, one) => sum + (one.is === 'payment' ? one.feeFils : 0), 0);
        const moved = open.filter(({ is }) => is !== 'declined');
        if (moved.length > 0 && grossFils > feeFils) {
          const id = String(7001 + books.payouts.length);
          books.payouts.push({ id, at: START + day * DAY + PAYOUT_HOUR, grossFils, feeFils });
          for (const one of moved) one.payoutId = id;
          open = [];
        }
      }
      const minutes = [...sales].sort((one, other) => one.minute - other.minute);
      for (const { minute, fils, is } of minutes) {
        const feeFils = Math.round(fils * 0.029) + 100;
        const at = START + day * DAY + minute * 60_000;
        const one: Paid = { id: String(number), at, fils, feeFils, is, payoutId: null };
        number += 1;
        books.transactions.push(one);
        open.push(one);
      }
    });
    return books;
  });

const dirhams = (fils: number) => fils / 100;
const moment = (at: number) => new Date(at + 4 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

const writeTransaction = ({ id, at, fils, feeFils, is }: Paid): Fields => ({
  transactionId: id,
  orderId: `9${id}`,
  status: is === 'declined' ? 'FAILED' : 'SUCCESS',
  ...(is === 'refund' ? { transactionType: 'REFUND' } : {}),
  amount: dirhams(fils),
  currency: 'AED',
  fee: is === 'payment' ? dirhams(feeFils) : 0,
  createdAt: moment(at),
});

const writePayout = ({ id, at, grossFils, feeFils }: Books['payouts'][number]): Fields => ({
  payoutId: id,
  status: 'PAID_OUT',
  grossAmount: dirhams(grossFils),
  feeAmount: dirhams(feeFils),
  netAmount: dirhams(grossFils - feeFils),
  currency: 'AED',
  createdAt: moment(at),
});

const membersOf = ({ transactions }: Books, payoutId: string) =>
  transactions.filter((one) => one.payoutId === payoutId);

/** The same books as services may list them. */
const SHAPES = {
  'payout-id': (books: Books) => ({
    payouts: books.payouts.map(writePayout),
    transactions: books.transactions.map((one) => ({
      ...writeTransaction(one),
      ...(one.payoutId === null ? {} : { settlement_id: one.payoutId }),
    })),
  }),
  'transaction-list': (books: Books) => ({
    payouts: books.payouts.map((one, index) => {
      const ids = membersOf(books, one.id).map(({ id }) => id);
      return {
        ...writePayout(one),
        ...(index % 2 === 0
          ? { transactionIds: ids }
          : { transactions: ids.map((id) => ({ txnId: Number(id) })) }),
      };
    }),
    transactions: books.transactions.map(writeTransaction),
  }),
  'date-and-sum': (books: Books) => ({
    payouts: books.payouts.map(writePayout),
    transactions: books.transactions.map(writeTransaction),
  }),
  nothing: (books: Books) => ({
    // Without amounts: the bank's own fee for each transfer is in no record.
    payouts: books.payouts.map(({ id, at }) => ({
      payoutId: id,
      status: 'PAID_OUT',
      createdAt: moment(at),
    })),
    transactions: books.transactions.map(writeTransaction),
  }),
};

/** Adds up to the fils, with other arithmetic than the product's. */
const isRight = ({ payout, transactions }: TiedPayout): boolean => {
  const came = transactions.filter(({ kind }) => kind === 'payment');
  const back = transactions.filter(({ kind }) => kind === 'back');
  const gross = came.reduce((sum, one) => sum + one.receivedFils, 0);
  const less = back.reduce((sum, one) => sum + one.backFils, 0);
  const fees = transactions.reduce((sum, one) => sum + (one.feeFils ?? 0), 0);
  return (
    (payout.grossFils === gross - less || payout.grossFils === gross) &&
    payout.feeFils === fees &&
    [gross - less - fees, gross - fees].includes(payout.netFils ?? Number.NaN)
  );
};

/** True for any records: no transaction is listed twice or lost, and nothing is proved that does not add up. */
const expectSound = ({ payouts, due, elsewhere, unclear }: TieOut, moved: readonly string[]) => {
  const inPayouts = payouts.flatMap(({ payout, transactions }) =>
    payout.state === 'came-back' ? [] : idsOf(transactions),
  );
  const all = [...inPayouts, ...idsOf([...due, ...elsewhere, ...unclear])];
  expect(all.toSorted()).toEqual([...moved].sort());
  expect(new Set(payouts.flatMap(({ transactions }) => transactions)).size).toBe(
    payouts.reduce((sum, { transactions }) => sum + transactions.length, 0),
  );
  for (const tied of payouts) {
    if (tied.verdict === 'proved') expect(isRight(tied), JSON.stringify(tied.payout)).toBe(true);
    else expect(tied.why !== null || tied.gaps.length + tied.missing.length > 0).toBe(true);
    expect(tied.why !== null).toBe(tied.verdict === 'not-provable');
  }
};

const movedIn = ({ transactions }: Books) =>
  transactions.flatMap(({ id, is }) => (is === 'declined' ? [] : [id]));

test.each(['payout-id', 'transaction-list'] as const)(
  'with ids (%s), every payout is proved by exactly its transactions, and the rest is due',
  (shape) => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const tied = tieOutRecords(SHAPES[shape](books));
        expectSound(tied, movedIn(books));
        expect(tied.payouts.map(({ verdict, evidence }) => [verdict, evidence])).toEqual(
          books.payouts.map(() => ['proved', shape]),
        );
        for (const { payout, transactions } of tied.payouts)
          expect(idsOf(transactions)).toEqual(membersOf(books, payout.id ?? '').map(({ id }) => id));
        expect(idsOf(tied.due)).toEqual(
          books.transactions.flatMap(({ id, is, payoutId }) =>
            is === 'declined' || payoutId !== null ? [] : [id],
          ),
        );
      }),
      runs(100),
    );
  },
);

test.each(['date-and-sum', 'nothing'] as const)(
  'without ids (%s), no payout is proved or wrong, and no transaction is in one',
  (shape) => {
    fc.assert(
      fc.property(anyBooks, (books) => {
        const tied = tieOutRecords(SHAPES[shape](books));
        expectSound(tied, movedIn(books));
        expect(tied.isJoinable).toBe(books.payouts.length === 0);
        for (const { verdict, transactions } of tied.payouts)
          expect([verdict, transactions]).toEqual(['not-provable', []]);
      }),
      runs(100),
    );
  },
);

const anyFault = fc.record({
  is: fc.constantFrom('moved', 'dropped', 'again', 'strange', 'gross', 'net', 'fee', 'state', 'undone'),
  one: fc.nat(),
  other: fc.nat(),
  fils: fc.integer({ min: 1, max: 500 }),
});

test('wrong records prove nothing that does not add up, and no transaction is in two payouts', () => {
  fc.assert(
    fc.property(
      anyBooks,
      fc.constantFrom('payout-id', 'transaction-list', 'date-and-sum'),
      fc.array(anyFault, { minLength: 1, maxLength: 4 }),
      (books, shape, faults) => {
        const { payouts, transactions } = SHAPES[shape](books) as {
          payouts: Fields[];
          transactions: Fields[];
        };
        for (const { is, one, other, fils } of faults) {
          const payout = payouts[one % Math.max(1, payouts.length)];
          const another = payouts[other % Math.max(1, payouts.length)];
          const transaction = transactions[one % Math.max(1, transactions.length)];
          if (!payout || !another || !transaction) continue;
          const cause: Record<typeof is, () => unknown> = {
            moved: () => Object.assign(transaction, { settlement_id: another['payoutId'] }),
            dropped: () => transactions.splice(one % transactions.length, 1),
            again: () =>
              Object.assign(another, {
                transactionIds: payout['transactionIds'] ?? [transaction['transactionId']],
              }),
            strange: () => Object.assign(transaction, { settlement_id: 'P-unknown-1' }),
            gross: () => Object.assign(payout, { grossAmount: Number(payout['grossAmount']) + fils / 100 }),
            net: () =>
              Object.assign(payout, { netAmount: (Number(payout['netAmount']) + fils / 100).toFixed(2) }),
            fee: () => Object.assign(payout, { feeAmount: 'on request' }),
            state: () => Object.assign(payout, { status: 'REVERSED' }),
            undone: () => Object.assign(transaction, { transactionType: 'VOID' }),
          };
          cause[is]();
        }
        const ids = new Set(transactions.map(({ transactionId }) => transactionId));
        const moved = movedIn(books).filter((id) => ids.has(id));
        const tied = tieOutRecords({ payouts, transactions });
        expectSoundWithoutFees(tied, moved);
      },
    ),
    runs(200),
  );
});

/** As `expectSound`; a payout with an unreadable fee is proved by its gross and net. */
function expectSoundWithoutFees(tied: TieOut, moved: readonly string[]) {
  expectSound(
    {
      ...tied,
      payouts: tied.payouts.map((one) =>
        one.payout.feeFils === null ? { ...one, payout: { ...one.payout, feeFils: one.sums.feeFils } } : one,
      ),
    },
    moved,
  );
}

test('a year of ten thousand transactions is matched in small steps', () => {
  const transactions: Paid[] = Array.from({ length: 10_000 }, (_, index) => ({
    id: String(500_001 + index),
    at: START + Math.floor((index / 10_000) * 365 * DAY),
    fils: 10_000 + ((index * 7_919) % 90_000),
    feeFils: 100 + (index % 50),
    is: 'payment',
    payoutId: null,
  }));
  const payouts = Array.from({ length: 365 }, (_, day) => {
    const id = String(7001 + day);
    const members = transactions.filter(({ at }) => at >= START + day * DAY && at < START + (day + 1) * DAY);
    for (const one of members) one.payoutId = id;
    const grossFils = members.reduce((sum, { fils }) => sum + fils, 0);
    const feeFils = members.reduce((sum, one) => sum + one.feeFils, 0);
    return { id, at: START + (day + 1) * DAY + PAYOUT_HOUR, grossFils, feeFils };
  });
  for (const shape of ['payout-id', 'transaction-list', 'date-and-sum'] as const) {
    const steps = stepsOf(SHAPES[shape]({ payouts, transactions }));
    const lasted: number[] = [];
    let tied: TieOut | undefined;
    while (tied === undefined) {
      const from = processorTime();
      const step = steps.next();
      lasted.push(processorTime() - from);
      if (step.done) tied = step.value;
    }
    // Five payouts, or two thousand transactions, are one step.
    expect(lasted.length).toBeGreaterThan(payouts.length / 5 + (2 * transactions.length) / 2_000);
    expect(Math.max(...lasted)).toBeLessThan(onThisMachine(500));
    expect(new Set(tied.payouts.map(({ verdict }) => verdict))).toEqual(
      new Set([shape === 'date-and-sum' ? 'not-provable' : 'proved']),
    );
  }
});
