import { groupFils } from '../blocks/money-and-time.ts';
import type { Gap } from './add-up.ts';
import type { Missing } from './listed-transactions.ts';
import type { Evidence, TiedPayout, Verdict, WhyNot } from './tie-out.ts';

/** One word for how a payout stands, for a cell or a heading. */
export const VERDICTS: Record<Verdict, string> = {
  proved: 'Adds up',
  likely: 'Likely adds up',
  off: 'Does not add up',
  'not-provable': 'Cannot be proved',
};

/** By what its transactions were found. */
export const EVIDENCE: Record<Evidence, string> = {
  'payout-id': 'Transactions name this payout',
  'transaction-list': 'The payout lists its transactions',
  'date-and-sum': 'Date and sum alone',
};

const WHY_NOT: Record<WhyNot, string> = {
  'nothing-joins': 'The service’s records do not say which transactions are in it.',
  'no-days-fit': 'No record joins it to its transactions, and no run of days before it adds up to it.',
  'several-fit': 'No record joins it to its transactions, and more than one run of days adds up to it.',
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
const describeGap = ({ of, told, found }: Gap): string => {
  if (of === 'count') return `The payout says ${told} transactions, ${found} were found.`;
  if (of === 'inner')
    return `The payout’s own gross less its fee is AED ${groupFils(found)}, its net AED ${groupFils(told)}.`;
  const by = groupFils(Math.abs(told - found));
  return `${GAP_NAMES[of]}: the payout says AED ${groupFils(told)}, its transactions AED ${groupFils(found)}: ${by} ${told > found ? 'of it in no transaction' : 'of them not in the payout'}.`;
};

/** Plain text, the id as the service wrote it. */
const describeMissing = ({ id, why, payoutId }: Missing): string => {
  switch (why) {
    case 'not-found':
      return `The payout lists transaction ${id}, which is not among the service’s transactions.`;
    case 'in-another':
      return `Transaction ${id} is listed in it and is in ${payoutId === null ? 'another payout' : `payout ${payoutId}`} already.`;
    case 'no-money':
      return `The payout lists transaction ${id}, whose record says that no money came in.`;
  }
};

/** Everything that is wrong with a payout, or why nobody can tell: the most telling first. Plain text. */
export const describeFaults = ({
  why,
  gaps,
  missing,
}: Pick<TiedPayout, 'why' | 'gaps' | 'missing'>): string[] => [
  ...(why === null ? [] : [WHY_NOT[why]]),
  ...gaps.map(describeGap),
  ...missing.map(describeMissing),
];
