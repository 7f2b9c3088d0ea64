import { expect, test } from 'vitest';
import { findOthersMeant, type LinkIdentity } from '../../src/payments/index.ts';
import { readRecords, readRecordTable, readRows } from '../fixtures/record-tables.ts';
import { ASKED, bareRow, link, row, SETTINGS } from './found-records.ts';

const other = (number: number, changes: Partial<LinkIdentity> = {}): LinkIdentity => ({
  id: `lnk_${number}`,
  invoiceId: `INV-${number}0`,
  orderId: `20000${number}`,
  address: `https://pay.example.com/p/${number}`,
  ...changes,
});
const RIVALS = {
  two: () => other(2),
  three: () => other(3),
  onOurPage: () => other(4, { address: ASKED.address }),
  onPageOfTwo: () => other(5, { address: other(2).address }),
  self: () => ASKED,
};
const MAKERS = { row, bareRow, link };

/** Records, other links, those that are meant with how many records each. */
const CASES = readRows(`
  a payment with another’s reference | row status SUCCESS, amount 250, Invoice_Id INV-20 | two + three + self | lnk_2: 1
  two payments that fit two others | row status SUCCESS, amount 250, Invoice_Id INV-20
    + row status SUCCESS, amount 250, Invoice_Id INV-30, transactionId T2 | two + three | lnk_2: 1, lnk_3: 1
  two payments that fit one | row status SUCCESS, amount 250, Invoice_Id INV-20, transactionId T1
    + row status PAID, amount 250, Invoice_Id INV-20, transactionId T2 | two + three | lnk_2: 2
  a payment that went back | row status REFUNDED, amount 250, Invoice_Id INV-20 | two | lnk_2: 1
  a part of one | row status PARTIALLY_PAID, amount 50, Invoice_Id INV-20 | two | lnk_2: 1
  one that nobody understands | row status ZX, amount 250, Invoice_Id INV-20 | two | lnk_2: 1
  one that was declined | row status DECLINED, amount 250, Invoice_Id INV-20 | two |
  one that waits | row status PENDING, amount 250, Invoice_Id INV-20 | two |
  our own | row status SUCCESS, amount 250 | two |
  one of nobody | bareRow status SUCCESS, amount 250 | two |
  the other’s own | bareRow status SUCCESS, amount 250, Invoice_Id INV-20 | two |
  one with the other’s page | row status SUCCESS, amount 250, paymentLink https://pay.example.com/p/2 | two | lnk_2: 1
  one with a page of two others, and another’s reference | row status SUCCESS, amount 250, Invoice_Id INV-30,
    paymentLink https://pay.example.com/p/2 | two + onPageOfTwo + three | lnk_3: 1
  one with our page, which is another’s, too | row status SUCCESS, amount 250, Invoice_Id INV-20,
    paymentLink ${ASKED.address} | two + onOurPage | lnk_2: 1
`);

const list = (meant: ReturnType<typeof findOthersMeant>): string =>
  meant.map(({ id, found }) => `${id}: ${found.length}`).join(', ');

test.each(CASES)('%s', (_, records = '', rivals = '', expected = '') => {
  const found = readRecords(records, MAKERS);
  const meaning = { ...SETTINGS, rivals: readRecords(rivals, RIVALS) };
  expect(list(findOthersMeant(ASKED, found, meaning))).toBe(expected);
  expect(findOthersMeant(ASKED, found, meaning, [])).toEqual([]);
});

test('of some of the records, the others still say whose they are', () => {
  const [own, doubtful] = readRecordTable(
    'x\n  a | link merchantReference INV-7 + row status SUCCESS, amount 250, merchantReference INV-20',
    MAKERS,
  ).flatMap((one) => one.records);
  if (!own || !doubtful) throw new Error('no records');
  const meaning = { ...SETTINGS, rivals: [other(2)] };
  expect(list(findOthersMeant(ASKED, [own, doubtful], meaning, [doubtful]))).toBe('lnk_2: 1');
  expect(list(findOthersMeant(ASKED, [own, doubtful], meaning, [own]))).toBe('');
});
