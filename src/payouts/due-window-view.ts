import type { KnownBlock, ModalView } from '@slack/types';
import { modal, section } from '../blocks/message.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import type { PaidTransaction } from './paid-transaction.ts';
import { buildTransactionList, buildTurns, countPages, countTransactions } from './payout-window-view.ts';
import type { DueSums } from './sum-due.ts';

export const DUE_PREVIOUS_ACTION = 'payouts_due_previous';
export const DUE_NEXT_ACTION = 'payouts_due_next';

export const DUE_WINDOW = { callbackId: 'payouts_due', title: 'To be paid out' } as const;

export interface DueShown {
  sums: DueSums;
  /** Oldest first. */
  transactions: readonly PaidTransaction[];
  page: number;
  /** `22 Oct – 21 Nov 2026`. */
  dates: string;
  timeZone: string;
  mayLack: boolean;
}

/** What was paid and is in no payout: the sum, then by age, then each transaction, oldest first. */
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
    ...buildTurns({ page: shown, pages }, { previous: DUE_PREVIOUS_ACTION, next: DUE_NEXT_ACTION }, String),
  ]);
};

export const buildDueReading = (): ModalView =>
  frame([section('⏳ Reading payouts and transactions from the payment service…', 'due_reading')]);

/** An error with the next step. Mrkdwn. */
export const buildDueProblem = (words: string): ModalView => frame([section(words, 'due_problem')]);

function describeSum({ paidFils, backFils, dueFils, count }: DueSums, dates: string): string {
  if (count === 0) return `*Nothing is waiting to be paid out.*\nEverything paid ${dates} is in a payout.`;
  return [
    `*${formatAed(dueFils)} to be paid out*, before fees`,
    `${formatAed(paidFils)} paid ${dates}, in no payout yet${backFils > 0 ? `, less ${formatAed(backFils)} refunded` : ''}.`,
  ].join('\n');
}

const describeAge = ({ words, fils, count }: DueSums['byAge'][number]): string =>
  `• ${words}: *${formatAed(fils)}* in ${countTransactions(count)}`;

function describeDoubts({ maybe, unclear, elsewhere }: DueSums, mayLack: boolean): string[] {
  return [
    ...(maybe.count > 0
      ? [
          `❔ Another *${formatAed(maybe.fils)}* in ${countTransactions(maybe.count)} may be in payouts that cannot be tied to their transactions. Compare with the payment service’s dashboard.`,
        ]
      : []),
    ...(unclear > 0
      ? [`❔ ${countTransactions(unclear)} cannot be read and ${unclear === 1 ? 'is' : 'are'} in no sum.`]
      : []),
    ...(elsewhere > 0
      ? [
          `❔ ${countTransactions(elsewhere)} ${elsewhere === 1 ? 'names' : 'name'} a payout that the service does not list in these days, and ${elsewhere === 1 ? 'is' : 'are'} in no sum.`,
        ]
      : []),
    ...(mayLack ? ['⚠️ The service’s list changed while it was read: open this again.'] : []),
  ];
}

const frame = (blocks: KnownBlock[]): ModalView =>
  modal(DUE_WINDOW.callbackId, { title: DUE_WINDOW.title, close: 'Close' }, blocks);
