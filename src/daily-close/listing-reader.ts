import type { DateSpan } from '../calendar/date-span.ts';
import type { Log } from '../log.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { PaymentServiceError } from '../payment-service/index.ts';
import type { NotePayouts } from '../payouts/note-payouts.ts';
import { readTieOut } from '../payouts/read-tie-out.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import type { ReadTrouble } from '../reports/listing-progress.ts';
import { ReportInterrupted } from '../reports/read-rows.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportKind, ReportRow } from '../reports/report-row.ts';
import { createTotals, type Totals } from '../reports/totals.ts';

/** `isList: false`: the answer held no list at all, so an empty result does not mean that no rows exist. */
export type ListedTotals = Totals & { isList: boolean };

interface ListingRequest {
  /** False: throws on the first listing that cannot be read. True: returns what can be read. */
  isLastTry: boolean;
  signal: AbortSignal;
}

export interface ListingReader {
  /** Hands out every row. Null: the service could not be read. */
  read(
    request: ListingRequest,
    kind: ReportKind,
    span: DateSpan,
    take: (rows: ReportRow[]) => void,
  ): Promise<Reading | null>;
  sum(
    request: ListingRequest,
    kind: ReportKind,
    span: DateSpan,
  ): Promise<{ totals: ListedTotals | null; hasMoved: boolean }>;
}

interface Reading {
  isList: boolean;
  isWhole: boolean;
  hasMoved: boolean;
}

/** Reads the service's listings whole, for figures that are posted. */
export const createListingReader = ({
  reader,
  words,
  timeZone,
  log,
}: {
  reader: ReportReader;
  words: Vocabulary;
  timeZone: string;
  log: Log;
}): ListingReader => {
  const read: ListingReader['read'] = async (request, kind, span, take) => {
    const rows = reader.all({ kind, span }, { signal: request.signal });
    try {
      for (;;) {
        const step = await rows.next();
        if (!step.done) take(step.value);
        else return judge(step.value.troubles);
      }
    } catch (error) {
      if (!(error instanceof ReportInterrupted) || !request.isLastTry) throw error;
      log.warn({ kind, err: error }, 'figures go out without a listing');
      return null;
    }
  };
  return {
    read,
    sum: async (request, kind, span) => {
      const totals = createTotals({ kind, words, timeZone });
      const outcome = await read(request, kind, span, totals.add);
      return {
        totals: outcome && { ...totals.result(), isList: outcome.isList },
        hasMoved: outcome?.hasMoved ?? false,
      };
    },
  };
};

/** New rows that appear while we read push none of the others out. */
function judge(troubles: readonly ReadTrouble[]): Reading {
  return {
    isList: !troubles.includes('not-a-list'),
    isWhole: troubles.every((trouble) => trouble === 'grew'),
    hasMoved: (['shrunk', 'moved', 'page-repeated'] as const).some((one) => troubles.includes(one)),
  };
}

/** How the payouts of a span add up, oldest first. Null: their transactions could not be read. */
export type CheckPayouts = (
  request: ListingRequest & { teamId: string },
  span: DateSpan,
) => Promise<TiedPayout[] | null>;

/** Transactions of the days before the payouts: more are left to the reports. */
const MOST_ROWS = 20_000;

/** Checks payouts against their transactions, for figures that are posted. */
export const createPayoutCheck =
  ({
    reader,
    words,
    timeZone,
    log,
    notePayouts,
  }: {
    reader: ReportReader;
    words: Vocabulary;
    timeZone: string;
    log: Log;
    /** Keeps what the records say of links and payouts. */
    notePayouts: NotePayouts;
  }): CheckPayouts =>
  async (request, span) => {
    const asked = { reader, words, timeZone, mostRows: MOST_ROWS };
    try {
      const read = await readTieOut(span, asked, request.signal);
      if (read.is === 'too-many') return null;
      await notePayouts(request.teamId, read);
      return read.payouts.filter(({ payout: { at } }) => at === null || at >= span.from);
    } catch (error) {
      const isOfService = error instanceof PaymentServiceError || error instanceof ReportInterrupted;
      if (!isOfService) throw error;
      if (!request.isLastTry)
        throw error instanceof ReportInterrupted
          ? error
          : new ReportInterrupted({ page: 0, rowsRead: 0, cause: error });
      log.warn({ err: error }, 'figures go out without their payouts checked');
      return null;
    }
  };
