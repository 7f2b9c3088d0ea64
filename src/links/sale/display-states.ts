import { isVoided } from '../../blocks/back-words.ts';
import { formatAed, groupFils } from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { refundsOf } from '../../store/link-payment.ts';
import {
  DOUBTS,
  describeBack,
  describeMismatch,
  describeRefund,
  describeRefundTimes,
  describeWhatCame,
  nameDispute,
  paidWhen,
  whenExpired,
} from './describe-payment.ts';

/** Why nobody should pay a link that can still be paid, and which other link of its sale is the reason. */
export interface Instead {
  why: 'paid' | 'replaced';
  by: Pick<Link, 'id' | 'invoiceId'>;
}

type Told = Link & { instead: Instead | null; sale: { dueFils: number; receivedFils: number } };

/** The sums that states are counted in, by the names that every list and file gives them. Each has what the customer should pay. */
export const SUMS = {
  toGo: 'to go',
  checking: 'checking',
  notMade: 'not made',
  paid: 'paid',
  partly: 'partly paid',
  refunded: 'refunded in full',
  disputed: 'disputed or charged back',
  anotherAmount: 'another amount or currency came',
  toCheck: 'reported or to check',
  stillToCome: 'waiting',
  replaced: 'replaced',
  expired: 'expired, unpaid',
} as const;

export type SaleFigure = keyof typeof SUMS;

/** All that messages need to know of a state. */
interface DisplayRow {
  /** One emoji and one label, the same in every message; of two states, the other link's number follows. Plain text. */
  label: string;
  /** As far as we know, the link can no longer be paid. */
  isOver: boolean;
  /** Whether it is paid may still change. */
  mayChange: boolean;
  /** Money came, so some may go back. */
  hadMoney: boolean;
  /** The link exists or existed, and we know its state. */
  isSettled: boolean;
  /** Which sum it counts in. */
  figure: SaleFigure;
  /** Which time says most in a list: until when it can be paid, or since when it is so. */
  time: 'asked' | 'expires' | 'paid' | 'expired' | 'made';
  /** What people search by, besides its name. */
  alias?: readonly string[];
  /** The state with its time: `✅ Paid at 02:10, noticed today at 08:00`. Mrkdwn. */
  sentence(link: Told, timeZone: string): string;
  /** What to beware of. Mrkdwn. */
  warning(link: Told): string | null;
}

const none = () => null;

type Says = DisplayRow['sentence'];

/** The sentence is the label, and what follows it. */
const says = (label: string, more: Says = () => ''): Pick<DisplayRow, 'label' | 'sentence'> => ({
  label,
  sentence: (link, timeZone) => `${label}${more(link, timeZone)}`,
});

const nameOther = ({ instead }: Told): string => escapeMrkdwn(cut(instead?.by.invoiceId ?? '', 100));
const andOther: Says = (link) => ` ${nameOther(link)}`;

/** What came of what is due: for the sale, of which several links may have a part. */
const sharesOf = ({ sale, amountFils, payment }: Told): [came: number, due: number] =>
  sale.receivedFils < sale.dueFils
    ? [sale.receivedFils, sale.dueFils]
    : [payment?.amountFils ?? amountFils, amountFils];

const describeShare = (link: Told): string => {
  const [came, due] = sharesOf(link);
  return link.payment?.finding === 'partly' && came < due ? `: ${formatAed(came)} of ${groupFils(due)}` : '';
};

/** Nothing was made, and nothing will be. */
const NEVER_MADE = {
  isOver: true,
  mayChange: false,
  hadMoney: false,
  isSettled: false,
  figure: 'notMade',
  time: 'asked',
  warning: none,
} as const;

/** It can be paid, and was not. */
const CAN_BE_PAID = {
  isOver: false,
  mayChange: true,
  hadMoney: false,
  isSettled: false,
  figure: 'stillToCome',
  time: 'expires',
} as const;

/**
 * A link's state as people read it: its own, refined by its payment and by the other links of its sale. `not-made`: the link never
 * existed. `replaced`, `paid-already`: it can be paid, and nobody should.
 */
export const DISPLAY_STATES = {
  asked: {
    ...says('⏳ Waiting for approval'),
    ...{ isOver: false, mayChange: false, hadMoney: false, isSettled: false },
    ...{ figure: 'toGo', time: 'asked', warning: none },
  },
  declined: { ...says('✖️ Declined'), ...NEVER_MADE },
  withdrawn: { ...says('↩️ Withdrawn'), ...NEVER_MADE },
  lapsed: { ...says('⌛ Lapsed'), ...NEVER_MADE },
  reserved: {
    ...says('⏳ Being made'),
    ...{ isOver: false, mayChange: true, hadMoney: false, isSettled: false },
    ...{ figure: 'toGo', time: 'expires', warning: none },
  },
  unknown: {
    ...says('❔ Checking'),
    ...{ isOver: false, mayChange: true, hadMoney: false, isSettled: false },
    ...{ figure: 'checking', time: 'expires', warning: none },
  },
  // It can be requested again.
  'not-made': { ...says('✖️ Not made'), ...NEVER_MADE, isOver: false, time: 'made' },
  waiting: {
    ...says('🟡 Waiting', (link, timeZone) =>
      link.payment?.finding === 'declined'
        ? ` · declined${paidWhen(link, timeZone)}, the customer can try again`
        : '',
    ),
    ...CAN_BE_PAID,
    alias: ['not paid', 'pending'],
    warning: none,
  },
  replaced: {
    ...says('↪️ Replaced by', andOther),
    ...CAN_BE_PAID,
    figure: 'replaced',
    warning: (link) =>
      `*Don’t send this one: the customer should pay ${nameOther(link)} instead.* It still works if they open it.`,
  },
  'paid-already': {
    ...says('⚠️ Already paid with', andOther),
    ...CAN_BE_PAID,
    figure: 'replaced',
    warning: () => '*Don’t ask for this one too: the customer would pay twice.*',
  },
  unconfirmed: {
    label: '🟠 Reported',
    ...{
      isOver: false,
      mayChange: true,
      hadMoney: false,
      isSettled: true,
      figure: 'toCheck',
      time: 'expires',
    },
    sentence: ({ payment }) =>
      payment?.doubt
        ? `🟠 ${DOUBTS[payment.doubt].title}`
        : '🟠 Payment reported, not confirmed by the service',
    warning: ({ payment }) => {
      const doubt = payment?.doubt ? DOUBTS[payment.doubt] : null;
      // Else somebody was asked who decides it.
      const isToSee = doubt?.see && payment?.askedAt === undefined;
      return [
        '*Don’t hand over goods yet.*',
        doubt?.why,
        isToSee && `See ${doubt.see} in the payment service’s dashboard.`,
        describeWhatCame(payment),
      ]
        .filter(Boolean)
        .join(' ');
    },
  },
  partly: {
    ...says('🟠 Partly paid', (link, timeZone) =>
      link.payment?.amountFils == null ? '' : `${paidWhen(link, timeZone)}${describeShare(link)}`,
    ),
    ...{
      isOver: false,
      mayChange: true,
      hadMoney: true,
      isSettled: true,
      figure: 'partly',
      time: 'expires',
    },
    alias: ['partly'],
    warning: (link) => {
      const [came, due] = sharesOf(link);
      const part =
        link.payment?.amountFils == null
          ? `Only a part of ${formatAed(due)} was paid.`
          : `${formatAed(due - came)} is still missing.`;
      return `*${part}${describeBack(link.payment)} Not counted as paid.*`;
    },
  },
  mismatch: {
    ...says('🔴 Another amount or currency came'),
    ...{
      isOver: false,
      mayChange: true,
      hadMoney: true,
      isSettled: true,
      figure: 'anotherAmount',
      time: 'made',
    },
    alias: ['mismatch', 'another amount', 'another currency'],
    warning: ({ amountFils, payment }) =>
      payment &&
      `*${describeMismatch(amountFils, payment)}${describeBack(payment)} Not counted as paid.* Check it in the payment service’s dashboard before you hand anything over.`,
  },
  paid: {
    ...says('✅ Paid', (link, timeZone) => {
      const { payment } = link;
      const back = describeRefundTimes(payment?.refunds ?? [], timeZone);
      return `${paidWhen(link, timeZone)}${describeShare(link)}${describeRefund(payment)}${back}`;
    }),
    ...{ isOver: true, mayChange: false, hadMoney: true, isSettled: true, figure: 'paid', time: 'paid' },
    warning: none,
  },
  doubted: {
    ...says('✅ Paid, to check', (link, timeZone) => paidWhen(link, timeZone)),
    ...{ isOver: true, mayChange: false, hadMoney: true, isSettled: true, figure: 'toCheck', time: 'paid' },
    warning: () => 'An admin took back what this payment counted by. Finance has it on a list.',
  },
  refunded: {
    ...says('↩️ Refunded', ({ payment }, timeZone) => {
      const howMuch = payment?.refundedFils === null ? ', the service does not say how much' : '';
      const how = isVoided(payment) ? ': voided' : '';
      return `${how}${howMuch}${payment ? describeRefundTimes(refundsOf(payment), timeZone) : ''}`;
    }),
    ...{
      isOver: true,
      mayChange: false,
      hadMoney: true,
      isSettled: true,
      figure: 'refunded',
      time: 'made',
    },
    warning: none,
  },
  disputed: {
    label: '⚖️ Disputed',
    ...{ isOver: true, mayChange: false, hadMoney: true, isSettled: true, figure: 'disputed', time: 'made' },
    alias: ['charged back'],
    sentence: ({ payment }, timeZone) =>
      payment === null
        ? '⚖️ Disputed'
        : `⚖️ ${nameDispute(payment)}${describeRefundTimes(refundsOf(payment), timeZone)}`,
    warning: ({ payment }) =>
      payment?.dispute === 'open'
        ? '*Don’t refund it.* Finance answers the bank, with proof of delivery.'
        : '*Don’t refund it, too.* The bank gave it back to the customer.',
  },
  expired: {
    ...says('⌛ Expired', (link, timeZone) => ` ${whenExpired(link, timeZone)}`),
    ...{ isOver: true, mayChange: true, hadMoney: false, isSettled: true },
    ...{ figure: 'expired', time: 'expired', warning: none },
  },
  cancelled: {
    ...says('✖️ Cancelled', (link, timeZone) => ` at the service${paidWhen(link, timeZone)}`),
    ...{ isOver: true, mayChange: false, hadMoney: false, isSettled: true },
    ...{ figure: 'expired', time: 'made', warning: none },
  },
} as const satisfies Record<string, DisplayRow>;

export type DisplayState = keyof typeof DISPLAY_STATES;

export const rowOf = (state: DisplayState): DisplayRow => DISPLAY_STATES[state];
