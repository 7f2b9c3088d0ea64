import { z } from 'zod';

/**
 * What is known of the payment of a link beyond its state.
 *
 * `confirmed`: the service says that as much came as was asked; some may have gone back since. `partly`: less came.
 * `mismatch`: more came, or another currency. `unconfirmed`: a payment is reported, and `doubt` or `came` says what
 * keeps it from being counted. `refunded`: all that came went back. `declined`: the last try to pay failed.
 * `cancelled`: the service ended the link.
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
 * Why nobody can tell. `which-link`: a record fits two links. `order-id`: it carries the link's reference and an order
 * id of an unknown sort. `kind`: nobody knows its word for what it is. `state`: its fields contradict each other.
 * `amount`: no amount can be told.
 */
export const PAYMENT_DOUBTS = ['which-link', 'order-id', 'kind', 'state', 'amount'] as const;

/** A record that decided, by its own words and never with customer data. */
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
  /** When it happened by the service's own record; null where the record does not say. */
  happenedAt: z.number().nullable(),
  seenIn: z.enum(['transaction', 'link', 'callback']),
  /** The service's own word for the state, cut short. */
  word: z.string().nullable(),
  /** What came, in integer fils, before anything went back. */
  amountFils: z.number().nullable(),
  /** What went back, in integer fils; null: something did, and no record says how much. */
  refundedFils: z.number().nullable().default(0),
  currency: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** `unconfirmed` alone. */
  doubt: z.enum(PAYMENT_DOUBTS).nullable().default(null),
  /** `unconfirmed` alone: the fields that came, by their names; never customer data. */
  came: z.record(z.string(), z.string()).optional(),
  /** Which records and which of their words decided. */
  grounds: z.array(groundSchema).optional(),
});

export type LinkPayment = z.infer<typeof linkPaymentSchema>;
