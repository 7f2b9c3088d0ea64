import { z } from 'zod';

/**
 * What is known of the payment of a link beyond its state.
 *
 * `confirmed`: the service says paid, with the amount that was asked. `mismatch`: the service says paid, with
 * another amount or currency. `unconfirmed`: a callback came, and the service's records say nothing either
 * way. `refunded`, `declined`, `cancelled`: the service's word for the last attempt, or for the link itself.
 */
export const PAYMENT_FINDINGS = [
  'confirmed',
  'mismatch',
  'unconfirmed',
  'refunded',
  'declined',
  'cancelled',
] as const;

export type PaymentFinding = (typeof PAYMENT_FINDINGS)[number];

export const linkPaymentSchema = z.object({
  finding: z.enum(PAYMENT_FINDINGS),
  /** When Paylink learned of it, in milliseconds since the epoch. */
  noticedAt: z.number(),
  /** When it happened by the service's own record; null where the record does not say. */
  happenedAt: z.number().nullable(),
  seenIn: z.enum(['transaction', 'link', 'callback']),
  /** The service's own word for the state, cut short. */
  word: z.string().nullable(),
  amountFils: z.number().nullable(),
  currency: z.string().nullable(),
  transactionId: z.string().nullable(),
  /** `unconfirmed` alone: the fields that came, by their names; never customer data. */
  came: z.record(z.string(), z.string()).optional(),
});

export type LinkPayment = z.infer<typeof linkPaymentSchema>;
