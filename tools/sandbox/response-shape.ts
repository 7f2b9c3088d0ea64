import { z } from 'zod';

const carriers = z.enum(['both', 'order']);

/** How records of links and transactions report what happened. The interface documents none of it. */
const recordWordsSchema = z.strictObject({
  /** Name of the state member: `status`, `paymentStatus`, `isPaid`. */
  stateField: z.string().min(1),
  /** Replacements for the sandbox's own words, such as `{ PAID: 'Settled', SUCCESS: true }`. */
  stateWords: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Which records have a state. */
  statesIn: z.enum(['both', 'transactions']),
  /** Name of the member with the kind of transaction, such as `transactionType`; null: none. */
  kindField: z.string().min(1).nullable(),
  /** How times are written; `none`: left out. */
  times: z.enum(['wall-clock', 'iso', 'epoch-milliseconds', 'none']),
  /** Which references a transaction's record has: order id and `Invoice_Id`, or only the order id. */
  references: carriers,
  /** The same for link records. */
  linkReferences: carriers,
  /**
   * How payouts relate to transactions. `days`: the payout has the times of its first and last transaction;
   * `payout-id`: each transaction has its payout's id; `list`: each payout lists its transactions; `sum`: only date
   * and sum match; `nothing`: the payout has only its net, minus a fee that no record shows; `wrongly`: like `list`,
   * but wrong in three of four payouts.
   */
  payoutsBy: z.enum(['days', 'payout-id', 'list', 'sum', 'nothing', 'wrongly']),
});

export type RecordWords = z.infer<typeof recordWordsSchema>;

const DEFAULT_WORDS: RecordWords = {
  stateField: 'status',
  stateWords: {},
  statesIn: 'both',
  kindField: null,
  times: 'wall-clock',
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
 * The interface documents no field inside `response`, so a client must handle any shape. `generated`: the answer to
 * link generation; `listing`: the answer to date ranges (records by id have the same shape).
 */
export const responseShapeSchema = z.strictObject({
  generated: z.enum(['plain', 'snake_case', 'nested', 'string', 'no-address']),
  listing: z.enum(LISTING_SHAPES),
  /**
   * Whether a 409 contains the existing link; `none`: no 409, and a second link with the same `Invoice_Id` is
   * created.
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
