import { describe, expect, test } from 'vitest';
import { describeHeadline, describeRest, type ReportSums } from '../../src/reports/report-words.ts';
import type { MoneyClass } from '../../src/reports/row-money.ts';

const of = (
  is: MoneyClass,
  fils: number,
  rows: number,
  more: { currency?: string; withoutAmount?: number } = {},
) => ({
  is,
  fils,
  rows,
  currency: 'AED',
  withoutAmount: 0,
  ...more,
});
const sums = (byClass: ReportSums['byClass'], more: Partial<ReportSums> = {}): ReportSums => ({
  rows: byClass.reduce((all, { rows }) => all + rows, 0),
  byClass,
  byStatus: [],
  refunds: [],
  net: [],
  withoutAmount: byClass.reduce((all, one) => all + one.withoutAmount, 0),
  ...more,
});

describe('the headline', () => {
  test.each<[string, ReportSums, string]>([
    ['is what was received', sums([of('received', 100, 2), of('failed', 900, 1)]), '*AED 1.00 received* (2)'],
    [
      'is told by currency',
      sums([of('received', 100, 2), of('received', 500, 1, { currency: 'USD' })]),
      '*AED 1.00 + USD 5.00 received* (3)',
    ],
    [
      'counts the rows that are in it',
      sums([of('received', 100, 3, { withoutAmount: 1 })]),
      '*AED 1.00 received* (2)',
    ],
    ['is no zero where all failed', sums([of('failed', 900, 1)]), '*No money received*'],
    [
      'is no zero where nobody can tell',
      sums([of('unclassified', 900, 1)]),
      '*Paylink cannot tell the outcome of any of these*',
    ],
    [
      'is no zero where nobody can tell of some',
      sums([of('failed', 900, 1), of('unclassified', 900, 1)]),
      '*No row says for certain that money was received*',
    ],
    [
      'is no zero where no amount can be read',
      sums([of('received', 0, 2, { withoutAmount: 2 }), of('failed', 900, 1)]),
      '*Money was received, but the amounts can’t be read*',
    ],
    ['is no zero where payments of nothing came', sums([of('received', 0, 1)]), '*No money received*'],
  ])('of transactions %s', (_, given, headline) => {
    expect(describeHeadline('transactions', given)).toBe(headline);
  });

  test('of payouts is the amount paid out', () => {
    const given = sums([of('received', 100, 2), of('waiting', 900, 1)]);
    expect(describeHeadline('payouts', given)).toBe('*AED 1.00 paid out* (2)');
    expect(describeHeadline('payouts', sums([of('waiting', 900, 1)]))).toBe('*Nothing paid out*');
  });

  test('of links is the amount requested, with only the paid part in bold', () => {
    const given = sums([of('received', 100, 2), of('waiting', 900, 1)]);
    expect(describeHeadline('links', given)).toBe('AED 10.00 asked in 3 links; *AED 1.00 of them paid* (2)');
    expect(describeHeadline('links', sums([of('expired', 900, 1)]))).toBe(
      'AED 9.00 asked in 1 link; *none of them paid*',
    );
    expect(describeHeadline('links', sums([of('unclassified', 0, 1, { withoutAmount: 1 })]))).toBe(
      '1 link; *Paylink cannot tell the outcome of any of these*',
    );
  });
});

describe('after the headline', () => {
  test('unclassified rows come first, then everything else that was not received', () => {
    const given = sums(
      [
        of('received', 100, 2),
        of('refunded', 30, 1),
        of('failed', 900, 1),
        of('other', 5, 1),
        of('unclassified', 7, 1),
      ],
      {
        refunds: [{ currency: 'AED', fils: 40, told: 2, isAtLeast: false }],
        net: [{ currency: 'AED', fils: 60 }],
      },
    );
    expect(describeRest('transactions', given)).toEqual([
      'AED 0.07 not classified (1) · AED 0.40 refunded (2) · AED 9.00 failed (1) · AED 0.05 not payments (fees, authorisations and the like) (1)',
      'AED 0.60 left after refunds.',
    ]);
  });

  test('a refund that may be reported twice has “at least”, and there is no net', () => {
    const given = sums([of('received', 100, 2)], {
      refunds: [{ currency: 'AED', fils: 40, told: 2, isAtLeast: true }],
    });
    expect(describeRest('transactions', given)).toEqual([
      'at least AED 0.40 refunded (2)',
      expect.stringContaining('nothing shows which belong together'),
    ]);
  });

  test('payouts that were all paid out need no more than the headline', () => {
    const byStatus = [{ status: 'PROCESSED', currency: 'AED', fils: 100, rows: 2 }];
    expect(describeRest('payouts', sums([of('received', 100, 2)], { byStatus }))).toEqual([]);
  });

  test('payouts are listed by the service’s own statuses', () => {
    const byStatus = [
      { status: 'PROCESSED', currency: 'AED', fils: 100, rows: 2 },
      { status: null, currency: 'AED', fils: 5, rows: 1 },
    ];
    expect(
      describeRest('payouts', sums([of('received', 100, 2), of('unclassified', 5, 1)], { byStatus })),
    ).toEqual(['PROCESSED AED 1.00 (2) · _no status_ AED 0.05 (1)']);
  });

  test('a declined link is listed as declined, and rows without an amount are in no sum', () => {
    const given = sums([of('failed', 100, 2), of('partly', 50, 2, { withoutAmount: 1 })]);
    expect(describeRest('links', given)).toEqual([
      'AED 1.00 declined (2) · AED 0.50 partly paid (1)',
      '1 row without a readable amount: not in the sums.',
    ]);
  });
});
