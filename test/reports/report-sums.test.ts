import { describe, expect, test } from 'vitest';
import type { MoneyClass } from '../../src/figures/movement.ts';
import type { Totals } from '../../src/figures/totals.ts';
import { describeHeadline, describeRest } from '../../src/listings/listing-words.ts';

/** `received 100 in 2`, with a currency `received USD 100 in 2`, and `received 100 in 3 without 1` amount. */
const CLASS = /^(\w+) (?:([A-Z]{3}) )?(\d+) in (\d+)(?: without (\d+))?$/;
const readClass = (text: string): Totals['byClass'][number] => {
  const [, is, currency = 'AED', fils, rows, withoutAmount = 0] = CLASS.exec(text) ?? [];
  const numbers = { fils: Number(fils), rows: Number(rows), withoutAmount: Number(withoutAmount) };
  return { is: is as MoneyClass, currency, ...numbers };
};
const sums = (classes: string, more: Partial<Totals> = {}): Totals => {
  const byClass = classes.split(', ').map(readClass);
  return {
    rows: byClass.reduce((all, { rows }) => all + rows, 0),
    byClass,
    byStatus: [],
    refunds: [],
    net: [],
    withoutAmount: byClass.reduce((all, one) => all + one.withoutAmount, 0),
    ...more,
  };
};

describe('the headline', () => {
  test.each([
    ['is the received amount', 'received 100 in 2, failed 900 in 1', '*AED 1.00 received* (2)'],
    ['lists currencies', 'received 100 in 2, received USD 500 in 1', '*AED 1.00 + USD 5.00 received* (3)'],
    ['counts only rows with an amount', 'received 100 in 3 without 1', '*AED 1.00 received* (2)'],
    ['is not zero if all failed', 'failed 900 in 1', '*No money received*'],
    [
      'is not zero if no outcome is known',
      'unclassified 900 in 1',
      '*Paylink cannot tell the outcome of any of these*',
    ],
    [
      'is not zero if some outcomes are unknown',
      'failed 900 in 1, unclassified 900 in 1',
      '*No row says for certain that money was received*',
    ],
    [
      'is not zero if no amount is readable',
      'received 0 in 2 without 2, failed 900 in 1',
      '*Money was received, but the amounts can’t be read*',
    ],
    ['is not zero for payments of nothing', 'received 0 in 1', '*No money received*'],
  ])('of transactions %s', (_, classes, headline) => {
    expect(describeHeadline('transactions', sums(classes))).toBe(headline);
  });

  test('of payouts is the amount paid out', () => {
    const given = sums('received 100 in 2, waiting 900 in 1');
    expect(describeHeadline('payouts', given)).toBe('*AED 1.00 paid out* (2)');
    expect(describeHeadline('payouts', sums('waiting 900 in 1'))).toBe('*Nothing paid out*');
  });

  test('of links is what is due for their sales, with the paid part in bold', () => {
    const given = sums('received 100 in 2, waiting 900 in 1');
    expect(describeHeadline('links', given)).toBe('AED 10.00 due for 3 sales; *AED 1.00 of them paid* (2)');
    expect(describeHeadline('links', sums('expired 900 in 1'))).toBe(
      'AED 9.00 due for 1 sale; *none of them paid*',
    );
    expect(describeHeadline('links', sums('unclassified 0 in 1 without 1'))).toBe(
      '1 sale; *Paylink cannot tell the outcome of any of these*',
    );
  });
});

describe('after the headline', () => {
  test('unclassified rows come first, then all others that were not received', () => {
    const given = sums(
      'received 100 in 2, refunded 30 in 1, failed 900 in 1, other 5 in 1, unclassified 7 in 1',
      {
        refunds: [{ kind: 'refund', currency: 'AED', fils: 40, told: 2, isAtLeast: false }],
        net: [{ currency: 'AED', fils: 60 }],
      },
    );
    expect(describeRest('transactions', given)).toEqual([
      'AED 0.07 not classified (1) · AED 0.40 refunded (2) · AED 9.00 failed (1) · AED 0.05 not payments (fees, authorisations and the like) (1)',
      'AED 0.60 net of refunds.',
    ]);
  });

  test.each([
    ['transactions', 60, 'AED 0.60 net of refunds.'],
    ['transactions', -6_500, '−AED 65.00 net of refunds.'],
    ['links', 60, 'AED 0.60 of the paid left after refunds.'],
  ] as const)('of %s, what is left of %i fils is said as "%s"', (kind, fils, says) => {
    const given = sums('received 100 in 2', { net: [{ currency: 'AED', fils }] });
    expect(describeRest(kind, given)).toEqual([says]);
  });

  test('a refund that may be listed twice is a minimum, and there is no net amount', () => {
    const given = sums('received 100 in 2', {
      refunds: [{ kind: 'refund', currency: 'AED', fils: 40, told: 2, isAtLeast: true }],
    });
    expect(describeRest('transactions', given)).toEqual([
      'at least AED 0.40 refunded (2)',
      expect.stringContaining('nothing shows which belong together'),
    ]);
  });

  test('payouts that were all paid out have only the headline', () => {
    const byStatus = [{ status: 'PAID_OUT', currency: 'AED', fils: 100, rows: 2 }];
    expect(describeRest('payouts', sums('received 100 in 2', { byStatus }))).toEqual([]);
  });

  test.each([
    ['', 2],
    [' Only 2 of 3 state them.', 3],
  ])('of payouts are their gross, fees and net, as their records state them%s', (more, rows) => {
    const stated = { grossFils: 25_300, feeFils: 3_130, netFils: 22_170, rows: 2 };
    expect(describeRest('payouts', sums(`received 22170 in ${rows}`, { stated }))).toEqual([
      `Gross AED 253.00 · fees AED 31.30 · net AED 221.70.${more}`,
    ]);
    const less = { ...stated, grossFils: -52_005, netFils: -55_135 };
    expect(describeRest('payouts', sums(`received 1 in ${rows}`, { stated: less }))[0]).toContain(
      'Gross −AED 520.05 · fees AED 31.30 · net −AED 551.35.',
    );
  });

  test('other payouts are listed by the service’s own statuses', () => {
    const byStatus = [
      { status: 'PAID_OUT', currency: 'AED', fils: 100, rows: 2 },
      { status: null, currency: 'AED', fils: 5, rows: 1 },
    ];
    expect(describeRest('payouts', sums('received 100 in 2, unclassified 5 in 1', { byStatus }))).toEqual([
      'PAID_OUT AED 1.00 (2) · _no status_ AED 0.05 (1)',
    ]);
  });

  test('a declined link is listed as declined, and rows without an amount are in no sum', () => {
    const given = sums('failed 100 in 2, partly 50 in 2 without 1');
    expect(describeRest('links', given)).toEqual([
      'AED 1.00 declined (2) · AED 0.50 partly paid (1)',
      '1 row without a readable amount: not in the sums.',
    ]);
  });
});
