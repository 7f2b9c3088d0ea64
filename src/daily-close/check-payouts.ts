import type { Log } from '../log.ts';
import { PaymentServiceError } from '../payment-service/index.ts';
import type { PaymentWords } from '../payments/index.ts';
import type { NotePayouts } from '../payouts/note-payouts.ts';
import { readTieOut } from '../payouts/read-tie-out.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import type { DateSpan } from '../reports/date-span.ts';
import { ReportInterrupted } from '../reports/read-rows.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ListingRequest } from './read-listings.ts';

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
    words: PaymentWords;
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
