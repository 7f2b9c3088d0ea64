import { z } from 'zod';

/** Slack takes 3000 characters of metadata; an id has 24. */
export const MOST_ACKNOWLEDGED = 60;

/**
 * What travels with an open form in `private_metadata`. The person's client saw it: it names a form, and
 * grants nothing.
 */
const formMetadataSchema = z.object({
  nonce: z.string().min(8).max(64),
  isLong: z.boolean(),
  /** Links for the same customer and amount that the person was shown, and wants another beside. */
  acknowledged: z.array(z.string().max(40)).max(MOST_ACKNOWLEDGED).default([]),
});

export type FormMetadata = z.infer<typeof formMetadataSchema>;

export const writeFormMetadata = (metadata: z.input<typeof formMetadataSchema>): string =>
  JSON.stringify(metadata);

export const parseFormMetadata = (text: string): FormMetadata => formMetadataSchema.parse(JSON.parse(text));
