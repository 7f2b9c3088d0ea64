import { createReportReader, type ReportReader } from '../../src/reports/report-reader.ts';
import type { ReportQuery } from '../../src/reports/report-row.ts';
import { NOW, type SeenRequest, startClient, startService } from '../payment-service/start-service.ts';

export interface ListingCall {
  page: number;
  size: number;
  /** The request target. */
  target: string;
  /** How often this page was requested, from 1. */
  count: number;
}

/** The body of a 200, or another status. */
export type ListingAnswer = { body: unknown } | { status: number; body?: unknown };

export const DAY: ReportQuery = {
  kind: 'transactions',
  span: { from: Date.parse('2026-11-19T20:00:00Z'), to: Date.parse('2026-11-20T19:59:59Z') },
};

/** A service that answers as given, and a reader of it. */
export const startListing = async (
  answer: (call: ListingCall) => ListingAnswer | Promise<ListingAnswer>,
): Promise<{ reader: ReportReader; calls: ListingCall[] }> => {
  const calls: ListingCall[] = [];
  const { baseUrl } = await startService(async (response, request) => {
    const call = readCall(request, calls);
    calls.push(call);
    const answered = await answer(call);
    response.writeHead('status' in answered ? answered.status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answered.body ?? { status: 'failed', message: 'no' }));
  });
  const { client } = startClient(baseUrl);
  return { reader: createReportReader({ service: client, timeZone: 'Asia/Dubai', now: () => NOW }), calls };
};

function readCall({ target }: SeenRequest, calls: readonly ListingCall[]): ListingCall {
  const query = new URL(target, 'http://service').searchParams;
  const page = Number(query.get('page'));
  const count = calls.filter((call) => call.page === page).length + 1;
  return { page, size: Number(query.get('size')), target, count };
}

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

/** All rows of a reading, and its outcome. */
export const readAll = async (
  reader: ReportReader,
  options?: Parameters<ReportReader['all']>[1],
  query: ReportQuery = DAY,
) => {
  const reading = reader.all(query, options);
  const rows = [];
  for (;;) {
    const step = await reading.next();
    if (step.done) return { rows, outcome: step.value };
    rows.push(...step.value);
  }
};

export const idsOf = (rows: readonly { id: string | null }[]): (string | null)[] => rows.map(({ id }) => id);
