import { z } from 'zod';

const carriers = z.enum(['both', 'order', 'invoice', 'none']);

/** How the record of a link, or of a transaction, says what happened. The interface shows none of it. */
const recordWordsSchema = z.strictObject({
  /** Name of the member that holds the state: `status`, `paymentStatus`, `isPaid`; with dots, inside objects. */
  stateField: z.string().min(1),
  /** What stands there in place of the sandbox's own word, such as `{ PAID: 'Settled', SUCCESS: true }`. */
  stateWords: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Which records tell a state at all. */
  statesIn: z.enum(['both', 'links', 'transactions', 'none']),
  /** State, amount, currency, transaction id and time of payment stand together inside this member; null: outside. */
  paymentIn: z.string().min(1).nullable(),
  /** Name of the member that says what a transaction is, such as `transactionType`; null: there is none. */
  kindField: z.string().min(1).nullable(),
  /** What stands there by the transaction's state, in place of `SALE` and `REFUND`: `{ SUCCESS: 'QX17' }`. */
  kindWords: z.record(z.string(), z.string()),
  /** How moments are written; `none`: they are left out. */
  times: z.enum(['wall-clock', 'iso', 'epoch-milliseconds', 'epoch-seconds', 'none']),
  /** Name of the member with the time of payment. */
  paidAtField: z.string().min(1),
  /** Whether a transaction's record carries the order id, the `Invoice_Id`, both or none of them. */
  references: carriers,
  /** The same for a link's record. */
  linkReferences: carriers,
  /**
   * What joins payouts and transactions. `days`: the payout names the moments of its first and its last one;
   * `payout-id`: each transaction names its payout; `list`: each payout lists its transactions; `sum`: only date and
   * sum do; `nothing`: the payout names its net alone, less a charge that is in no record; `wrongly`: as `list`, with
   * lists and sums that are wrong in three payouts of four.
   */
  payoutsBy: z.enum(['days', 'payout-id', 'list', 'sum', 'nothing', 'wrongly']),
});

export type RecordWords = z.infer<typeof recordWordsSchema>;

const DEFAULT_WORDS: RecordWords = {
  stateField: 'status',
  stateWords: {},
  statesIn: 'both',
  paymentIn: null,
  kindField: null,
  kindWords: {},
  times: 'wall-clock',
  paidAtField: 'paidAt',
  references: 'both',
  linkReferences: 'both',
  payoutsBy: 'days',
};

export const LISTING_SHAPES = [
  'spring-page',
  'bare-array',
  'data-records',
  'no-totals',
  'snake_case',
  'nulls-and-extras',
  'numbers-as-strings',
] as const;

/**
 * The interface shows no field inside `response`, so a client has to cope with any look. `generated` is the
 * answer of link generation, `listing` that of the date ranges (its records look the same when asked for by id).
 */
export const responseShapeSchema = z.strictObject({
  generated: z.enum(['plain', 'snake_case', 'nested', 'string', 'no-address', 'numbers-as-strings']),
  listing: z.enum(LISTING_SHAPES),
  /**
   * Whether a 409 carries the link that has the `Invoice_Id` already; `none`: there is no 409, and a second link
   * with the same `Invoice_Id` is made.
   */
  conflict: z.enum(['bare', 'with-link', 'none']),
  ...recordWordsSchema.shape,
});

export type ResponseShape = z.infer<typeof responseShapeSchema>;

export const DEFAULT_SHAPE: ResponseShape = {
  generated: 'plain',
  listing: 'spring-page',
  conflict: 'bare',
  ...DEFAULT_WORDS,
};
