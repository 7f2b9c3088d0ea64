import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import type { Gap } from './add-up.ts';
import { describeBeside } from './beside-days.ts';
import type { Missing } from './join-transactions.ts';
import type { Paid } from './payout-record.ts';
import type { TiedPayout, Verdict, WhyNot } from './tie-out.ts';

/** For a cell or a heading. */
export const VERDICTS: Record<Verdict, string> = {
  proved: 'Adds up',
  off: 'Does not add up',
  'not-provable': 'Cannot be proved',
};

const WHY_NOT: Record<WhyNot, string> = {
  'nothing-joins': 'The service’s records do not say which transactions are in it.',
  'no-amount': 'The payout names no amount that Paylink can read.',
  'no-fees': 'The payout names only its net, and the transactions do not say their fees.',
  unreadable: 'A record of it is not in AED, or cannot be read in full.',
  'read-too-late': 'Some of its transactions may be from before the days that were read.',
};

/** What was compared, in a table or a sentence. */
const GAP_NAMES: Record<Gap['of'], string> = {
  gross: 'Gross',
  fee: 'Fee',
  net: 'Net',
  amount: 'Amount',
  inner: 'Gross less fee',
  count: 'Transactions',
};

/** `Net: the payout says AED 4,900.00, its transactions AED 4,850.00: 50.00 of it in no transaction.` Plain text. */
const describeGap = ({ of, stated, summed }: Gap): string => {
  if (of === 'count') return `The payout says ${stated} transactions, ${summed} were found.`;
  if (of === 'inner')
    return `The payout’s own gross less its fee is ${formatAed(summed)}, its net ${formatAed(stated)}.`;
  const by = groupFils(Math.abs(stated - summed));
  return `${GAP_NAMES[of]}: the payout says ${formatAed(stated)}, its transactions ${formatAed(summed)}: ${by} ${stated > summed ? 'of it in no transaction' : 'of them not in the payout'}.`;
};

/** Plain text, the id as the service wrote it. */
const describeMissing = ({ id, why, payoutId }: Missing): string => {
  switch (why) {
    case 'not-found':
      return `The payout lists transaction ${id}, which is not among the service’s transactions.`;
    case 'in-another':
      return `The payout lists transaction ${id}, which is already in ${payoutId === null ? 'another payout' : `payout ${payoutId}`}.`;
    case 'no-money':
      return `The payout lists transaction ${id}, whose record says that no money came in.`;
  }
};

/** Everything that is wrong with a payout, or why it can't be proved, most important first. Plain text. */
export const describeFaults = ({
  payout,
  why,
  gaps,
  missing,
  beside,
}: Pick<TiedPayout, 'why' | 'gaps' | 'missing' | 'beside'> & {
  payout: Pick<TiedPayout['payout'], 'paid'>;
}): string[] => [
  ...(why === null ? [] : [WHY_NOT[why]]),
  ...gaps.map(describeGap),
  ...missing.map(describeMissing),
  ...describeBeside(payout, beside),
];

/** `*250.00*`; else that it is not known. Mrkdwn. */
export const describePaid = ({ fils, isNetStated }: Paid, write: (fils: number) => string): string =>
  fils === null
    ? 'an amount that is *not known*'
    : `*${write(fils)}*${isNetStated ? '' : ' (before or after fees: not stated)'}`;
