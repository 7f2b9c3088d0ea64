import { z } from 'zod';
import { EXPORT_FORMATS } from '../../reports/export-job-state.ts';

const metadataSchema = z.object({
  reportId: z.string(),
  format: z.enum(EXPORT_FORMATS),
  channelId: z.string(),
  ts: z.string(),
});

export type ExportPlaceMetadata = z.infer<typeof metadataSchema>;

export const writeExportPlaceMetadata = (metadata: ExportPlaceMetadata): string => JSON.stringify(metadata);

/** Throws on what this app did not write. */
export const parseExportPlaceMetadata = (text: string): ExportPlaceMetadata =>
  metadataSchema.parse(JSON.parse(text));
