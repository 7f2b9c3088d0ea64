import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { joinSome } from '../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import { labelOfOwn, withoutEmoji } from '../links/sale/display-state.ts';
import { listAlike } from '../payouts/beside-days.ts';
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
      return `${code(difference.reference)}, ${formatAed(difference.fils)}: ${nameHere(difference.here, null)} here, *not in the service’s list*`;
  }
};

/** `INV-7`: AED 200.00 of 250.00 received. */
export const describeShort = ({ reference, cameFils, askedFils }: ShownShort): string =>
  cameFils === null
    ? `${code(reference)}: *less than ${formatAed(askedFils)}* received`
    : `${code(reference)}: *${formatAed(cameFils)} of ${groupFils(askedFils)}* received`;

const nameHere = (state: LinkState, finding: PaymentFinding | null): string =>
  withoutEmoji(labelOfOwn({ state, payment: finding && { finding } }));

const code = (text: string): string =>
  `\`${escapeMrkdwn(cut(text.replaceAll(/\s+/g, ' '), LONGEST_REFERENCE))}\``;

/** `…and 3 links partly paid`, of a list that was cut. */
export const sayMore = (count: number, one: string, many: string): string[] =>
  count <= 0 ? [] : [`…and ${count} ${count === 1 ? one : many}`];

/** How one payout adds up. */
export type ShownPayout = Pick<TiedPayout, 'verdict' | 'why' | 'gaps' | 'missing' | 'beside'> & {
  payout: Pick<TiedPayout['payout'], 'id' | 'paid'>;
};

const MOST_PAYOUTS = 5;
const LONGEST_NAME = 40;
const LONGEST_FAULT = 200;

/** What does not add up comes first, with what to do; what cannot be proved is no fault. */
export const describeProofs = (payouts: readonly ShownPayout[] | null): string[] => {
  if (payouts === null) return ['• Not checked against their transactions: these could not be read.'];
  const count = (verdict: TiedPayout['verdict']) => payouts.filter((one) => one.verdict === verdict).length;
  const beside = payouts.filter((one) => one.beside.length > 0);
  const unlike = beside.filter((one) => listAlike(one.payout, one.beside).length === 0);
  const proved = count('proved');
  const unproved = count('not-provable') - beside.length;
  const names = joinSome(
    unlike.map(({ payout }) => nameOf(payout)),
    MOST_PAYOUTS,
  );
  return [
    ...listOff(payouts),
    ...(proved > 0 ? [`• :white_check_mark: Add up to their transactions: ${proved}`] : []),
    ...(names === '' ? [] : [`• No day before has the sum of ${names}: compare under \`/paylink payouts\`.`]),
    ...(unproved > 0 ? [`• Cannot be tied to their transactions: ${unproved}`] : []),
  ];
};

/** `1 payout does not add up`; nothing where each does, or nobody can tell. */
export const countPayoutsOff = (payouts: readonly ShownPayout[] | null): string[] => {
  const off = payouts?.filter(isOff).length ?? 0;
  return off === 0 ? [] : [`${off} ${off === 1 ? 'payout does' : 'payouts do'} not add up`];
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

const nameOf = ({ id }: ShownPayout['payout']): string => `\`${escapeMrkdwn(cut(id ?? '', LONGEST_NAME))}\``;

function describeOff(tied: ShownPayout): string {
  const [fault = ''] = describeFaults(tied);
  return `• :warning: Payout ${nameOf(tied.payout)} *does not add up*. ${escapeMrkdwn(cut(fault, LONGEST_FAULT))}`;
}
