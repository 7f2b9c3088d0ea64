import type { ApprovalStore } from '../approvals/approval-store.ts';
import { addDays, type DateSpan, describeSpan, spanOfDays, wholeSeconds } from '../calendar/date-span.ts';
import { daysOfTurn } from '../calendar/repeat.ts';
import type { Clock } from '../clock.ts';
import type { SaleFigures, Sum } from '../figures/sale-figures.ts';
import type { SaleFiguresStore } from '../figures/sale-figures-store.ts';
import type { LinkDays } from '../reports/link-day-store.ts';
import type { CheckPayouts, ListingReader } from './listing-reader.ts';
import { sortReported } from './read-daily-close.ts';
import type { WeeklySummaryShown } from './weekly-summary-view.ts';

interface WeeklySummaryRequest {
  teamId: string;
  /** Its turn: the seven days before are counted, and the seven before those. */
  day: string;
  missed: readonly string[];
  /** False: throws if the service cannot be read. True: returns what is known. */
  isLastTry: boolean;
  signal: AbortSignal;
}

export type ReadWeeklySummary = (request: WeeklySummaryRequest) => Promise<WeeklySummaryShown>;

export const createWeeklySummaryReader =
  ({
    listings,
    checkPayouts,
    linkDays,
    saleFigures,
    approvals,
    clock,
    timeZone,
  }: {
    listings: ListingReader;
    checkPayouts: CheckPayouts;
    linkDays: LinkDays;
    saleFigures: SaleFiguresStore;
    approvals: Pick<ApprovalStore, 'waitingIn'>;
    clock: Pick<Clock, 'now'>;
    timeZone: string;
  }): ReadWeeklySummary =>
  async (request) => {
    const { teamId, day, missed, signal } = request;
    const name = (span: DateSpan) => describeSpan(span, timeZone);
    const week = daysOfTurn({ every: 'week', on: 0 }, day, timeZone);
    const last = daysOfTurn({ every: 'week', on: 0 }, addDays(day, -7), timeZone);
    const [now, before] = [
      await listings.sum(request, 'transactions', week),
      await listings.sum(request, 'transactions', last),
    ];
    const paidOut = await listings.sum(request, 'payouts', week);
    const { totals } = paidOut;
    // Without rows there is nothing to check; without a list nobody knows.
    const payouts = totals?.rows === 0 ? (totals.isList ? [] : null) : await checkPayouts(request, week);
    const [thisWeek, lastWeek] = [wholeSeconds(week), wholeSeconds(last)];
    const { short, mismatched, unconfirmed } = sortReported(await linkDays.reported(teamId));
    const sales = await saleFigures.of({ teamId, span: thisWeek, signal });
    const salesBefore = await saleFigures.of({ teamId, span: lastWeek, signal });
    const waiting = await approvals.waitingIn(teamId, clock.now());
    return {
      days: name(week),
      daysBefore: name(last),
      paid: {
        now: sales.all.received,
        before: salesBefore.all.received,
        nowByPlace: receivedBy(sales.byPlace),
        beforeByPlace: receivedBy(salesBefore.byPlace),
      },
      made: { now: sales.all.made, before: salesBefore.all.made },
      received: { now: now.totals, before: before.totals },
      open: await saleFigures.stillToCome(teamId),
      needs: {
        approvals: {
          count: waiting.length,
          fils: waiting.reduce((all, { amountFils }) => all + amountFils, 0),
        },
        short: short.length,
        mismatched,
        unconfirmed,
        unsettled: await linkDays.inState(teamId, 'unknown'),
        payouts,
      },
      hasMoved: now.hasMoved || before.hasMoved || paidOut.hasMoved,
      missed: missed.map((one) => name(spanOfDays(one, one, timeZone))),
    };
  };

const receivedBy = (byPlace: ReadonlyMap<string, SaleFigures>): Map<string, Sum> =>
  new Map([...byPlace].map(([place, { received }]) => [place, received]));
