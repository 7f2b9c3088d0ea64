import { z } from 'zod';

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
 * Why a reported payment is in doubt. `which-link`: the record fits two links. `order-id`: it has the link's reference
 * but an unknown order id. `kind`: we do not know the service's word for this kind of record. `state`: its fields
 * contradict each other. `amount`: it has no readable amount.
 */
export const PAYMENT_DOUBTS = ['which-link', 'order-id', 'kind', 'state', 'amount'] as const;

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
  currency: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** Only for `unconfirmed`. */
  doubt: z.enum(PAYMENT_DOUBTS).nullable().default(null),
  /** Only for `unconfirmed`: the callback's fields, by name; never customer data. */
  came: z.record(z.string(), z.string()).optional(),
  /** The records the decision is based on, with the words that mattered. */
  grounds: z.array(groundSchema).optional(),
});

export type LinkPayment = z.infer<typeof linkPaymentSchema>;

/** Whether a transaction shows the payment. A link's own record may only show the requested amount. */
export const isOfTransaction = ({ seenIn, grounds = [] }: LinkPayment): boolean =>
  seenIn === 'transaction' || grounds.some(({ of }) => of === 'transaction');
