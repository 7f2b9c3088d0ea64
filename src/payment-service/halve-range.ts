import { millisecondsInHour } from 'date-fns/constants';
import { TooLargeAnswerError } from './errors.ts';
import { type DateRange, formatLocalDateTime, parseLocalDateTime } from './local-date-time.ts';

/**
 * The one rule for a range whose answer was too large, as from a service that ignores `size`: the halves to read in its
 * place, each to its own end, and each halved again if need be. They share a second, so that no record is between them:
 * one that was made in it may come twice. Null: another error, or a range of an hour, which cannot be read.
 */
export const halvesFor = (error: unknown, { fromDate, toDate }: DateRange): readonly DateRange[] | null => {
  if (!(error instanceof TooLargeAnswerError)) return null;
  const [from, to] = [parseLocalDateTime(fromDate, 'UTC'), parseLocalDateTime(toDate, 'UTC')];
  if (from === null || to === null || to - from <= millisecondsInHour) return null;
  const middle = formatLocalDateTime(from + (to - from) / 2, 'UTC');
  return [
    { fromDate, toDate: middle },
    { fromDate: middle, toDate },
  ];
};
