import type { App } from '../app-parts.ts';
import { addDays, type DateSpan, describeSpan, spanOfDays, wholeSeconds } from '../calendar/date-span.ts';
import { daysOfTurn } from '../calendar/repeat.ts';
import { createTotals } from '../figures/totals.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { sortReported } from './read-close.ts';
import { type FiguresToRead, readMoney } from './read-listings.ts';
import type { WeeklySummaryShown } from './weekly-summary-view.ts';

/** The seven days before its turn, beside the seven before those: each listing is read once. */
export const readWeeklySummary = async (
  app: App,
  ask: FiguresToRead,
  { day, missed }: { day: string; missed: readonly string[] },
): Promise<WeeklySummaryShown> => {
  const { timeZone, clock } = app;
  const { saleFigures, linkDays, approvals } = app.store;
  const { teamId, signal } = ask;
  const name = (span: DateSpan) => describeSpan(span, timeZone);
  const weekOf = (turn: string) => daysOfTurn({ every: 'week', on: 0 }, turn, timeZone);
  const [week, last] = [weekOf(day), weekOf(addDays(day, -7))];
  const words = await app.vocabularies.of(teamId);
  const money = await readMoney(app, ask, { from: last.from, span: week, words });
  const sumIn = (rows: readonly ReportRow[], { from, to }: DateSpan) => {
    const totals = createTotals({ kind: 'transactions', words, timeZone });
    totals.add(rows.filter(({ at }) => at !== null && at >= from && at <= to + 999));
    return totals.result();
  };
  const { short, mismatched, unconfirmed } = sortReported(await linkDays.reported(teamId));
  const salesOf = (span: DateSpan) => saleFigures.of({ teamId, span: wholeSeconds(span), signal });
  const [sales, before] = [await salesOf(week), await salesOf(last)];
  const waiting = await approvals.waitingIn(teamId, clock.now());
  const { transactions } = money;
  return {
    days: name(week),
    daysBefore: name(last),
    paid: { now: sales.all.received, before: before.all.received },
    made: { now: sales.all.made, before: before.all.made },
    received: {
      now: transactions && sumIn(transactions, week),
      before: transactions && sumIn(transactions, last),
    },
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
      payouts: money.payouts?.tied ?? null,
    },
    hasMoved: money.hasMoved,
    missed: missed.map((one) => name(spanOfDays(one, one, timeZone))),
  };
};
