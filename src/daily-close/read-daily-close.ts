import { type DateSpan, wholeSeconds } from '../calendar/date-span.ts';
import type { Sum } from '../figures/sale-figures.ts';
import type { SaleFiguresStore } from '../figures/sale-figures-store.ts';
import type { Log } from '../log.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { readPayment } from '../payments/index.ts';
import type { NotePayouts } from '../payouts/note-payouts.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import type { HeldLink, LinkDays } from '../reports/link-day-store.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportRow } from '../reports/report-row.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import { compareLinks, type LinkComparison, type ListedLink } from './daily-differences.ts';
import type { ScheduledClose } from './daily-schedule.ts';
import { type CountedReceived, compareReceived } from './late-payments.ts';
import { createListingReader, createPayoutCheck, type ListedTotals } from './listing-reader.ts';

/** What we know about a stretch of time. Null: the service could not be read. */
interface DailyFigures {
  span: DateSpan;
  issued: Sum;
  paid: Sum;
  transactions: ListedTotals | null;
  payouts: ListedTotals | null;
}

/** As of now, from any day: links with a payment, or a report of one, that does not match the request. */
interface ReportedLinks {
  short: { reference: string; cameFils: number | null; askedFils: number }[];
  /** By the requested amount. More came in than that, or another currency did. */
  mismatched: Sum;
  /** Everything that came in went back. */
  refunded: Sum;
  /** Reported as paid, but not by the service's records. */
  unconfirmed: Sum;
}

export interface DailyCloseFigures {
  day: string;
  today: DailyFigures;
  /** The same weekday a week before, up to the same hour. */
  lastWeek: DailyFigures;
  /** From the end of the previous close to this one's first second; null if nothing lies between. */
  between: DailyFigures | null;
  /**
   * What the last close would count more or less now; null: no close to compare with. `received` null: the service could
   * not be read.
   */
  late: { day: string; received: ReturnType<typeof compareReceived> | null } | null;
  /** As of now, from any day. */
  open: Sum;
  reported: ReportedLinks;
  /** Null: the service's links could not be read. */
  comparison: LinkComparison | null;
  /** The payouts made since the last close, oldest first. Null: they could not be read; empty: there were none. */
  payouts: readonly TiedPayout[] | null;
  /** The service's pages moved while we read them, so rows may be missing. */
  hasMoved: boolean;
}

interface DailyCloseRequest {
  teamId: string;
  close: ScheduledClose;
  /** The end of the last close; null: this is the first one. */
  since: number | null;
  /** What that close counted, if it is known. */
  counted: CountedReceived | null;
  /** False: throws on the first listing that cannot be read. True: returns what can be read. */
  isLastTry: boolean;
  signal: AbortSignal;
}

export type ReadDailyClose = (request: DailyCloseRequest) => Promise<DailyCloseFigures>;

/** The service's clock and ours may disagree about which day a link belongs to. */
const CLOCK_ROOM_MS = 10 * 60_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;

export const createDailyCloseReader = ({
  reader,
  linkDays,
  saleFigures,
  words,
  timeZone,
  log,
  notePayouts,
}: {
  reader: ReportReader;
  linkDays: LinkDays;
  saleFigures: SaleFiguresStore;
  words: Vocabulary;
  timeZone: string;
  log: Log;
  /** Keeps what the records say of links and payouts. */
  notePayouts: NotePayouts;
}): ReadDailyClose => {
  const { read, sum } = createListingReader({ reader, words, timeZone, log });
  const checkPayouts = createPayoutCheck({ reader, words, timeZone, log, notePayouts });

  const figure = async (request: DailyCloseRequest, span: DateSpan) => {
    const { teamId } = request;
    const transactions = await sum(request, 'transactions', span);
    const payouts = await sum(request, 'payouts', span);
    const { all } = await saleFigures.of({ teamId, span: wholeSeconds(span) });
    const figures: DailyFigures = {
      span,
      issued: all.made,
      paid: all.received,
      transactions: transactions.totals,
      payouts: payouts.totals,
    };
    return { figures, hasMoved: transactions.hasMoved || payouts.hasMoved };
  };

  const readLate = async (request: DailyCloseRequest) => {
    const { counted } = request;
    if (counted === null) return { late: null, hasMoved: false };
    const { totals, hasMoved } = await sum(request, 'transactions', counted);
    // Without a list, an empty answer proves nothing.
    const received = totals && (totals.isList ? compareReceived(counted, totals) : []);
    return { late: { day: counted.day, received }, hasMoved };
  };

  const compare = async (request: DailyCloseRequest) => {
    const { teamId, close } = request;
    const listed: ListedLink[] = [];
    const wide = widen(close.span, CLOCK_ROOM_MS);
    const outcome = await read(request, 'links', wide, (rows) => {
      for (const row of rows) listed.push(buildListed(row, words));
    });
    if (!outcome) return { comparison: null, hasMoved: false };
    // Read after the listing, so that it includes a link made in the meantime.
    const held = await linkDays.madeIn(teamId, widen(close.span, 2 * CLOCK_ROOM_MS));
    const references = listed.flatMap(({ reference }) => (reference === null ? [] : [reference]));
    const known = await linkDays.knownReferences(teamId, [...new Set(references)]);
    const { isWhole, hasMoved } = outcome;
    return {
      comparison: compareLinks({ held, listed, known, span: close.span, isWhole }),
      hasMoved,
    };
  };

  return async (request) => {
    const { teamId, close, since } = request;
    const today = await figure(request, close.span);
    const lastWeek = await figure(request, { from: close.span.from - WEEK_MS, to: close.span.to - WEEK_MS });
    const gap =
      since === null || since >= close.span.from ? null : { from: since, to: close.span.from - 1_000 };
    const between = gap && (await figure(request, gap));
    const late = await readLate(request);
    const { comparison, hasMoved } = await compare(request);
    const paidOut = [today.figures, ...(between ? [between.figures] : [])];
    const hasPayouts = paidOut.some(({ payouts }) => payouts === null || payouts.rows > 0);
    const payouts = hasPayouts
      ? await checkPayouts(request, { from: gap?.from ?? close.span.from, to: close.span.to })
      : [];
    return {
      day: close.day,
      today: today.figures,
      lastWeek: lastWeek.figures,
      between: between?.figures ?? null,
      late: late.late,
      open: await saleFigures.stillToCome(teamId),
      reported: sortReported(await linkDays.reported(teamId)),
      comparison,
      payouts,
      hasMoved: [today, lastWeek, between, late].some((one) => one?.hasMoved) || hasMoved,
    };
  };
};

/** Whether at least one part could not be read. */
export const isIncomplete = ({ today, lastWeek, between, late, comparison }: DailyCloseFigures): boolean =>
  comparison === null ||
  late?.received === null ||
  [today, lastWeek, between].some((one) => one && (one.transactions === null || one.payouts === null));

const KIND_OF_REPORT: Record<PaymentFinding, keyof ReportedLinks> = {
  partly: 'short',
  mismatch: 'mismatched',
  refunded: 'refunded',
  confirmed: 'unconfirmed',
  unconfirmed: 'unconfirmed',
  declined: 'unconfirmed',
  cancelled: 'unconfirmed',
};

export function sortReported(links: readonly HeldLink[]): ReportedLinks {
  const none = { count: 0, fils: 0 };
  const sorted: ReportedLinks = {
    short: [],
    mismatched: { ...none },
    refunded: { ...none },
    unconfirmed: { ...none },
  };
  for (const { invoiceId: reference, amountFils: askedFils, cameFils, finding } of links) {
    const kind = finding === null ? 'unconfirmed' : KIND_OF_REPORT[finding];
    if (kind === 'short') sorted.short.push({ reference, cameFils, askedFils });
    else {
      sorted[kind].count += 1;
      sorted[kind].fils += askedFils;
    }
  }
  return sorted;
}

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
