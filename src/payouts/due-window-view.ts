import type { KnownBlock, ModalView } from '@slack/types';
import { modal, section } from '../blocks/message.ts';
import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { capitalise, countOf, groupNumber } from '../blocks/text.ts';
import type { Movement } from '../figures/movements.ts';
import { describeColumns } from '../listings/listing-words.ts';
import { describeMoney } from './beside-days.ts';
import { buildTransactionList, buildTurns, chunkPage, countPages } from './payout-window-view.ts';
import type { DaySums, DueSums, LikelyDue } from './sum-due.ts';
import { describePaid } from './tie-out-words.ts';

/** Under a list of payouts. */
export const PAYOUTS_DUE_ACTION = 'payouts_due';
export const DUE_PREVIOUS_ACTION = 'payouts_due_previous';
export const DUE_NEXT_ACTION = 'payouts_due_next';

export const DUE_WINDOW = { callbackId: 'payouts_due', title: 'To be paid out' } as const;

interface Shown {
  page: number;
  /** `22 Oct – 21 Nov 2026`. */
  dates: string;
  mayLack: boolean;
}

export interface DueShown extends Shown {
  sums: DueSums;
  /** Oldest first. */
  transactions: readonly Movement[];
  timeZone: string;
}

/** What was paid and is in no payout: the net that will arrive, then by age, then each transaction, oldest first. */
export const buildDueWindow = ({
  sums,
  transactions,
  page,
  dates,
  timeZone,
  mayLack,
}: DueShown): ModalView => {
  const pages = countPages(transactions.length);
  const shown = Math.min(page, pages - 1);
  return frame([
    section(describeSum(sums, dates), 'due_sum'),
    ...(sums.byAge.length > 0 ? [section(sums.byAge.map(describeAge).join('\n'), 'due_ages')] : []),
    ...describeDoubts(sums, mayLack).map((text, index) => section(text, `due_doubt_${index}`)),
    ...buildTransactionList(transactions, shown, timeZone),
    ...buildTurns({ page: shown, pages }, TURNS, String),
  ]);
};

/** Where no id joins payouts and transactions: the likely answer, and the days and payouts that do not match, newest first. */
export const buildDaysWindow = ({
  likely,
  page,
  dates,
  mayLack,
}: Shown & { likely: LikelyDue }): ModalView => {
  const { days } = likely;
  const pages = countPages(days.length);
  const shown = Math.min(page, pages - 1);
  return frame([
    section(describeLikely(likely, dates), 'due_sum'),
    ...describeLack(mayLack).map((text) => section(text, 'due_doubt_0')),
    ...chunkPage(days, shown, describeDay).map((text, index) => section(text, `due_days_${index}`)),
    ...buildTurns({ page: shown, pages }, TURNS, String),
  ]);
};

const nameColumns = (days: readonly DaySums[]): string =>
  describeColumns(days.flatMap(({ paidOut }) => paidOut.columns));

function describeLikely({ after, alike, days }: LikelyDue, dates: string): string {
  const untold = 'The service does not say which payments are in which payout';
  return [
    ...(after === null
      ? [
          `*${untold}*, and no day of ${dates} has the sum of a payout: nobody can say what is to be paid out.`,
        ]
      : [
          `*Likely ${formatAed(after.sums.netFils)} to be paid out*`,
          `${capitalise(describeMoney(after.sums))}, after those of ${after.date}, whose sum was paid out last.`,
          `✅ ${countOf(alike, 'payout')} of ${dates} ${alike === 1 ? 'has' : 'have'} the sum of a day, to the fils. ${untold}.`,
        ]),
    ...(days.length === 0 ? [] : [`Days and payouts without a match${nameColumns(days)}:`]),
  ].join('\n');
}

const TURNS = { previous: DUE_PREVIOUS_ACTION, next: DUE_NEXT_ACTION };

/** `*Fri 20 Nov 2026*: received AED 253.00 − refunded 0.00 − fees 31.30 = net 221.70 · paid out *221.70*` */
function describeDay({ date, payments, refunds, payouts, paidOut, ...sums }: DaySums): string {
  const moved = payments + refunds === 0 ? [] : [describeMoney(sums)];
  const unread = sums.unreadable > 0 ? [`${groupNumber(sums.unreadable)} can’t be read`] : [];
  const paid = payouts === 0 ? [] : [`${countOf(payouts, 'payout')} of ${describePaid(paidOut, groupFils)}`];
  return `*${date}*: ${[...moved, ...unread, ...paid].join(' · ')}`;
}

export const buildDueReading = (): ModalView =>
  frame([section('⏳ Reading payouts and transactions from the payment service…', 'due_reading')]);

/** An error with the next step. Mrkdwn. */
export const buildDueProblem = (words: string): ModalView => frame([section(words, 'due_problem')]);

function describeSum(sums: DueSums, dates: string): string {
  if (sums.payments + sums.refunds === 0)
    return `*Nothing is waiting to be paid out.*\nEverything paid ${dates} is in a payout.`;
  return [
    `*${formatAed(sums.netFils)} to be paid out*`,
    `${capitalise(describeMoney(sums))}, ${dates}, in no payout yet.`,
  ].join('\n');
}

const describeAge = ({ words, netFils, payments, refunds }: DueSums['byAge'][number]): string =>
  `• ${words}: *${formatAed(netFils)}* in ${countOf(payments, 'payment')}${refunds > 0 ? ` and ${countOf(refunds, 'refund')}` : ''}`;

function describeDoubts({ unjoined, unreadable, elsewhere }: DueSums, mayLack: boolean): string[] {
  return [
    ...(unjoined.payouts > 0
      ? [
          `❔ No number joins ${countOf(unjoined.payouts, 'payout')} of ${describePaid(unjoined, formatAed)}${describeColumns(unjoined.columns)} with any transaction: some of this may be in ${unjoined.payouts === 1 ? 'it' : 'them'}. Compare with the payment service’s dashboard.`,
        ]
      : []),
    ...(unreadable > 0
      ? [
          `❔ ${countOf(unreadable, 'transaction')} cannot be read and ${unreadable === 1 ? 'is' : 'are'} in no sum.`,
        ]
      : []),
    ...(elsewhere > 0
      ? [
          `❔ ${countOf(elsewhere, 'transaction')} ${elsewhere === 1 ? 'names' : 'name'} a payout that the service does not list in these days, and ${elsewhere === 1 ? 'is' : 'are'} in no sum.`,
        ]
      : []),
    ...describeLack(mayLack),
  ];
}

const describeLack = (mayLack: boolean): string[] =>
  mayLack ? ['⚠️ The service’s list changed while it was read: open this again.'] : [];

const frame = (blocks: KnownBlock[]): ModalView =>
  modal(DUE_WINDOW.callbackId, { title: DUE_WINDOW.title, close: 'Close' }, blocks);
