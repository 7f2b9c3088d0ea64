import { expect, test } from 'vitest';
import { buildResultSheet } from '../../src/batches/batch-sheet.ts';
import type { BatchRow } from '../../src/store/batch.ts';
import type { Link } from '../../src/store/link.ts';
import { buildLink } from '../fixtures/links.ts';

test('a row whose link can be paid and was replaced is not plainly waiting in the file', () => {
  const row: BatchRow = {
    ...{
      batchId: 'bat_1',
      number: 2,
      state: 'made',
      nonce: 'bat_1:2',
      tries: 1,
      cells: ['250'],
      request: null,
    },
    ...{ amountFils: 25_000, expiresAt: null, faults: [], twinOf: null, shown: [] },
  };
  const link = buildLink();
  const by = buildLink({ id: 'lnk_2', saleId: link.saleId, saleOrder: 2, invoiceId: 'INV-8' });
  const cells = (one: Link, sale: readonly Link[]) =>
    buildResultSheet({ headings: ['Amount'] }, [{ row, link: one }], sale).rows[0];
  expect(cells(link, [link, by])).toContain('Replaced by INV-8');
  expect(cells(link, [link])).toContain('Waiting');
});
