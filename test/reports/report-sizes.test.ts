// @module-tag long

import { expect, test } from 'vitest';
import { createTotals } from '../../src/figures/totals.ts';
import { createReportReader } from '../../src/listings/report-reader.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { readCsvTable } from '../exports/read-csv.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { writeSheet } from '../exports/write-sheet.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { startClient } from '../fixtures/payment-service.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { readAll } from '../listings/listed-rows.ts';

const ZONE = 'Asia/Dubai';
/** A hundred thousand take a minute: only in the long run. */
const SIZES = [0, 1, 10, 11, 999, 2_001, ...(process.env['LONG_TESTS'] ? [100_000] : [])];

test.each(SIZES)(
  '%i rows of the sandbox are once each in the reading and both files, with sums exact to the fils',
  async (count) => {
    const sandbox = await createSandboxService({ history: 'none', now: () => NOON });
    try {
      sandbox.seedLinks(count, (index) => {
        const createdAt = NOON - 3_600_000 + Math.floor((index * 3_000_000) / count);
        return { createdAt, paidAt: createdAt + 1, amountFils: 1_000 + index * 7, declined: index % 9 === 4 };
      });
      const { client } = startClient(sandbox.baseUrl);
      const reader = createReportReader({ service: client, timeZone: ZONE, now: () => NOON });
      const query = { kind: 'transactions', span: { from: NOON - 7_200_000, to: NOON } } as const;
      const { rows, read } = await readAll(reader, {}, query);
      expect(read).toEqual({ is: 'whole', rows: count, total: count, hasGrown: false });

      const own = sandbox.transactions().reverse();
      const ids = own.map(({ transactionId }) => transactionId);
      expect(rows.map(({ id }) => id)).toEqual(ids);
      const totals = createTotals({ kind: 'transactions', words: WORDS });
      totals.add(rows);
      const { byStatus, byClass } = totals.result();
      const sumOf = (some: typeof own) => some.reduce((sum, { amountFils }) => sum + amountFils, 0);
      const received = own.filter((one) => one.status === 'SUCCESS');
      const failed = own.filter((one) => one.status === 'FAILED');
      const parts = [
        { is: 'received', currency: 'AED', fils: sumOf(received), rows: received.length, withoutAmount: 0 },
        { is: 'failed', currency: 'AED', fils: sumOf(failed), rows: failed.length, withoutAmount: 0 },
      ];
      expect(byClass).toEqual(parts.filter((part) => part.rows > 0));
      for (const { status, fils, rows: counted } of byStatus) {
        const same = own.filter((one) => one.status === status);
        expect([fils, counted]).toEqual([sumOf(same), same.length]);
      }

      const filsOf = (text = '') => {
        const [dirhams = '', decimals = ''] = text.split('.');
        return Number(dirhams + decimals.padEnd(2, '0'));
      };
      const csv = readCsvTable(await writeSheet('csv', 'transactions', rows));
      expect(csv.map((record) => record['Transaction ID'])).toEqual(ids);
      expect(csv.reduce((sum, record) => sum + filsOf(record['Amount']), 0)).toBe(sumOf(own));
      const xlsx = await readXlsxTable(await writeSheet('xlsx', 'transactions', rows));
      expect(xlsx.map((record) => record['Transaction ID']?.text)).toEqual(ids);
      expect(xlsx.reduce((sum, record) => sum + filsOf(record['Amount']?.text), 0)).toBe(sumOf(own));
    } finally {
      await sandbox.close();
    }
  },
  240_000,
);
