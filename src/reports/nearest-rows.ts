import type { DateSpan } from './date-span.ts';
import { readDateWords } from './date-words.ts';
import type { ReportReader } from './report-reader.ts';
import type { ReportQuery } from './report-row.ts';

/** From the nearest to the widest; each costs one call for one row. */
const CANDIDATES = ['last 7 days', 'this month', 'last month', 'this year'] as const;

interface NearestRows {
  span: DateSpan;
  /** As the service reported it; null if it did not. */
  total: number | null;
}

/**
 * When a range has no rows: a range close to now that does. Null if nothing up to this year has any. Throws
 * the service's error.
 */
export const findNearestRows = async (
  query: ReportQuery,
  { reader, now, timeZone }: { reader: Pick<ReportReader, 'page'>; now: number; timeZone: string },
): Promise<NearestRows | null> => {
  const empty: DateSpan[] = [query.span];
  for (const words of CANDIDATES) {
    const { span } = readDateWords(words, { now, timeZone });
    if (span === null || empty.some((known) => known.from <= span.from && span.to <= known.to)) continue;
    const { rows, total } = await reader.page({ kind: query.kind, span }, { page: 0, size: 1 });
    if (rows.length > 0) return { span, total };
    empty.push(span);
  }
  return null;
};
