import { z } from 'zod';
import type { App, Request } from '../app-parts.ts';
import { type DateSpan, dayOf } from '../calendar/date-span.ts';
import { explainNoList, NoFileError } from '../exports/file-failure.ts';
import { defineFile, type FileRun } from '../exports/file-job.ts';
import type { FileFacts } from '../exports/file-messages-view.ts';
import { FILE_JOB, orderFile } from '../exports/order-file.ts';
import { describeDates } from '../exports/start-export.ts';
import { writeWorkbook } from '../exports/write-file.ts';
import { buildReportEvent } from '../listings/report-event.ts';
import { buildMonthDone } from './month-done-view.ts';
import { monthFiguresSchema } from './month-figures.ts';
import { readToOf, spanAround, spanOfMonth } from './month-span.ts';
import { type MonthRead, reconcileMonth } from './reconcile.ts';

const payloadSchema = z.object({
  kind: z.literal('reconciliation'),
  /** The month, cut off at that moment if it was not over, so a later run reads the same rows. */
  span: z.object({ from: z.number(), to: z.number() }),
  /** Payouts of the days after it, up to this moment, may hold its transactions. */
  readTo: z.number(),
  /** Gets the file. */
  userId: z.string(),
  /** The account at the payment service that it reads. Absent: whatever account is confirmed. */
  account: z.string().nullish(),
});
type MonthPayload = z.infer<typeof payloadSchema>;

const madeSchema = z.object({
  figures: monthFiguresSchema,
  /** The service's list changed while it was read. */
  hasMoved: z.boolean(),
});

const progressSchema = z.object({ made: madeSchema });

/** Queues the workbook of a whole month on the merchant's calendar. Returns what to tell the person who asked. */
export const startMonthFile = async (
  { teamId, userId, month }: { teamId: string; userId: string; month: DateSpan },
  request: Request,
): Promise<string> => {
  const { store, clock, timeZone } = request;
  // A try tomorrow must read the same records.
  const second = Math.floor(clock.now() / 1000) * 1000;
  const span = { from: month.from, to: Math.max(month.from, Math.min(month.to, second)) };
  const payload: MonthPayload = {
    ...{ kind: 'reconciliation', span, readTo: readToOf(month.to, second), userId },
    account: (await store.accounts.find(teamId))?.id,
  };
  const read = { subject: 'reconciliation', span, detail: { format: 'xlsx' } };
  return orderFile(
    {
      ...{ teamId, what: 'month', payload, same: `reconciliation:${month.from}` },
      entry: buildReportEvent('report-exported', { teamId, userId }, read, timeZone),
      name: nameMonth(span, timeZone).name,
    },
    request,
  );
};

/** The month's records with our own links and batches, in one workbook. */
export const MONTH_FILE = defineFile(payloadSchema, madeSchema, ({ teamId, payload }, app) => {
  const facts = nameMonth(payload.span, app.timeZone);
  return {
    ...facts,
    ...{ userId: payload.userId, format: 'xlsx', needs: 'export' },
    make: (path, run) => makeMonthFile(path, { teamId, payload, run }, app),
    done: ({ figures, hasMoved }) =>
      buildMonthDone({ ...facts, title: facts.dates }, figures, { hasMoved, timeZone: app.timeZone }),
  };
});

/** `reconciliation-2026-10.xlsx`; a month that is not over says until which day. */
function nameMonth(span: DateSpan, timeZone: string): FileFacts & { dates: string } {
  const isOver = span.to >= spanOfMonth(span.from, timeZone).to;
  const month = dayOf(span.from, timeZone).slice(0, 7);
  const dates = `${describeDates(span, timeZone)}${isOver ? '' : ' (the month is not over)'}`;
  return {
    ...{ dates, title: `Reconciliation, ${dates}` },
    name: `reconciliation-${month}${isOver ? '' : `-until-${dayOf(span.to, timeZone)}`}.xlsx`,
  };
}

const TOO_MANY = {
  what: 'The month has more payouts and transactions than one file holds.',
  next: 'The person who runs Paylink can raise that with PAYLINK_EXPORT_ROWS.',
};

async function makeMonthFile(
  path: string,
  { teamId, payload, run: { signal, onReach } }: { teamId: string; payload: MonthPayload; run: FileRun },
  { readerOf, vocabularies, config, store, clock, timeZone }: App,
) {
  const { span, readTo, account } = payload;
  const reader = readerOf(teamId, account);
  let hasMoved = false;
  let before = { pages: 0, rows: 0 };
  const list: MonthRead['list'] = async (kind, days) => {
    let pages = 0;
    const read = await reader.allRows(
      { kind, span: days },
      {
        ...{ most: config.exportRows - before.rows, signal },
        onProgress: (reach) => {
          pages = reach.pages;
          // The service's total is of one listing.
          onReach({ pages: before.pages + pages, rows: before.rows + reach.rows, total: null });
        },
      },
    );
    // Missing records would look like missing money.
    if (read.is === 'too-many') throw new NoFileError(read.is, TOO_MANY);
    if (read.rows === undefined && kind === 'transactions')
      throw new NoFileError('no-list', explainNoList(kind));
    hasMoved ||= read.is === 'moved';
    before = { pages: before.pages + pages, rows: before.rows + (read.rows?.length ?? 0) };
    return read;
  };
  const read: MonthRead = {
    ...{ teamId, list, timeZone, signal, span },
    around: spanAround(span, readTo),
    before: await findBefore(teamId, payload, store),
    words: await vocabularies.of(teamId),
  };
  const { sheets, figures } = await reconcileMonth(read, store, clock);
  const bytes = await writeWorkbook(sheets, { path, timeZone, signal });
  return { bytes, rows: before.rows, made: { figures, hasMoved } satisfies z.infer<typeof madeSchema> };
}

/** Jobs that are done are kept for some weeks. */
const findBefore = async (
  teamId: string,
  { span, account }: MonthPayload,
  { jobs }: App['store'],
): Promise<MonthRead['before']> => {
  for (const { payload, progress, updatedAt } of (await jobs.ofKind(FILE_JOB, teamId)).toReversed()) {
    const of = payloadSchema.safeParse(payload).data;
    const made = progressSchema.safeParse(progress).data?.made;
    const isSame = of?.span.from === span.from && of.span.to === span.to && of.account === account;
    if (isSame && made) return { at: updatedAt, figures: made.figures };
  }
  return null;
};
