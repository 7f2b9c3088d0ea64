import { expect, test } from 'vitest';
import { listRefunds } from '../../src/links/checks/list-refunds.ts';
import { type Refund, refundsOf } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { readRows } from '../fixtures/record-tables.ts';

const HOUR = 3_600_000;
/** In hours of a day; `?`: not known. */
const read = (text: string) => (text === '?' ? null : Number(text));
const timeOf = (text: string) => (text === '?' ? null : Number(text) * HOUR);
const list = (text: string) => (text === '-' ? [] : text.split(', '));

/** `50 at 9, noticed 10`. */
const readKnown = (text: string): Refund[] =>
  list(text).map((one) => {
    const [, fils = '', at = '', noticed = ''] = /^(\S+) at (\S+) noticed (\S+)$/.exec(one) ?? [];
    return { kind: 'refund', fils: read(fils), happenedAt: timeOf(at), noticedAt: Number(noticed) * HOUR };
  });
const say = (refunds: readonly Refund[]): string =>
  refunds
    .map(
      ({ fils, happenedAt, noticedAt }) =>
        `${fils ?? '?'} at ${happenedAt === null ? '?' : happenedAt / HOUR} noticed ${noticedAt / HOUR}`,
    )
    .join(', ') || '-';

/** What is known, what the records say at 12 (in all, the time of the last, the rows of refunds), and what is known then. */
test.each(
  readRows(`
    -                                    | 50 last 9 | -             | 50 at 9 noticed 12
    -                                    | 50 last ? | -             | 50 at ? noticed 12
    -                                    | ? last 9  | -             | ? at 9 noticed 12
    50 at 9 noticed 10                   | 80 last 11 | -            | 50 at 9 noticed 10, 30 at 11 noticed 12
    50 at 9 noticed 10                   | 80 last ? | -             | 50 at 9 noticed 10, 30 at ? noticed 12
    50 at 9 noticed 10                   | 80 last 9 | -             | 50 at 9 noticed 10, 30 at ? noticed 12
    50 at ? noticed 10                   | 80 last 11 | -            | 50 at ? noticed 10, 30 at 11 noticed 12
    50 at 9 noticed 10                   | 50 last 9 | -             | 50 at 9 noticed 10
    50 at 9 noticed 10                   | ? last 11 | -             | 50 at 9 noticed 10, ? at 11 noticed 12
    50 at 9 noticed 10, ? at 11 noticed 11 | 80 last 11 | -          | 50 at 9 noticed 10, 30 at 11 noticed 11
    50 at 9 noticed 10, 30 at 11 noticed 11 | 60 last 11 | -         | 50 at 9 noticed 10, 10 at 11 noticed 11
    50 at 9 noticed 10, 30 at 11 noticed 11 | 50 last 9 | -          | 50 at 9 noticed 10
    50 at 9 noticed 10, 30 at 11 noticed 11 | 40 last 9 | -          | 40 at 9 noticed 10
    -                                    | 80 last 11 | 50 at 9, 30 at 11 | 50 at 9 noticed 12, 30 at 11 noticed 12
    50 at 9 noticed 10                   | 80 last 11 | 30 at 11, 50 at 9 | 50 at 9 noticed 10, 30 at 11 noticed 12
    50 at 9 noticed 10                   | 80 last 9 | 50 at 9, 30 at 8 | 30 at 8 noticed 12, 50 at 9 noticed 10
    50 at ? noticed 10                   | 80 last 9 | 50 at 9, 30 at 8 | 30 at 8 noticed 12, 50 at 9 noticed 10
    50 at 9 noticed 10                   | 100 last 9 | 50 at 9, 50 at 9 | 50 at 9 noticed 10, 50 at 9 noticed 12
    50 at 9 noticed 10, -50 at 11 noticed 11 | 0 last ? | -          | 50 at 9 noticed 10, -50 at 11 noticed 11
    80 at 11 noticed 11                  | 80 last 11 | 50 at 9, 30 at 11 | 50 at 9 noticed 12, 30 at 11 noticed 12
  `),
)('if %s is known and the records say %s with the rows %s: %s', (known, says, rows, expected) => {
  const refunds = readKnown(known);
  const payment = refunds.length === 0 ? null : buildPayment({ refunds });
  const [fils = '', last = ''] = says.split(' last ');
  const verdict = {
    refundedFils: read(fils),
    refundedAt: timeOf(last),
    refunds: list(rows).map((one) => {
      const [each = '', at = ''] = one.split(' at ');
      return { kind: 'refund' as const, fils: Number(each), at: timeOf(at) };
    }),
    ...{ backKind: 'refund' as const, dispute: null },
  };
  expect(say(listRefunds(payment, verdict, 12 * HOUR))).toBe(expected);
});

test('a refund that was noticed with its payment has the payment’s time', () => {
  const payment = buildPayment({ refundedFils: 5_000 });
  expect(refundsOf(payment)).toEqual([
    { kind: 'refund', fils: 5_000, noticedAt: payment.noticedAt, happenedAt: null },
  ]);
});

test.each([
  ['open', 25_000, 'chargeback 25000 at 10'],
  ['won', 0, 'chargeback 25000 at 10, chargeback -25000 at 12'],
  ['won', 10_000, 'chargeback 25000 at 10, chargeback -15000 at 12'],
  [null, 0, ''],
] as const)(
  'a chargeback keeps its kind and its time, and what was won back has its own: %s, %i back',
  (dispute, refundedFils, expected) => {
    const known = { kind: 'chargeback', fils: 25_000, noticedAt: 10 * HOUR, happenedAt: null } as const;
    const payment = buildPayment({
      finding: 'disputed',
      dispute: 'open',
      refundedFils: 25_000,
      refunds: [known],
    });
    const verdict = { refundedFils, refundedAt: null, refunds: [], backKind: 'chargeback', dispute } as const;
    const listed = listRefunds(payment, verdict, 12 * HOUR);
    expect(
      listed.map(({ kind, fils, noticedAt }) => `${kind} ${fils} at ${noticedAt / HOUR}`).join(', '),
    ).toBe(expected);
  },
);
