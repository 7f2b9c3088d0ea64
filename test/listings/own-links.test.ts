// @module-tag postgres

import { expect, test } from 'vitest';
import { createTotals } from '../../src/figures/totals.ts';
import { describeHeadline } from '../../src/listings/listing-words.ts';
import { createMarkOwnLinks } from '../../src/listings/own-links.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import type { PaymentFinding } from '../../src/store/link-payment.ts';
import { buildReportTable } from '../../src/tables/build-report-table.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const HOUR = 3_600_000;
const ZONE = 'Asia/Dubai';

const { store } = storePerTest();

const readRow = createRowReader('links', ZONE);

const mark = (teamId: string) => createMarkOwnLinks(teamId, store);

/** A link of ours over AED 250, and the row that lists it as paid. */
const seed = async (
  number: number,
  to: 'paid' | 'reported' | null,
  finding: PaymentFinding,
  saleId: string | null = null,
) => {
  const id = `lnk_${number}`;
  const invoiceId = `INV-${number}`;
  await store.links.reserve({
    ...buildLink({ nonce: id, invoiceId, amountFils: 25_000 }),
    saleId,
    ...{ id, teamId: 'T1', callbackTokenHash: id, at: AT },
  });
  await store.links.move({ id, to: 'open', at: AT, cause: 'answered', orderId: `90${number}` });
  const payment = buildPayment({ finding, amountFils: finding === 'partly' ? 10_000 : 25_000 });
  if (to !== null) await store.links.move({ id, to, at: AT, cause: 'answered', payment });
  return readRow({ fields: { orderId: `90${number}`, invoiceId, amount: 250, status: 'PAID' } });
};

test('a link of ours counts as it stands, whatever its record says, and any other as its record says', async () => {
  const rows = [
    await seed(1, 'paid', 'confirmed'),
    await seed(2, 'reported', 'partly'),
    await seed(3, 'reported', 'mismatch'),
    await seed(4, 'reported', 'unconfirmed'),
    await seed(5, 'paid', 'refunded'),
    await seed(6, null, 'confirmed'),
    readRow({ fields: { invoiceId: 'not-ours', amount: 250, status: 'PAID' } }),
    // Its own record says how much came.
    readRow({ fields: { invoiceId: 'short', amount: 250, paidAmount: 100, status: 'PAID' } }),
  ];
  const totals = createTotals({ kind: 'links', words: WORDS });
  totals.add(await mark('T1')(rows));
  const counts = totals.result().byClass.map(({ is, rows }) => `${rows} ${is}`);
  expect(counts).toEqual([
    '2 received',
    '2 partly',
    '1 refunded',
    '1 waiting',
    '1 anotherAmount',
    '1 unclassified',
  ]);
  const others = await mark('T2')(rows);
  expect(others.filter(({ own }) => own !== undefined)).toEqual([]);
});

test('the state of a link of ours is its card’s, with the service’s word where that says something else', async () => {
  const { fields } = await seed(1, null, 'confirmed');
  const cells = async (status: string) => {
    const rows = await mark('T1')([readRow({ fields: { ...fields, status } })]);
    const report = { kind: 'links', isShared: false, columns: null, span: { from: AT, to: AT } } as const;
    const table = buildReportTable({ report, rows, words: WORDS, timeZone: ZONE });
    return table.rows[0]?.map(({ text }) => text);
  };
  expect(await cells('PENDING')).toContain('Waiting');
  expect(await cells('PAID')).toContain('Waiting (service: PAID)');
  // One more link of the same sale takes its place.
  await seed(2, null, 'confirmed', 'lnk_1');
  expect(await cells('PENDING')).toContain('Replaced by INV-2');
});

test('a sale that two links paid counts once, in the row of the first, and both read Paid', async () => {
  const first = await seed(1, 'reported', 'partly');
  await store.links.reserve({
    ...buildLink({ nonce: 'rest', invoiceId: 'INV-REST', amountFils: 15_000 }),
    ...{ id: 'lnk_rest', saleId: 'lnk_1', teamId: 'T1', callbackTokenHash: 'rest', at: AT + HOUR },
  });
  const move = { id: 'lnk_rest', at: AT + HOUR, cause: 'answered' } as const;
  await store.links.move({ ...move, to: 'open' });
  const payment = buildPayment({ finding: 'confirmed', amountFils: 15_000 });
  await store.links.move({ ...move, to: 'paid', payment });
  const rest = readRow({ fields: { invoiceId: 'INV-REST', amount: 150, status: 'PAID' } });
  const marked = await mark('T1')([first, rest]);
  expect(marked.map(({ own }) => own)).toMatchObject([
    { is: 'paid', alone: 'paid', label: 'Paid', amountFils: 25_000 },
    { is: 'further', alone: 'paid', label: 'Paid' },
  ]);
  const totals = createTotals({ kind: 'links', words: WORDS });
  totals.add(marked);
  expect(describeHeadline('links', totals.result())).toBe(
    'AED 250.00 due for 1 sale; *AED 250.00 of them paid* (1)',
  );
});
