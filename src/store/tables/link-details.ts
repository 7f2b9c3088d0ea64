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

export const cardRefusalSchema = z.object({ code: z.string(), at: z.number() });

/** Why a card could not be posted in a channel: Slack's error code, and when we last tried. */
export type CardRefusal = z.infer<typeof cardRefusalSchema>;
