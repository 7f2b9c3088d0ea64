import { z } from 'zod';

/**
 * What travels with an open form in `private_metadata`. The person's client saw it: it names a form, and
 * grants nothing.
 */
const formMetadataSchema = z.object({ nonce: z.string().min(8).max(64), isLong: z.boolean() });

export type FormMetadata = z.infer<typeof formMetadataSchema>;

export const writeFormMetadata = (metadata: FormMetadata): string => JSON.stringify(metadata);

export const parseFormMetadata = (text: string): FormMetadata => formMetadataSchema.parse(JSON.parse(text));
