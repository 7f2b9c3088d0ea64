import { describe, expect, test } from 'vitest';
import { isPlaceholder } from '../../src/payment-service/index.ts';
import type { FoundRecord } from '../../src/payments/index.ts';
import {
  type Fields,
  type Makers,
  readFields,
  readRecordTable,
  readRows,
} from '../fixtures/record-tables.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { bareRow, expectSteady, judge, link, row } from './found-records.ts';
import { ORDINARY_LEAVES, TAKES_MONEY_BACK } from './ordinary-leaves.ts';
import { NO_PAYMENT, PAYMENTS } from './public-shapes.ts';

const MAKERS: Makers<FoundRecord> = { row, link, bareRow };

/** `paid, 50 back`; without what went back, the outcome alone. */
const readVerdict = (records: FoundRecord[], withBack: boolean): string => {
  const { outcome, refundedFils } = judge(records);
  return withBack ? `${outcome}, ${(refundedFils ?? 0) / 100} back` : outcome;
};

describe.each([
  ['what looks like a payment', NO_PAYMENT],
  ['a plain payment', PAYMENTS],
])('%s', (_, table) => {
  test.each(readRecordTable(table, MAKERS))('$title is $heading', ({ heading, records }) => {
    expect(heading.split(' or ')).toContain(readVerdict(records, heading.endsWith('back')));
    expectSteady(records);
  });
});

const LEAVES = readRows(ORDINARY_LEAVES).flat();

/** What people read of a verdict. */
const read = (records: FoundRecord[]) => {
  const { outcome, doubt, amountFils, refundedFils, currency } = judge(records);
  return { outcome, doubt, amountFils, refundedFils, isOther: currency !== null && currency !== 'AED' };
};
const merge = (base: Fields, leaf: string): Fields => ({ ...base, ...readFields(leaf) });

describe.each<[string, (fields: Fields) => FoundRecord, Fields]>([
  ['a paid row', row, { status: 'SUCCESS', amount: 250, transactionId: 'T1' }],
  ['a row of another spelling', row, { paymentState: 'Captured', paid_amount: '250.00', txnType: 'SALE' }],
  ['a declined row', row, { status: 'DECLINED', amount: 250, transactionId: 'T1' }],
  ['a refund', row, { transactionType: 'REFUND', status: 'SUCCESS', amount: 250, transactionId: 'T2' }],
  ['a paid invoice', row, { InvoiceStatus: 'Paid', InvoiceValue: 250 }],
  ['a paid link', link, { status: 'PAID', amount: 250 }],
])('%s stays what it is', (_, make, base) => {
  // An invoice has only its own state.
  const isOwn = (leaf: string) => 'InvoiceStatus' in base && /^(invoice|order)/.test(leaf);
  test.each(sample(LEAVES.filter((leaf) => !isOwn(leaf))))('beside %s', (leaf) => {
    expect(read([make(merge(base, leaf))])).toEqual(read([make(base)]));
  });
});

describe('a word that takes money back ends a payment wherever it stands', () => {
  test.each(readRows(TAKES_MONEY_BACK).flat())('%s', (leaf) => {
    expect(judge([row(merge({ status: 'SUCCESS', amount: 250 }, leaf))]).outcome).not.toBe('paid');
  });
});

describe('a word that stands where a value is missing says nothing, wherever it stands', () => {
  const PLACES = ['refundStatus', 'paymentState', 'transactionKind', 'transactionCurrency', 'refundedAmount'];
  const EMPTY = ['NONE', 'Null', '(null)', 'nil', 'undefined', 'N/A', 'n.a.', '#N/A', 'NOT_APPLICABLE', '--'];
  test.each(EMPTY)('%s', (word) => {
    const paid = { status: 'SUCCESS', amount: 250 };
    for (const name of PLACES)
      expect(read([row({ ...paid, [name]: word })]), name).toEqual(read([row(paid)]));
    expect(isPlaceholder(word)).toBe(true);
  });
  test.each(['UNKNOWN', 'Not set', '?'])('but %s is not understood', (word) => {
    expect(judge([row({ status: 'SUCCESS', paymentState: word, amount: 250 })]).outcome).toBe('unclear');
  });
});
