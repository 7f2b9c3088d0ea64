import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Counted, countNothing, countSince } from '../../src/closes/count-since.ts';
import { movementsOf } from '../../src/figures/movements.ts';
import type { Totals } from '../../src/figures/totals.ts';
import { formatBack } from '../../src/listings/listing-words.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { readRows } from '../fixtures/record-tables.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The closes are at nine in the evening, over the end of a month. */
const FIRST = Date.parse('2026-11-28T21:00:00+04:00');
const CLOSES = 8;

const readRow = createRowReader('transactions', ZONE);

/** A payment as the service comes to know it, and what goes back of it later, in a row of its own. */
interface Paid {
  id: string | null;
  at: number;
  fils: number;
  /** When the listing first shows it, and from when on it says what became of it. */
  listedAt: number;
  decidedAt: number;
  isPaid: boolean;
  /** From when on a payment that was received is said to have failed; null: never. */
  failsAt: number | null;
  /** Null: nothing goes back. */
  back: { at: number; fils: number } | null;
}

const write = (at: number) => new Date(at).toISOString();

/** The listing of a time as it stands at `now`. */
const list = (payments: readonly Paid[], { from, to, now }: { from: number; to: number; now: number }) =>
  payments
    .flatMap(({ id, at, fils, listedAt, decidedAt, isPaid, failsAt, back }, place) => {
      const fails = !isPaid || (failsAt !== null && failsAt <= now);
      const status = decidedAt > now ? 'PENDING' : fails ? 'FAILED' : 'SUCCESS';
      const row = { id, at, fields: { orderId: `o${place}`, type: 'PAYMENT', status, amount: fils / 100 } };
      const refund = back && {
        id: id && `r${place}`,
        at: back.at,
        fields: { orderId: `o${place}`, type: 'REFUND', status: 'SUCCESS', amount: back.fils / 100 },
      };
      return [...(listedAt > now ? [] : [row]), ...(refund && refund.at <= now ? [refund] : [])];
    })
    .filter(({ at }) => at >= from && at < to)
    .map(({ id, at, fields }) =>
      readRow({ fields: { ...fields, createdAt: write(at), ...(id !== null && { transactionId: id }) } }),
    );

const receivedOf = ({ byClass }: Totals) =>
  byClass.reduce((sum, { is, fils }) => sum + (is === 'received' ? fils : 0), 0);
const refundedOf = ({ refunds }: Totals) => refunds.reduce((sum, { fils }) => sum + fils, 0);

const payment: fc.Arbitrary<Paid> = fc
  .record({
    hasId: fc.boolean(),
    // In whole seconds, as services write them.
    after: fc.integer({ min: 0, max: (CLOSES * DAY) / 1_000 }),
    fils: fc.integer({ min: 1_000, max: 5_000 }),
    lag: fc.oneof(fc.integer({ min: 0, max: HOUR }), fc.integer({ min: 0, max: 3 * DAY })),
    undecidedFor: fc.constantFrom(0, 0, 0, 30 * MINUTE, 3 * DAY),
    isPaid: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
    failsAfter: fc.option(fc.integer({ min: 0, max: 2 * DAY }), { freq: 2 }),
    backAfter: fc.option(fc.integer({ min: 0, max: 2 * DAY }), { freq: 3 }),
  })
  .map(({ hasId, after, fils, lag, undecidedFor, isPaid, failsAfter, backAfter }) => {
    const at = FIRST - DAY + after * 1_000;
    const decidedAt = at + Math.max(lag, undecidedFor);
    const backAt = Math.ceil((decidedAt + (backAfter ?? 0)) / 1_000) * 1_000;
    const failsAt = failsAfter === null ? null : decidedAt + failsAfter;
    const back = backAfter === null || !isPaid || failsAt !== null ? null : { at: backAt, fils };
    return { id: hasId ? 'p' : null, at, fils, listedAt: at + lag, decidedAt, isPaid, failsAt, back };
  });

const payments = fc
  .array(payment, { maxLength: 25 })
  .map((some) => some.map((one, place): Paid => ({ ...one, id: one.id && `p${place}` })));

test('opening and movements are closing: each payment and refund is in one close, late or not, over a month’s end', async () => {
  await fc.assert(
    fc.asyncProperty(payments, fc.array(fc.boolean(), { maxLength: CLOSES }), async (known, missed) => {
      let counted: Counted = countNothing(FIRST - DAY);
      let [received, refunded] = [0, 0];
      for (let close = 0; close < CLOSES; close += 1) {
        const now = FIRST + close * DAY;
        // A close that is missed is in the next.
        if (missed[close] && close < CLOSES - 1) continue;
        const rows = list(known, { from: counted.from, to: now, now });
        const since = await countSince(await movementsOf(rows, WORDS), { counted, to: now - 1_000 });
        counted = since.counted;
        received += receivedOf(since.sums) - since.undone.reduce((sum, { fils }) => sum + fils, 0);
        refunded += refundedOf(since.sums);
        const isKnown = ({ at, listedAt, decidedAt }: Paid) =>
          at < now && listedAt <= now && decidedAt <= now;
        const closing = known.filter(
          (one) => one.isPaid && isKnown(one) && !(one.failsAt !== null && one.failsAt <= now),
        );
        expect(received).toBe(closing.reduce((sum, { fils }) => sum + fils, 0));
        const back = known.flatMap((one) => (one.back && one.back.at < now ? one.back : []));
        expect(refunded).toBe(back.reduce((sum, { fils }) => sum + fils, 0));
      }
    }),
    runs(150),
  );
});

const CLOSE = FIRST;
const close = async (rows: readonly object[], counted: Counted, day = 0) => {
  const listed = rows.map((fields) => readRow({ fields: { ...fields } }));
  return countSince(await movementsOf(listed, WORDS), { counted, to: CLOSE + day * DAY - 1_000 });
};
const say = ({ sums }: Awaited<ReturnType<typeof close>>) => [receivedOf(sums), refundedOf(sums)];

/** The first close sees a payment of AED 100.00 ten minutes before it, the second what follows. */
test.each(
  readRows(`
  nothing new | id p1 | id p1 | 0 0
  known without an id | | | 0 0
  another without an id, at the same time, of the same card | | , | 100 0
  refunded in its own row | id p1 | id p1 status REFUNDED | 0 100
  a part of it refunded | id p1 | id p1 refundedAmount 40 | 0 40
  undecided at first | id p1 status PENDING | id p1 | 100 0
  failed at first | id p1 status FAILED | id p1 | 100 0
  gone from the listing | id p1 | none | 0 0
  refunded, and then no longer | id p1 status REFUNDED | id p1 | 0 -100
  `),
)('the second close counts of a payment that is %s', async (_, first = '', then = '', expected) => {
  const read = (cell: string) =>
    cell === 'none'
      ? []
      : cell.split(',').map((words) => {
          const pairs = words.trim().split(/\s+/);
          const of = (name: string) => pairs[pairs.indexOf(name) + 1];
          return {
            ...(pairs.includes('id') && { transactionId: of('id') }),
            ...{ type: 'PAYMENT', status: pairs.includes('status') ? of('status') : 'SUCCESS' },
            ...{ amount: 100, orderId: 'o1', createdAt: write(CLOSE - 10 * MINUTE), cardNumber: '**** 4242' },
            ...(pairs.includes('refundedAmount') && { refundedAmount: Number(of('refundedAmount')) }),
          };
        });
  const before = await close(read(first), countNothing(CLOSE - DAY));
  expect(say(await close(read(then), before.counted, 1))).toEqual(
    expected?.split(' ').map((one) => Number(one) * 100),
  );
});

test('a chargeback is told apart from refunds, and once more when it is won back', async () => {
  const at = (hours: number) => ({ createdAt: write(CLOSE - hours * HOUR), orderId: 'o1' });
  const paid = { ...at(3), transactionId: 'p1', type: 'PAYMENT', status: 'SUCCESS', amount: 250 };
  const refund = { ...at(2), transactionId: 'r1', type: 'REFUND', status: 'SUCCESS', amount: 50 };
  const dispute = { ...at(1), transactionId: 'c1', type: 'CHARGEBACK', amount: 120, fee: 50 };
  const words = ({ sums }: Awaited<ReturnType<typeof close>>) =>
    sums.refunds.map(({ kind, fils, currency }) => formatBack(kind, fils, currency));
  const first = await close([paid, refund, { ...dispute, status: 'OPEN' }], countNothing(CLOSE - DAY));
  expect(words(first)).toEqual(['AED 50.00 refunded', 'AED 120.00 charged back']);
  expect(first.sums.net).toEqual([{ currency: 'AED', fils: 8_000 }]);
  const rows = [paid, refund, { ...dispute, status: 'SUCCESS' }];
  const reversal = {
    ...at(-5),
    transactionId: 'w1',
    type: 'CHARGEBACK_REVERSAL',
    originalTransactionId: 'c1',
  };
  expect(words(await close(rows, first.counted, 1))).toEqual([]);
  const won = [paid, refund, { ...dispute, status: 'WON' }];
  expect(words(await close(won, first.counted, 1))).toEqual(['AED 120.00 won back']);
  const reversed = [...rows, { ...reversal, status: 'SUCCESS', amount: 120 }];
  expect(words(await close(reversed, first.counted, 1))).toEqual(['AED 120.00 won back']);
});

test('each close reads from where the first began, or 35 days back', async () => {
  const row = {
    transactionId: 'p1',
    type: 'PAYMENT',
    status: 'PENDING',
    amount: 100,
    createdAt: write(CLOSE - HOUR * 3),
  };
  const first = (await close([row], countNothing(CLOSE - DAY))).counted;
  expect(first.from).toBe(CLOSE - DAY);
  expect((await close([row], first, 33)).counted.from).toBe(CLOSE - DAY);
  expect((await close([row], first, 36)).counted.from).toBe(CLOSE + DAY);
});

test('what was listed late or is no longer paid is told with its money, once', async () => {
  const at = (hours: number) => ({ createdAt: write(CLOSE - hours * HOUR), type: 'PAYMENT', orderId: 'o1' });
  const first = await close(
    [{ ...at(2), transactionId: 'p1', status: 'SUCCESS', amount: 100 }],
    countNothing(CLOSE - DAY),
  );
  const rows = [
    { ...at(2), transactionId: 'p1', status: 'FAILED', amount: 100 },
    { ...at(20), transactionId: 'p2', status: 'SUCCESS', amount: 40 },
    { ...at(-2), transactionId: 'p3', status: 'SUCCESS', amount: 30 },
  ];
  const second = await close(rows, first.counted, 1);
  expect(second).toMatchObject({
    late: [{ currency: 'AED', fils: 4_000, rows: 1 }],
    undone: [{ currency: 'AED', fils: 10_000, rows: 1 }],
  });
  expect([receivedOf(second.sums), second.sums.net]).toEqual([7_000, [{ currency: 'AED', fils: -3_000 }]]);
  const third = await close(rows, second.counted, 2);
  expect([third.late, third.undone, ...say(third)]).toEqual([[], [], 0, 0]);
});
