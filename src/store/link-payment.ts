import { z } from 'zod';
import { BACK_KINDS, type BackKind } from '../payment-service/record-words.ts';
import type { LinkState } from './link-states.ts';

/**
 * What we know about a link's payment beyond the link's state.
 *
 * `confirmed`: the service says the full amount was paid; some may have been refunded since. `doubted`: it said so by an answer that an
 * admin took back. `partly`: less was
 * paid. `mismatch`: more was paid, or in another currency. `unconfirmed`: a payment is reported, and `doubt` or
 * `came` says why it does not count yet. `refunded`: everything paid was refunded. `disputed`: the customer disputes it with their
 * bank, or all of it went back, and not only by refunds. `declined`: the last attempt to
 * pay failed. `cancelled`: the service ended the link.
 */
export const PAYMENT_FINDINGS = [
  'confirmed',
  'doubted',
  'partly',
  'mismatch',
  'unconfirmed',
  'refunded',
  'disputed',
  'declined',
  'cancelled',
] as const;

export type PaymentFinding = (typeof PAYMENT_FINDINGS)[number];

/**
 * Why a reported payment is in doubt. `which-link`: the record fits two links. `order-id`: it names the link, and also an
 * order, a reference or a time that is not the link's. `test`: it says that no real money moved. `word`: it has a word of the service that we do not know. `state`: its fields
 * contradict each other. `amount`: it has no readable amount. `awaited`: the link's own record says paid, and no transaction shows yet
 * how much.
 */
export const PAYMENT_DOUBTS = [
  'which-link',
  'order-id',
  'test',
  'word',
  'state',
  'amount',
  'awaited',
] as const;

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

/** Money of a link that went back at one time. */
const refundSchema = z.object({
  kind: z.enum(BACK_KINDS).default('refund'),
  /** In integer fils, less than nothing if it came again; null: no record says how much. */
  fils: z.number().nullable(),
  /** When Paylink learned of it, and when it happened as a record says. In milliseconds since the epoch. */
  noticedAt: z.number(),
  happenedAt: z.number().nullable(),
});

export type Refund = z.infer<typeof refundSchema>;

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
  /** Of several payments, each. They add up to `amountFils`. */
  parts: z
    .array(z.object({ fils: z.number(), noticedAt: z.number(), happenedAt: z.number().nullable() }))
    .optional(),
  /** The amount refunded, in integer fils; null: something was refunded but no record says how much. */
  refundedFils: z.number().nullable().default(0),
  /** How the customer's dispute stands or ended. */
  dispute: z.enum(['open', 'lost', 'won']).nullable().optional(),
  /** When its money went back, a part after the other. They add up to `refundedFils`. */
  refunds: z.array(refundSchema).optional(),
  currency: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Only for `unconfirmed`. */
  doubt: z.enum(PAYMENT_DOUBTS).nullable().default(null),
  /** Only for `unconfirmed`: when the admins were asked what its record means, in milliseconds since the epoch. */
  askedAt: z.number().optional(),
  /** When something that nobody understands was first said to have gone back; nothing is subtracted until that is answered. */
  backAskedAt: z.number().optional(),
  /** Only for `unconfirmed`: the callback's fields, by name; never customer data. */
  came: z.record(z.string(), z.string()).optional(),
  /** The records the decision is based on, with the words that mattered. */
  grounds: z.array(groundSchema).optional(),
});

export type LinkPayment = z.infer<typeof linkPaymentSchema>;

/** What its money is read from. */
export type PaymentMoney = Pick<
  LinkPayment,
  | 'finding'
  | 'noticedAt'
  | 'happenedAt'
  | 'amountFils'
  | 'parts'
  | 'refundedFils'
  | 'currency'
  | 'dispute'
  | 'refunds'
>;

/** Whether money came, by the service's own records. A try that was declined or is only reported brings none. */
const BRINGS_MONEY: Record<PaymentFinding, boolean> = {
  confirmed: true,
  doubted: true,
  partly: true,
  mismatch: true,
  refunded: true,
  disputed: true,
  unconfirmed: false,
  declined: false,
  cancelled: false,
};

export const bringsMoney = ({ finding }: Pick<LinkPayment, 'finding'>): boolean => BRINGS_MONEY[finding];

/** The money of a link. Times in milliseconds since the epoch. */
export interface LinkMoney {
  /** When it came, as the record says, else as we learned it; of several payments the last. */
  receivedAt: number;
  /** Each payment, in the order of time. They add up to `receivedFils`. */
  payments: { at: number; fils: number | null }[];
  /** Before refunds, in integer fils; null: not known, or in another currency. */
  receivedFils: number | null;
  /** What went back in all, in integer fils; null: not known. */
  refundedFils: number | null;
  /** Each part of it, in the order of time. `fils` null: not known. */
  refunds: { at: number; fils: number | null; kind: BackKind }[];
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
  payment: PaymentMoney | null;
  amountFils: number;
}): LinkMoney | null => {
  const isCertain = state === 'paid' || (state === 'reported' && payment?.finding !== 'confirmed');
  if (payment === null || !bringsMoney(payment) || !isCertain) return null;
  const { finding, currency } = payment;
  const receivedFils = isDirhams(currency)
    ? (payment.amountFils ?? (finding === 'partly' ? null : amountFils))
    : null;
  const refundedFils = isBack(finding) ? (payment.refundedFils ?? receivedFils) : payment.refundedFils;
  const stated = payment.refunds?.reduce((sum, { fils }) => sum + (fils ?? 0), 0) ?? 0;
  // If all of it went back, that is what the part is that no record puts in figures.
  const restFils = refundedFils === null ? null : refundedFils - stated;
  const receivedAt = timeOf(payment);
  const parts = receivedFils === null ? [] : (payment.parts ?? []);
  return {
    receivedAt,
    payments:
      parts.length > 0
        ? parts
            .map(({ fils, ...times }) => ({ at: timeOf(times), fils }))
            .toSorted((one, other) => one.at - other.at)
        : [{ at: receivedAt, fils: receivedFils }],
    receivedFils,
    refundedFils,
    refunds: refundsOf(payment)
      .map(({ fils, kind, ...times }) => ({ at: timeOf(times), fils: fils ?? restFils, kind }))
      .toSorted((one, other) => one.at - other.at),
  };
};

/** Everything that came went back, or their bank may take it. */
export const isBack = (finding: PaymentFinding | null): boolean =>
  finding === 'refunded' || finding === 'disputed';

export const isDirhams = (currency: string | null): boolean =>
  currency === null || /^(aed|784)$/i.test(currency);

/** When it happened, as a record says, else when Paylink learned of it. */
export const timeOf = ({ happenedAt, noticedAt }: Pick<Refund, 'happenedAt' | 'noticedAt'>): number =>
  happenedAt ?? noticedAt;

/** Each part of its money that went back. What was noticed with the payment has its time. */
export const refundsOf = ({
  refunds,
  refundedFils,
  noticedAt,
  dispute,
}: Pick<LinkPayment, 'refunds' | 'refundedFils' | 'noticedAt' | 'dispute'>): readonly Refund[] => {
  if (refunds !== undefined || refundedFils === 0) return refunds ?? [];
  return [
    {
      kind: dispute === 'open' || dispute === 'lost' ? 'chargeback' : 'refund',
      fils: refundedFils,
      noticedAt,
      happenedAt: null,
    },
  ];
};

/** Whether a transaction shows the payment. A link's own record may only show the requested amount. */
export const isOfTransaction = ({ seenIn, grounds = [] }: LinkPayment): boolean =>
  seenIn === 'transaction' || grounds.some(({ of }) => of === 'transaction');
