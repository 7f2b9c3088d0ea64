import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRowStream, writeRows } from '../../src/exports/write-rows.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { createReportReader } from '../../src/listings/report-reader.ts';
import type { ReportQuery } from '../../src/listings/report-row.ts';
import {
  buildVocabulary,
  createPaymentServiceClient,
  DOCUMENTED_SETTINGS,
  type PaymentServiceClient,
} from '../../src/payment-service/index.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox/check-caller.ts';

export const TIME_ZONE = 'Asia/Dubai';
const WORDS = buildVocabulary();
const DAY_MS = 24 * 60 * 60_000;

/** What holds every row of the service under test, with room for a clock that is behind. */
export const wholeSpan = (): ReportQuery['span'] => {
  const second = Math.floor(Date.now() / 1000) * 1000;
  return { from: second - DAY_MS, to: second };
};

export const openClient = (port: number): PaymentServiceClient =>
  createPaymentServiceClient({
    settings: {
      baseUrl: `http://127.0.0.1:${port}/api`,
      ...SANDBOX_CREDENTIALS,
      timeZone: TIME_ZONE,
      userAgent: 'bench',
      ...DOCUMENTED_SETTINGS,
    },
  });

/** The way of an export from the service to the file that is uploaded: every page, its totals, the CSV. */
export const exportOnce = async (
  service: PaymentServiceClient,
  format: 'csv' | 'xlsx' = 'csv',
): Promise<{ rows: number; bytes: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
  try {
    const { signal } = new AbortController();
    const kind = 'transactions';
    const totals = createTotals({ kind, words: WORDS });
    const reader = createReportReader({ service, timeZone: TIME_ZONE, now: Date.now });
    const rows = createRowStream();
    const reading = reader.eachPage({ kind, span: wholeSpan() }, (page) => {
      totals.add(page);
      return rows.write(page);
    });
    const path = join(folder, `report.${format}`);
    const file = { path, format, kind, counting: totals } as const;
    const writing = writeRows(rows.pages, { ...file, timeZone: TIME_ZONE, signal });
    const [{ rows: count }, bytes] = await rows.settle(reading, writing);
    return { rows: count, bytes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
