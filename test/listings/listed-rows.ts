import { createReportReader, type ReportReader } from '../../src/listings/report-reader.ts';
import type { ReportQuery, ReportRow } from '../../src/listings/report-row.ts';
import type { ReadOptions } from '../../src/payment-service/index.ts';
import type { RawAnswer } from '../../tools/sandbox/sandbox-service.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { startAnswering, ZONE } from '../fixtures/payment-service.ts';

export interface ListingCall {
  page: number;
  size: number;
  /** The request target. */
  target: string;
  /** How often this page was requested, from 1. */
  count: number;
}

export const DAY: ReportQuery = {
  kind: 'transactions',
  span: { from: Date.parse('2026-11-19T20:00:00Z'), to: Date.parse('2026-11-20T19:59:59Z') },
};

/** A reader of a service that answers as given. */
export const startListing = async (answer: (call: ListingCall) => RawAnswer | Promise<RawAnswer>) => {
  const calls: ListingCall[] = [];
  const { client } = await startAnswering(async ({ target }) => {
    const query = new URL(target, 'http://service').searchParams;
    const page = Number(query.get('page'));
    const count = calls.filter((call) => call.page === page).length + 1;
    const call = { page, size: Number(query.get('size')), target, count };
    calls.push(call);
    return { body: { status: 'failed', message: 'no' }, ...(await answer(call)) };
  });
  return { reader: createReportReader({ service: client, timeZone: ZONE, now: () => NOON }), calls };
};

/** Rows as a service lists them. */
export const buildRows = (count: number, first = 1): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, index) => ({
    transactionId: String(500_000 + first + index),
    amount: 10 + index,
    status: 'SUCCESS',
    createdAt: '2026-11-20 12:00:00',
  }));

/** A page as most services answer; with `cap`, no page has more rows. */
export const pageOf = (
  rows: readonly unknown[],
  { page, size }: Pick<ListingCall, 'page' | 'size'>,
  { cap = 1_000, hasTotal = true }: { cap?: number; hasTotal?: boolean } = {},
): { body: unknown } => {
  const given = Math.min(size, cap);
  const content = rows.slice(page * given, (page + 1) * given);
  return {
    body: {
      status: 'success',
      message: 'ok',
      response: hasTotal ? { content, totalElements: rows.length } : { content },
    },
  };
};

/** All rows of a reading, and how it ended. */
export const readAll = async (reader: ReportReader, options?: ReadOptions, query: ReportQuery = DAY) => {
  const rows: ReportRow[] = [];
  const read = await reader.eachPage(query, (some) => rows.push(...some), options);
  return { rows, read };
};

export const idsOf = (rows: readonly { id: string | null }[]): (string | null)[] => rows.map(({ id }) => id);
