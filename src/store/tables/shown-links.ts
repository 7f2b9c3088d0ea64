import { z } from 'zod';
import { LINK_STATES } from '../link-states.ts';

const shownLinkSchema = z.object({
  id: z.string(),
  state: z.enum(LINK_STATES),
  isPayable: z.boolean(),
  /** What was paid and not returned in full, in integer fils; null: something, but no record says how much. */
  paidFils: z.number().nullable(),
});

/** A link for the same customer and amount, as it stood when a person was shown it. Holds nothing about the customer. */
export type ShownLink = z.infer<typeof shownLinkSchema>;

/** How every consent is stored. */
export const shownLinksSchema = z.array(shownLinkSchema).readonly();
