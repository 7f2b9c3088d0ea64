// @module-tag postgres

import { expect, test } from 'vitest';
import { createMarkOwnLinks } from '../../src/reports/own-links.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import { createTotals } from '../../src/reports/totals.ts';
import type { PaymentFinding } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const ZONE = 'Asia/Dubai';

const { store } = storePerTest();

const readRow = createRowReader('links', ZONE);

/** A link of ours over AED 250, and the row that lists it as paid. */
const seed = async (number: number, to: 'paid' | 'reported' | null, finding: PaymentFinding) => {
  const id = `lnk_${number}`;
  const invoiceId = `INV-${number}`;
  await store.links.reserve({
    ...buildLink({ nonce: id, invoiceId, amountFils: 25_000 }),
    saleId: null,
    ...{ id, teamId: 'T1', callbackTokenHash: id, at: AT },
  });
  await store.links.move({ id, to: 'open', at: AT, cause: 'answered', orderId: `90${number}` });
  const payment = buildPayment({ finding, amountFils: 10_000 });
  if (to !== null) await store.links.move({ id, to, at: AT, cause: 'answered', payment });
  return readRow({ fields: { orderId: `90${number}`, invoiceId, amount: 250, status: 'PAID' } });
};

test('a link counts as paid only as far as we know that it was, whatever its record says', async () => {
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
  const totals = createTotals({ kind: 'links', words: WORDS, timeZone: ZONE });
  totals.add(await createMarkOwnLinks('T1', store.linkDays)(rows));
  const counts = totals.result().byClass.map(({ is, rows }) => `${rows} ${is}`);
  expect(counts).toEqual(['3 received', '2 partly', '1 refunded', '2 unclassified']);
  const others = await createMarkOwnLinks('T2', store.linkDays)(rows);
  expect(others.filter(({ own }) => own !== undefined)).toEqual([]);
});
