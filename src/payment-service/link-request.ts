import { z } from 'zod';
import { parseLocalDateTime } from './local-date-time.ts';

/** Lengths, bounds and patterns of link generation, exactly as the interface states them (section "Payment link request"). */
export const LINK_REQUEST_RULES = {
  FullName: { min: 2, max: 50, pattern: /^[a-zA-Z./' ]+$/ },
  /** The interface states a maximum of 45 and of 60; 45 satisfies both. */
  Email: { min: 3, max: 45 },
  invoiceAmount: { min: 10, decimals: 2 },
  notes: { min: 2, max: 150 },
  place: { pattern: /^[a-zA-Z\s.'-]+$/ },
  expiryOn: { pattern: /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/ },
} as const;

const { FullName, Email, invoiceAmount, notes, place, expiryOn } = LINK_REQUEST_RULES;

/** The type of each field, without the interface's rules: enough to read a request that was stored earlier. */
export const linkRequestFields = {
  FullName: z.string(),
  Email: z.string(),
  Phone: z.string(),
  invoiceAmount: z.number(),
  notes: z.string(),
  isTermsAndConditionsAccepted: z.boolean(),
  currency: z.string().optional(),
  expiryOn: z.string(),
  Is_QR_needed: z.boolean(),
  Is_invoice_generated: z.boolean(),
  Address: z.string().optional(),
  City: z.string().optional(),
  Country: z.string().optional(),
  Invoice_Id: z.string().optional(),
  Product_Id: z.string().optional(),
  callback_url: z.string().optional(),
};

const fields = linkRequestFields;

/**
 * The body of `POST /payment-link/generate`: each field with the rule the interface states.
 * The form, the client and the sandbox service all validate with this one schema.
 * `invoiceAmount` is AED as a JSON number; `expiryOn` is `yyyy-MM-dd HH:mm:ss` in the merchant's zone.
 */
export const linkRequestSchema = z.strictObject({
  ...fields,
  FullName: fields.FullName.min(FullName.min).max(FullName.max).regex(FullName.pattern),
  Email: fields.Email.min(Email.min).max(Email.max),
  invoiceAmount: fields.invoiceAmount
    .min(invoiceAmount.min)
    .refine(hasAtMostTwoDecimals, { error: 'must have at most two decimals', params: { rule: 'decimals' } }),
  notes: fields.notes.min(notes.min).max(notes.max),
  isTermsAndConditionsAccepted: z.literal(true),
  currency: z.literal('AED').optional(),
  expiryOn: fields.expiryOn
    .regex(expiryOn.pattern)
    .refine((text) => parseLocalDateTime(text, 'UTC') !== null, {
      error: 'must be a date that exists',
      params: { rule: 'calendar' },
    }),
  City: z.string().regex(place.pattern).optional(),
  Country: z.string().regex(place.pattern).optional(),
});

export type LinkRequest = z.infer<typeof linkRequestSchema>;

/** JSON carries the shortest decimal text for a double, so checking that text is exact. */
function hasAtMostTwoDecimals(amount: number): boolean {
  return /^\d+(\.\d{1,2})?$/.test(String(amount));
}
