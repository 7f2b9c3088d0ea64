import { z } from 'zod';
import type { LinkState } from './link-states.ts';

/**
 * What we know about a link's payment beyond the link's state.
 *
 * `confirmed`: the service says the full amount was paid; some may have been refunded since. `partly`: less was
 * paid. `mismatch`: more was paid, or in another currency. `unconfirmed`: a payment is reported, and `doubt` or
 * `came` says why it does not count yet. `refunded`: everything paid was refunded. `declined`: the last attempt to
 * pay failed. `cancelled`: the service ended the link.
 */
export const PAYMENT_FINDINGS = [
  'confirmed',
  'partly',
  'mismatch',
  'unconfirmed',
  'refunded',
  'declined',
  'cancelled',
] as const;

export type PaymentFinding = (typeof PAYMENT_FINDINGS)[number];

/**
 * Why a reported payment is in doubt. `which-link`: the record fits two links. `order-id`: it names the link, and also an
 * order, a reference or a time that is not the link's. `word`: it has a word of the service that we do not know. `state`: its fields
 * contradict each other. `amount`: it has no readable amount.
 */
export const PAYMENT_DOUBTS = ['which-link', 'order-id', 'word', 'state', 'amount'] as const;

/** A record the decision is based on, in the service's words; never customer data. */
const groundSchema = z.object({
  of: z.enum(['transaction', 'link']),
  via: z.enum(['id', 'listing']),
  ownedBy: z.enum(['order-id', 'reference', 'address', 'look-up']).nullable(),
  kindWord: z.string().nullable(),
  stateField: z.string().nullable(),
  stateWord: z.string().nullable(),
  amountField: z.string().nullable(),
  amountFils: z.number().nullable(),
});

export const linkPaymentSchema = z.object({
  finding: z.enum(PAYMENT_FINDINGS),
  /** When Paylink learned of it, in milliseconds since the epoch. */
  noticedAt: z.number(),
  /** When it happened according to the service's record; null if the record does not say. */
  happenedAt: z.number().nullable(),
  seenIn: z.enum(['transaction', 'link', 'callback']),
  /** The service's own word for the state, truncated. */
  word: z.string().nullable(),
  /** The amount paid, in integer fils, before refunds. */
  amountFils: z.number().nullable(),
  /** The amount refunded, in integer fils; null: something was refunded but no record says how much. */
  refundedFils: z.number().nullable().default(0),
  /** When its money went back, all or a part: as Paylink learned it, and as a record says. */
  refund: z.object({ noticedAt: z.number(), happenedAt: z.number().nullable() }).optional(),
  currency: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Only for `unconfirmed`. */
  doubt: z.enum(PAYMENT_DOUBTS).nullable().default(null),
  /** Only for `unconfirmed`: when the admins were asked what its record means, in milliseconds since the epoch. */
  askedAt: z.number().optional(),
  /** Only for `unconfirmed`: the callback's fields, by name; never customer data. */
  came: z.record(z.string(), z.string()).optional(),
  /** The records the decision is based on, with the words that mattered. */
  grounds: z.array(groundSchema).optional(),
});

export type LinkPayment = z.infer<typeof linkPaymentSchema>;

/** Whether money came, by the service's own records. A try that was declined or is only reported brings none. */
const BRINGS_MONEY: Record<PaymentFinding, boolean> = {
  confirmed: true,
  partly: true,
  mismatch: true,
  refunded: true,
  unconfirmed: false,
  declined: false,
  cancelled: false,
};

export const bringsMoney = ({ finding }: Pick<LinkPayment, 'finding'>): boolean => BRINGS_MONEY[finding];

/** The money of a link. Times in milliseconds since the epoch. */
export interface LinkMoney {
  /** When it came, as the record says, else as we learned it. */
  receivedAt: number;
  /** Before refunds, in integer fils; null: not known, or in another currency. */
  receivedFils: number | null;
  /** When the last of it went back; null: nothing did. */
  refundedAt: number | null;
  /** What went back in all, in integer fils; null: not known. */
  refundedFils: number | null;
}

/**
 * The money that came for a link and went back, for every figure and file. Null: none came, or nobody knows. A link paid in
 * full whose record has no amount brought what it asked for.
 */
export const moneyOf = ({
  state,
  payment,
  amountFils,
}: {
  state: LinkState;
  payment: LinkPayment | null;
  amountFils: number;
}): LinkMoney | null => {
  const isCertain = state === 'paid' || (state === 'reported' && payment?.finding !== 'confirmed');
  if (payment === null || !bringsMoney(payment) || !isCertain) return null;
  const { finding, happenedAt, noticedAt, currency } = payment;
  const isDirhams = currency === null || /^(aed|784)$/i.test(currency);
  const receivedFils = isDirhams ? (payment.amountFils ?? (finding === 'partly' ? null : amountFils)) : null;
  const refundedFils = finding === 'refunded' ? (payment.refundedFils ?? receivedFils) : payment.refundedFils;
  const refund = refundTimesOf(payment);
  return {
    receivedAt: happenedAt ?? noticedAt,
    receivedFils,
    refundedAt: refundedFils === 0 ? null : (refund.happenedAt ?? refund.noticedAt),
    refundedFils,
  };
};

/** When its money went back. Older payments have only one time. */
export const refundTimesOf = ({
  refund,
  noticedAt,
}: Pick<LinkPayment, 'refund' | 'noticedAt'>): { noticedAt: number; happenedAt: number | null } =>
  refund ?? { noticedAt, happenedAt: null };

/** Whether a transaction shows the payment. A link's own record may only show the requested amount. */
export const isOfTransaction = ({ seenIn, grounds = [] }: LinkPayment): boolean =>
  seenIn === 'transaction' || grounds.some(({ of }) => of === 'transaction');
