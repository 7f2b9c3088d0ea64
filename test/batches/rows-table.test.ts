import { expect, test } from 'vitest';
import { buildRowsTable } from '../../src/batches/rows-table.ts';
import { inSale } from '../../src/links/sale/link-in-sale.ts';
import type { BatchRow } from '../../src/store/batch.ts';
import type { Link } from '../../src/store/link.ts';
import { buildLink } from '../fixtures/links.ts';

test('the file has the link that is to be paid now, and how its sale stands', () => {
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
  const link = buildLink({ address: 'https://pay.example.com/1', amountFils: 25_000 });
  const by = buildLink({
    ...{ id: 'lnk_2', saleId: link.saleId, saleOrder: 2, invoiceId: 'INV-8', amountFils: 26_000 },
    address: 'https://pay.example.com/8',
  });
  const cells = (about: Link, others: readonly Link[]) =>
    buildRowsTable('links', { headings: ['Amount'], state: 'done' }, [
      { row, sale: { ...about, ...inSale(about, others) } },
    ]).rows[0];
  expect(cells(by, [link])).toEqual([
    '250',
    { decimal: '260.00' },
    'INV-8',
    'https://pay.example.com/8',
    'Waiting',
    '',
  ]);
  expect(cells(link, [])?.slice(1, 5)).toEqual([
    { decimal: '250.00' },
    link.invoiceId,
    'https://pay.example.com/1',
    'Waiting',
  ]);
});
