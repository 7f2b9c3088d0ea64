import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import { describeFaults } from '../payouts/tie-out-words.ts';
import { sayMore } from './daily-difference.ts';

/** How one payout adds up. */
export type ShownPayout = Pick<TiedPayout, 'verdict' | 'why' | 'gaps' | 'missing'> & {
  payout: Pick<TiedPayout['payout'], 'id'>;
};

const MOST_PAYOUTS = 5;
const LONGEST_NAME = 40;
const LONGEST_FAULT = 200;

/** What does not add up comes first, with what to do; what cannot be proved is no fault. */
export const describeProofs = (payouts: readonly ShownPayout[] | null): string[] => {
  if (payouts === null) return ['• Not checked against their transactions: these could not be read.'];
  const count = (verdict: TiedPayout['verdict']) => payouts.filter((one) => one.verdict === verdict).length;
  const [proved, likely, unproved] = [count('proved'), count('likely'), count('not-provable')];
  return [
    ...listOff(payouts),
    ...(proved > 0 ? [`• :white_check_mark: Add up to their transactions: ${proved}`] : []),
    ...(likely > 0 ? [`• Likely add up, by date and sum: ${likely}`] : []),
    ...(unproved > 0 ? [`• Cannot be tied to their transactions: ${unproved}`] : []),
  ];
};

/** Those alone that need a person. */
export const describePayoutsOff = (payouts: readonly ShownPayout[] | null): string[] =>
  payouts === null
    ? ['• Payouts are not checked against their transactions: these could not be read.']
    : listOff(payouts);

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

function describeOff(tied: ShownPayout): string {
  const [fault = ''] = describeFaults(tied);
  const name = escapeMrkdwn(cut(tied.payout.id ?? '', LONGEST_NAME).replaceAll('`', ''));
  return `• :warning: Payout \`${name}\` *does not add up*. ${escapeMrkdwn(cut(fault, LONGEST_FAULT))}`;
}
