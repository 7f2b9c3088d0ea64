import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SANDBOX_CREDENTIALS } from '../playground/sandbox/check-caller.ts';
import { createCsvDraft } from '../src/exports/csv-draft.ts';
import { createSpool } from '../src/exports/export-spool.ts';
import { NOTHING_READ } from '../src/exports/read-for-export.ts';
import { createExportScan, readPages } from '../src/exports/read-pages.ts';
import {
  buildVocabulary,
  createPaymentServiceClient,
  DOCUMENTED_SETTINGS,
  type PaymentServiceClient,
} from '../src/payment-service/index.ts';
import { createReportReader } from '../src/reports/report-reader.ts';
import type { ReportQuery } from '../src/reports/report-row.ts';

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

/** The way of an export from the service to the file that is uploaded: every page, the spool, the CSV. */
export const exportOnce = async (service: PaymentServiceClient): Promise<{ rows: number; bytes: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
  const spool = await createSpool(join(folder, 'rows'));
  try {
    const { signal } = new AbortController();
    const scan = createExportScan({ kind: 'transactions', words: WORDS, timeZone: TIME_ZONE });
    const path = join(folder, 'report.csv');
    const { columns } = scan;
    const draft = await createCsvDraft({
      path,
      spool,
      kind: 'transactions',
      columns,
      timeZone: TIME_ZONE,
      signal,
    });
    const reader = createReportReader({ service, timeZone: TIME_ZONE, now: Date.now });
    const mark = await readPages({
      reader,
      query: { kind: 'transactions', span: wholeSpan() },
      spool,
      from: { ...NOTHING_READ, file: 'rows' },
      cap: 1_000_000,
      scan,
      draft,
      signal,
      onPage: async () => undefined,
    });
    const bytes = await draft.finish();
    await draft.close();
    return { rows: mark.rows, bytes };
  } finally {
    await spool.close();
    await rm(folder, { recursive: true, force: true });
  }
};
