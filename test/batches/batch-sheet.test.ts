import { expect, test } from 'vitest';
import { buildResultSheet } from '../../src/batches/batch-sheet.ts';
import type { BatchRow } from '../../src/store/batch.ts';
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
  const by = buildLink({ id: 'lnk_2', invoiceId: 'INV-8' });
  const cells = (instead: Parameters<typeof buildResultSheet>[2]) =>
    buildResultSheet({ headings: ['Amount'] }, [{ row, link }], instead).rows[0];
  expect(cells(new Map([[link.id, { why: 'replaced', by }]]))).toContain('Replaced by INV-8');
  expect(cells(new Map())).toContain('Waiting');
});
