import { z } from 'zod';
import { DEFAULT_WORDS, recordWordsSchema } from './record-words.ts';

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
