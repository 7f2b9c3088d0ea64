import type { App } from '../app-parts.ts';
import { type DateSpan, wholeSeconds } from '../calendar/date-span.ts';
import type { Movement } from '../figures/movements.ts';
import { addSum, NOTHING, type SaleFigures, type SaleInFigures, type Sum } from '../figures/sale-figures.ts';
import { sumMovements, type Totals } from '../figures/totals.ts';
import type { HeldLink } from '../listings/link-day-store.ts';
import type { ReportRow } from '../listings/report-row.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { readPayment } from '../payments/index.ts';
import type { ReadList } from '../payouts/read-tie-out.ts';
import type { CloseSpan } from './close-span.ts';
import { type Counted, countNothing, countSince, type Moved } from './count-since.ts';
import type { ShownPayout } from './daily-difference-view.ts';
import { compareLinks, type LinkComparison, type ListedLink } from './daily-differences.ts';
import { createReadList, type FiguresToRead, readMoney } from './read-listings.ts';

/** As of now, from any day: sales with a payment, or a report of one, that does not match what is due. */
interface ReportedLinks {
  short: { reference: string; cameFils: number | null; askedFils: number }[];
  /** More came than was due, by how much, and did not go back yet. */
  toRefund: Sum;
  /** By what is due. Another amount or currency came. */
  mismatched: Sum;
  /** What the customer has disputed with their bank, which has not decided. */
  disputed: Sum;
  /** Reported as paid, but not by the service's records. */
  unconfirmed: Sum;
  /** They count, and something went back that nobody understands. */
  backAsked: Sum;
}

export interface CloseFigures {
  /** From the end of the last close, or else the first second of its days, to this one's. */
  span: DateSpan;
  /** What it closes. */
  days: DateSpan;
  /** What is in no earlier close, and what these days have. Null: the service could not be read. */
  money: { since: Totals; ofDays: Totals; late: readonly Moved[]; undone: readonly Moved[] } | null;
  /** Of our own links, in the span. */
  sales: SaleFigures;
  /** Of our own sales, as of now, from any day. Null: of a past day, nothing that is so now is said. */
  toCome: Sum | null;
  reported: ReportedLinks | null;
  /** Null: the service's links could not be read. */
  comparison: LinkComparison | null;
  /** Made in the span, oldest first. Null: they could not be read; `tied` null: their transactions could not. */
  payouts: { sums: Totals; tied: readonly ShownPayout[] | null } | null;
  /** The service's pages moved while we read them, so rows may be missing. */
  hasMoved: boolean;
}

/** The service's clock and ours may disagree about which day a link belongs to. */
const CLOCK_ROOM_MS = 10 * 60_000;

/**
 * Reads each listing once. `counted`: what earlier closes have counted; null: this one begins with its days. `isPast`: nothing is
 * said that is so now.
 */
export const readClose = async (
  app: App,
  ask: FiguresToRead,
  { days, to, counted: last, isPast = false }: CloseSpan & { counted: Counted | null; isPast?: boolean },
): Promise<{ figures: CloseFigures; before: Counted; after: Counted }> => {
  const { store } = app;
  const { teamId, signal } = ask;
  const words = await app.vocabularies.of(teamId);
  // The last close may have been posted while the clock was ahead.
  const before = last !== null && last.until <= to ? last : countNothing(days.from);
  const span = { from: before.until, to };
  const from = Math.min(before.from, days.from);
  const list = createReadList(app, ask);
  const { movements, payouts, hasMoved } = await readMoney(app, list, { teamId, from, span, words });
  const since = movements && (await countSince(movements, { counted: before, to }));
  const isOfDays = ({ at }: Movement) => at !== null && at >= days.from && at <= days.to + 999;
  const links = await compare(store, list, { teamId, span, words });
  const sales = await store.saleFigures.of({ teamId, span: wholeSeconds(span), signal });
  const now = isPast ? null : await sumUnsettled(store.saleFigures.unsettled(teamId));
  return {
    figures: {
      ...{ span, days },
      money: since && {
        since: since.sums,
        ofDays: sumMovements(movements.filter(isOfDays)),
        ...{ late: since.late, undone: since.undone },
      },
      sales: sales.all,
      toCome: now?.toCome ?? null,
      reported: now && {
        ...now.reported,
        backAsked: sumAsked(await store.linkDays.backAsked(teamId, to - REFUNDED_WITHIN_MS)),
      },
      comparison: links?.comparison ?? null,
      payouts,
      hasMoved: hasMoved || (links?.hasMoved ?? false),
    },
    // What could not be read is in the next close.
    ...{ before, after: since?.counted ?? before },
  };
};

const compare = async (
  { linkDays }: App['store'],
  list: ReadList,
  { teamId, span, words }: { teamId: string; span: DateSpan; words: Vocabulary },
) => {
  const { is, rows } = await list('links', widen(span, CLOCK_ROOM_MS));
  if (rows === undefined) return null;
  const listed = rows.map((row) => buildListed(row, words));
  // Read after the listing, so that it includes a link made in the meantime.
  const held = await linkDays.madeIn(teamId, widen(span, 2 * CLOCK_ROOM_MS));
  const references = listed.flatMap(({ reference }) => reference ?? []);
  const known = await linkDays.knownReferences(teamId, [...new Set(references)]);
  return {
    comparison: compareLinks({ held, listed, known, span, isWhole: is === 'whole' }),
    hasMoved: is === 'moved',
  };
};

/** Few payments go back later. */
const REFUNDED_WITHIN_MS = 180 * 24 * 60 * 60_000;

const sumAsked = (links: readonly HeldLink[]): Sum => ({
  count: links.length,
  fils: links.reduce((sum, { amountFils }) => sum + amountFils, 0),
});

/** Each sale in the first of the sums that fits. */
const sumUnsettled = async (sales: AsyncIterable<SaleInFigures>) => {
  const toCome = { ...NOTHING };
  const reported: Omit<ReportedLinks, 'backAsked'> = {
    short: [],
    toRefund: { ...NOTHING },
    mismatched: { ...NOTHING },
    disputed: { ...NOTHING },
    unconfirmed: { ...NOTHING },
  };
  for await (const sale of sales) {
    const { invoiceId: reference, state, dueFils, receivedFils, overFils, toComeFils, disputedFils } = sale;
    if (toComeFils > 0) addSum(toCome, { count: 1, fils: toComeFils });
    if (disputedFils !== null) addSum(reported.disputed, { count: 1, fils: disputedFils });
    else if (overFils > 0) addSum(reported.toRefund, { count: 1, fils: overFils });
    else if (state === 'partly')
      reported.short.push({ reference, cameFils: receivedFils, askedFils: dueFils });
    else if (state === 'mismatch') addSum(reported.mismatched, { count: 1, fils: dueFils });
    else if (state === 'unconfirmed') addSum(reported.unconfirmed, { count: 1, fils: dueFils });
  }
  return { toCome, reported };
};

function buildListed(row: ReportRow, words: Vocabulary): ListedLink {
  const { reference, orderId, amountFils, fields, at } = row;
  const { meaning, word } = readPayment({ fields }, 'link', words).state;
  // What nobody can tell says nothing to compare with.
  return {
    reference,
    orderId,
    amountFils,
    at,
    status: word,
    meaning: meaning === 'unclear' ? null : meaning,
  };
}

function widen({ from, to }: DateSpan, by: number): DateSpan {
  return { from: from - by, to: to + by };
}
