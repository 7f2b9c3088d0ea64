import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { describeBeside } from '../payouts/beside-days.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import { describeFaults } from '../payouts/tie-out-words.ts';
import type { PaymentFinding } from '../store/link-payment.ts';
import type { LinkState } from '../store/link-states.ts';
import type { DailyDifference } from './daily-differences.ts';

/** A link that brought in less than requested; null: no record says how much. */
export interface ShownShort {
  reference: string;
  cameFils: number | null;
  askedFils: number;
}

const LONGEST_REFERENCE = 60;
const LONGEST_WORD = 40;

const HERE: Record<LinkState, string> = {
  asked: 'waiting for approval',
  declined: 'declined',
  withdrawn: 'withdrawn',
  lapsed: 'not approved in time',
  reserved: 'being made',
  unknown: 'checking',
  failed: 'not made or cancelled',
  open: 'open',
  reported: 'reported as paid, not confirmed',
  paid: 'paid',
  expired: 'expired',
};
/** What we know of the payment says more than the link's state. */
const HERE_BY_FINDING: Partial<Record<PaymentFinding, string>> = {
  partly: 'partly paid',
  mismatch: 'paid with another amount or currency',
  refunded: 'refunded',
  disputed: 'disputed by the customer',
};

/** One line of mrkdwn. */
export const describeDifference = (difference: DailyDifference): string => {
  switch (difference.is) {
    case 'twice':
      return `${code(difference.reference)}: *${difference.count} links* at the service under one reference`;
    case 'amount':
      return `${code(difference.reference)}: *${formatAed(difference.hereFils)}* here, *${formatAed(difference.thereFils)}* at the service`;
    case 'state':
      return `${code(difference.reference)}: *${nameHere(difference.here, difference.finding)}* here, *${escapeMrkdwn(cut(difference.there, LONGEST_WORD))}* at the service`;
    case 'not-listed':
      return `${code(difference.reference)}, ${formatAed(difference.fils)}: ${HERE[difference.here]} here, *not in the service’s list*`;
  }
};

/** `INV-7`: AED 200.00 of 250.00 received. */
export const describeShort = ({ reference, cameFils, askedFils }: ShownShort): string =>
  cameFils === null
    ? `${code(reference)}: *less than ${formatAed(askedFils)}* received`
    : `${code(reference)}: *${formatAed(cameFils)} of ${groupFils(askedFils)}* received`;

const nameHere = (state: LinkState, finding: PaymentFinding | null): string =>
  (finding === null ? undefined : HERE_BY_FINDING[finding]) ?? HERE[state];

const code = (text: string): string =>
  `\`${escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' '), LONGEST_REFERENCE))}\``;

/** `…and 3 links partly paid`, of a list that was cut. */
export const sayMore = (count: number, one: string, many: string): string[] =>
  count <= 0 ? [] : [`…and ${count} ${count === 1 ? one : many}`];

/** How one payout adds up. */
export type ShownPayout = Pick<TiedPayout, 'verdict' | 'why' | 'gaps' | 'missing' | 'beside'> & {
  payout: Pick<TiedPayout['payout'], 'id' | 'netFils' | 'amountFils'>;
};

const MOST_PAYOUTS = 5;
const LONGEST_NAME = 40;
const LONGEST_FAULT = 200;

/** What does not add up comes first, with what to do; what cannot be proved is no fault. */
export const describeProofs = (payouts: readonly ShownPayout[] | null): string[] => {
  if (payouts === null) return ['• Not checked against their transactions: these could not be read.'];
  const count = (verdict: TiedPayout['verdict']) => payouts.filter((one) => one.verdict === verdict).length;
  const beside = payouts.filter((one) => one.beside.length > 0);
  const [proved, unproved] = [count('proved'), count('not-provable') - beside.length];
  return [
    ...listOff(payouts),
    ...(proved > 0 ? [`• :white_check_mark: Add up to their transactions: ${proved}`] : []),
    ...beside.slice(0, MOST_PAYOUTS).map(describeCompared),
    ...sayMore(beside.length - MOST_PAYOUTS, 'payout to compare', 'payouts to compare'),
    ...(unproved > 0 ? [`• Cannot be tied to their transactions: ${unproved}`] : []),
  ];
};

/** `1 payout does not add up`; null: each does, or nobody can tell. */
export const countPayoutsOff = (payouts: readonly ShownPayout[] | null): string | null => {
  const off = payouts?.filter(isOff).length ?? 0;
  return off === 0 ? null : `${off} ${off === 1 ? 'payout does' : 'payouts do'} not add up`;
};

const isOff = ({ verdict }: ShownPayout): boolean => verdict === 'off';

function listOff(payouts: readonly ShownPayout[]): string[] {
  const off = payouts.filter(isOff);
  if (off.length === 0) return [];
  return [
    ...off.slice(0, MOST_PAYOUTS).map(describeOff),
    ...sayMore(off.length - MOST_PAYOUTS, 'payout does not add up', 'payouts do not add up'),
    'Open it under `/paylink payouts`, and ask the payment service with these figures.',
  ];
}

/** With the days beside it: a person compares them. */
function describeCompared({ payout, beside }: ShownPayout): string {
  const name = escapeMrkdwn(cut(payout.id ?? '', LONGEST_NAME));
  const days = beside.map((one) => `\n    ${escapeMrkdwn(describeBeside(payout, one))}`);
  return `• Payout \`${name}\`, ${describeStated(payout)}: the service does not say which payments are in it. Beside its days:${days.join('')}`;
}

const describeStated = ({ netFils, amountFils }: ShownPayout['payout']): string => {
  const stated = netFils ?? amountFils;
  return stated === null ? 'no net stated' : formatAed(stated);
};

function describeOff(tied: ShownPayout): string {
  const [fault = ''] = describeFaults(tied);
  const name = escapeMrkdwn(cut(tied.payout.id ?? '', LONGEST_NAME));
  return `• :warning: Payout \`${name}\` *does not add up*. ${escapeMrkdwn(cut(fault, LONGEST_FAULT))}`;
}
