import { z } from 'zod';
import { linkRequestFields } from '../../payment-service/link-request.ts';

/** The request as entered, under the interface's own field names, without those that have their own column. */
export const linkDetailsSchema = z
  .object(linkRequestFields)
  .omit({
    invoiceAmount: true,
    isTermsAndConditionsAccepted: true,
    currency: true,
    Invoice_Id: true,
    callback_url: true,
  })
  .extend({
    /** When the customer's data in this object was erased, in milliseconds since the epoch. */
    erasedAt: z.number().optional(),
  });

export type LinkDetails = z.infer<typeof linkDetailsSchema>;

/**
 * Who asked finance to give back what was too much, when, and how much: all that was too much then. `goneFils`: what of the sale had gone
 * back by then. In integer fils.
 */
export const refundAskedSchema = z.object({
  by: z.string(),
  at: z.number(),
  fils: z.int().positive(),
  goneFils: z.int(),
});

/** Who counted a part payment as paid in full, when, and what was missing of it, in integer fils. */
export const settledSchema = z.object({ by: z.string(), at: z.number(), missingFils: z.int().positive() });

/** What went wrong with a link, in words for its creator. */
export const linkFailureSchema = z.object({
  what: z.string(),
  next: z.string(),
  reference: z.string().nullable(),
  /** The request field the service complained about, if it named one. */
  field: z.string().nullable(),
  /** The service rejected a typed value, so the creator can fix it in the form. */
  isAboutValues: z.boolean().optional(),
  /** The service was too busy; how long it asked us to wait, or null if it did not say. */
  retryAfterMs: z.number().nullable().optional(),
  /**
   * Why nobody knows whether the link exists, if a look at the listing can decide that. `answered-no`: the service said no, and
   * some say that after they did the work. `number-taken`: it says that it has the number that a person typed.
   */
  doubt: z.enum(['answered-no', 'number-taken']).optional(),
  /** Complete looks that did not find a number that is taken. */
  looks: z.number().optional(),
  /** No look found the link. It may still turn up, and is looked for until then. */
  watchedUntil: z.number().optional(),
  /** The existing link with the same reference, if that is why the service refused this one. */
  existing: z.object({ address: z.string().nullable(), amountFils: z.number().nullable() }).optional(),
});

export type LinkFailure = z.infer<typeof linkFailureSchema>;
