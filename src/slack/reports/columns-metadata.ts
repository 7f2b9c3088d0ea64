import { z } from 'zod';
import { parseReportPointer, type ReportPointer, writeReportPointer } from '../../messages/report-pointer.ts';
import type { ResponseAddress } from './post-response.ts';

/** A `response_url` lives thirty minutes, wherever it is kept: the window outlives a restart of this process. */
const metadataSchema = z.object({
  pointer: z.string(),
  to: z.object({ url: z.string(), isReplacing: z.boolean() }),
  /** Marks of the columns that are shown where nobody chose. */
  usual: z.array(z.string()).max(100),
});

interface ColumnsMetadata {
  pointer: ReportPointer;
  to: ResponseAddress;
  usual: string[];
}

export const writeColumnsMetadata = ({ pointer, to, usual }: ColumnsMetadata): string =>
  JSON.stringify({ pointer: writeReportPointer(pointer), to, usual });

export const parseColumnsMetadata = (text: string): ColumnsMetadata | null => {
  const { pointer: written, to, usual } = metadataSchema.parse(JSON.parse(text));
  const pointer = parseReportPointer(written);
  return pointer && { pointer, to, usual };
};
