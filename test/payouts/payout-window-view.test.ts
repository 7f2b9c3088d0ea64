import { expect, test } from 'vitest';
import { buildPayoutWindow } from '../../src/payouts/payout-window-view.ts';
import { readRecords, readRows } from '../fixtures/record-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { MAKERS, tieOutRecords, ZONE } from './match-records.ts';

const show = (payouts: string, transactions: string, page = 0) => {
  const records = {
    payouts: readRecords(payouts, MAKERS),
    transactions: readRecords(transactions, MAKERS),
  };
  const [tied = expect.fail('no payout')] = tieOutRecords(records).payouts;
  return seen(buildPayoutWindow(tied, { page, timeZone: ZONE, mayLack: false })).text;
};

/** A payout, its transactions, and what the window says; after `not:`, what it does not say. */
test.each(
  readRows(`
  payout gross 100, transactionIds ["1"] | sale id 1, amount 100
    | The payout lists its transaction, and | *100.00* − 5.00 · \`91\` · 23 Nov
    | Gross: AED 100.00 | Fee: AED 5.00 | Net: *AED 95.00* | not: Bank reference | not: added up
  payout gross 100, transactionIds ["1"], utr B-1 | sale id 1, amount 100 | Bank reference \`B-1\`
  payout gross 150, fee 10, transactionIds ["1","2"] | sale id 1, amount 100 + sale id 2, amount 50
    | The payout lists its 2 transactions, and the sums agree to the fils | not: 1–2
  payout gross 100 | sale id 1, amount 100, payoutId 7001 | 1 transaction says that it is in this payout
  payout gross 150, fee 10 | sale id 1, amount 100, payoutId 7001 + sale id 2, amount 50, payoutId 7001
    | 2 transactions say that they are in this payout
  bare netAmount 95, transactionIds ["1"] | sale id 1, amount 100 | Gross: AED 100.00, added up from its transactions
    | Fee: AED 5.00, added up from its transactions | Net: *AED 95.00* | not: AED 95.00*, added up
  payout gross 100, fee 0, transactionIds ["1"] | sale id 1, amount 100, fee 0 | *100.00* · \`91\` | not: 100.00* −
  payout gross 70, fee 5, transactionIds ["1","2"] | sale id 1, amount 100 + refund id 2, amount 30
    | Refunds taken off: AED 30.00 | *−30.00* refund · \`92\`
  payout gross 100, transactionIds ["1"] | sale id 1, amount 100 | not: Refunds taken off
  bare status PAID_OUT | sale id 1, amount 100 | Gross: not stated | Fee: not stated | Net: not stated
    | Cannot be proved | Nothing may be wrong with the payout | not: 1 transaction
  payout gross 100, transactionIds ["1","7"] | sale id 1, amount 100 | Does not add up.* The payout lists its transaction.
    | transaction 7, which is not among | Ask the payment service about payout 7001
  `),
)('the window of %s with %s says so: %s', (payouts = '', transactions = '', ...words) => {
  const text = show(payouts, transactions);
  for (const one of words)
    if (one.startsWith('not: ')) expect(text).not.toContain(one.slice(5));
    else expect(text).toContain(one);
});

test('twenty transactions are a page', () => {
  const many = Array.from(
    { length: 21 },
    (_, at) => `sale id ${at + 1}, amount 1, fee 0, payoutId 7001`,
  ).join(' + ');
  expect(show('payout gross 21, fee 0', many)).toContain('*21 transactions*, 1–20 ·');
  expect(show('payout gross 21, fee 0', many, 7)).toContain('*21 transactions*, 21–21 ·');
});
