import { formatLocalDateTime, parseLocalDateTime } from '../../payment-service/local-date-time.ts';
import { addDays, addMonths, monthOf, yearOf } from '../../reports/calendar-days.ts';
import { dayOf } from '../../reports/date-span.ts';
import { type BatchRow, isAlike, type NewBatchRow } from '../../store/batch.ts';

const LEAST_MS = 24 * 60 * 60_000;

/**
 * The rows of a batch as they would be made again: the same customers and amounts, valid for as long as before. Numbers that the file gave are used up: each link gets a new one. Rows whose customer was erased are left out.
 */
export const buildNextRows = (
  rows: readonly BatchRow[],
  {
    from,
    to,
    expiresAt,
    cancelledOf,
    timeZone,
  }: {
    /** When the batch was made, and when it is made again. */
    from: number;
    to: number;
    /** For rows that would expire within a day. */
    expiresAt: number;
    /** Somebody stopped it midway: what was left of so many that were chosen comes again, too. Null: nobody did. */
    cancelledOf: number | null;
    timeZone: string;
  },
): NewBatchRow[] => {
  const months = countMonths(dayOf(from, timeZone), dayOf(to, timeZone));
  const moveExpiry = (at: number): number => {
    const moved = moveMonths(at, months, timeZone);
    return moved < to + LEAST_MS ? expiresAt : moved;
  };
  const readable = rows.filter(({ request }) => request !== null);
  // Those that are like another one were chosen all, or none of them.
  const hadAlike = cancelledOf !== null && cancelledOf > readable.filter((row) => !isAlike(row)).length;
  const again = readable.filter(
    (row) => row.state !== 'left' || (cancelledOf !== null && (hadAlike || !isAlike(row))),
  );
  const numbers = new Set(again.map(({ number }) => number));
  return again.flatMap(({ number, cells, request, amountFils, expiresAt: before, twinOf }) => {
    if (request === null) return [];
    const { Invoice_Id: _, ...rest } = request;
    const after = moveExpiry(before ?? to);
    return [
      {
        number,
        cells: cells ?? [],
        request: { ...rest, expiryOn: formatLocalDateTime(after, timeZone) },
        amountFils,
        expiresAt: after,
        faults: [],
        twinOf: twinOf !== null && numbers.has(twinOf) ? twinOf : null,
      },
    ];
  });
};

/** At least one: the same month does not come again. */
const countMonths = (from: string, to: string): number =>
  Math.max(1, (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from));

/** The last day of a month stays a last day. */
function moveMonths(at: number, months: number, timeZone: string): number {
  const text = formatLocalDateTime(at, timeZone);
  const day = text.slice(0, 10);
  const isLast = monthOf(addDays(day, 1)) !== monthOf(day);
  const moved = isLast
    ? addDays(addMonths(`${addDays(day, 1).slice(0, 7)}-01`, months), -1)
    : addMonths(day, months);
  return parseLocalDateTime(`${moved}${text.slice(10)}`, timeZone) ?? at;
}
