import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REPORT_KINDS, type ReportKind } from '../../src/figures/listed-row.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { nameRow } from '../../src/listings/list-rows.ts';
import type { ReportRow } from '../../src/listings/report-row.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { readLeaves, readListing, recordInvoiceId, recordOrderId } from '../../src/payment-service/index.ts';
import { createPageJudge } from '../../src/payment-service/judge-pages.ts';
import { readPayment } from '../../src/payments/index.ts';
import { textOfCell } from '../../src/tables/build-report-table.ts';
import { columnsOf } from '../../src/tables/column-collector.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Europe/Berlin';
const anyKind = fc.constantFrom(...REPORT_KINDS);
const anyName = fc.oneof(
  fc.string(),
  fc.constantFrom(
    ...`Invoice_Id invoiceId order_id orderId id amount Amount netAmount value currency
      status state createdAt date payment order invoice __proto__ constructor`.split(/\s+/),
  ),
);
const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, 1.005, 1e300, ...'| |PAID|AED|1,250.50|-3|2026-11-20 12:00:00'.split('|')),
    fc.double(),
    fc.integer(),
    fc.string(),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.array(fc.tuple(anyName, tie('node')), { maxLength: 5 }).map(buildObject),
  ),
})).node;
const anyFields = fc.array(fc.tuple(anyName, anyValue), { maxLength: 8 }).map(buildObject);

/** As `JSON.parse` builds it: each name is an own property, `__proto__` too. */
function buildObject(entries: (readonly [string, unknown])[]): Record<string, unknown> {
  return JSON.parse(JSON.stringify(Object.fromEntries(entries))) as Record<string, unknown>;
}

/** A transaction's row shows what totals add, if they can tell. */
const expectAmount = (kind: ReportKind, { fields, amountFils }: ReportRow): void => {
  const received =
    kind === 'transactions' ? readPayment({ fields }, 'transaction', WORDS).amounts.received : null;
  if (typeof received === 'number') expect(amountFils).toBe(received);
};

test('any record is read as the payment service’s own readers do, without throwing', () => {
  const met = { amounts: 0, states: 0, references: 0, orders: 0 };
  fc.assert(
    fc.property(anyKind, fc.array(anyFields, { minLength: 1, maxLength: 4 }), (kind, records) => {
      const read = createRowReader(kind, ZONE);
      for (const fields of records) {
        const row = read({ fields });
        expect(row.fields).toBe(fields);
        expectAmount(kind, row);
        const said = (sort: string) =>
          readLeaves({ fields }).flatMap((leaf) => (leaf.sort === sort ? [String(leaf.value).trim()] : []));
        if (row.currency !== null) expect(said('currency')).toContain(row.currency);
        if (row.status !== null) expect(said('state')).toContain(row.status);
        expect(row.reference).toBe(recordInvoiceId({ fields }));
        expect(row.orderId).toBe(recordOrderId({ fields }));
        if (row.amountFils !== null) met.amounts += 1;
        if (row.status !== null) met.states += 1;
        if (row.reference !== null) met.references += 1;
        if (row.orderId !== null) met.orders += 1;
      }
    }),
    runs(1_000),
  );
  expect(Math.min(...Object.values(met))).toBeGreaterThan(runs(20).numRuns);
});

test('any response has a row for each element of its list', () => {
  fc.assert(
    fc.property(
      anyKind,
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.jsonValue(),
      (kind, elements, beside) => {
        const body = { beside, response: { content: [{ first: true }, ...elements] } };
        const answer = {
          httpStatus: 200,
          status: null,
          message: null,
          response: body.response,
          body,
          reference: 'r',
        };
        const listing = readListing(answer, 0, 100);
        const read = createRowReader(kind, ZONE);
        const rows = listing.records.map(read);
        const judge = createPageJudge(nameRow, { isProof: false });
        const taken = judge.add(0, { ...listing, records: rows });
        expect(taken.rows).toHaveLength(listing.records.length);
      },
    ),
  );
});

test('columns, cells and sums of any rows are built without throwing', () => {
  fc.assert(
    fc.property(anyKind, fc.array(anyFields, { maxLength: 6 }), (kind, records) => {
      const rows = records.map((fields) => createRowReader(kind, ZONE)({ fields }));
      const totals = createTotals({ kind, words: WORDS });
      totals.add(rows);
      expect(totals.result().rows).toBe(rows.length);
      const columns = columnsOf(kind, rows, ZONE);
      expect(new Set(columns.map(({ key }) => key)).size).toBe(columns.length);
      expect(columns.filter(({ isShown }) => isShown).length).toBeLessThanOrEqual(8);
      for (const row of rows)
        for (const column of columns)
          expect(textOfCell(column.of(row), column.kind, ZONE)).toBeTypeOf('string');
    }),
  );
});

test('no field of a record reaches an object’s prototype', () => {
  const fields = JSON.parse('{"__proto__":{"amount":5,"polluted":1},"a":{"__proto__":{"id":2}}}');
  createRowReader('links', ZONE)({ fields });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(({} as Record<string, unknown>)['amount']).toBeUndefined();
});
