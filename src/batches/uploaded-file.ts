import { z } from 'zod';

/** A file in a form's submission. Slack may leave out the addresses; `files.info` has them then. */
export const uploadedFileSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().max(255).nullish(),
  size: z.number().nullish(),
  url_private_download: z.string().nullish(),
  url_private: z.string().nullish(),
});

export type UploadedFile = z.infer<typeof uploadedFileSchema>;
