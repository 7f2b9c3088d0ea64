import type { ListRows } from './list-rows.ts';
import { mayBePageLength } from './read-page.ts';
import { WHOLE_PAGE } from './read-rows.ts';
import type { ReportQuery } from './report-row.ts';
import { fingerprintOf } from './seen-rows.ts';

/**
 * The service's total. If it gives none, a number above `cap` if rows exist past it, otherwise null. To spot
 * a service that repeats its last page past the end, we also ask for the page after.
 */
export const countRows = async (list: ListRows, query: ReportQuery, cap: number): Promise<number | null> => {
  const first = await list(query, { page: 0, size: WHOLE_PAGE });
  const onFirstPage = first.rows.length;
  if (onFirstPage === 0) return first.isList ? (first.total ?? 0) : null;
  if (!first.isList) return onFirstPage;
  if (first.total !== null && !mayBePageLength(first.total, onFirstPage)) return first.total;
  if (onFirstPage > cap) return onFirstPage;
  if (first.total !== null) {
    const { rows } = await list(query, { page: 1, size: WHOLE_PAGE });
    if (rows.length === 0) return first.total;
  }

  const page = Math.max(1, Math.floor(cap / onFirstPage));
  const past = await list(query, { page, size: WHOLE_PAGE });
  const isPast = page * onFirstPage + past.rows.length > cap && past.rows.length > 0;
  if (!isPast || fingerprintOf(past.rows) === fingerprintOf(first.rows)) return null;
  const after = await list(query, { page: page + 1, size: WHOLE_PAGE });
  const isRepeated = fingerprintOf(after.rows) === fingerprintOf(past.rows);
  return isRepeated ? null : page * onFirstPage + past.rows.length;
};
