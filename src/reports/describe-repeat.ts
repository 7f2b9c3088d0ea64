import { formatMinute, nameZone } from '../blocks/money-and-time.ts';
import type { Repeat } from '../store/schedule-store.ts';
import { WEEKDAYS } from '../workspaces/settings/settings-inputs.ts';

/** `every Monday at 09:00 (Dubai)`, `on the last day of each month at 09:00 (Dubai)`. Plain text. */
export const describeRepeat = ({ every, on, atMinute }: Repeat, timeZone: string): string =>
  `${describeDays({ every, on })} at ${formatMinute(atMinute)} (${nameZone(timeZone)})`;

/** `every day`, `every Monday`, `on the 5th of each month`. */
export const describeDays = ({ every, on }: Pick<Repeat, 'every' | 'on'>): string => {
  if (every === 'day') return 'every day';
  if (every === 'week') return `every ${WEEKDAYS[on] ?? 'week'}`;
  return on >= 29 ? 'on the last day of each month' : `on the ${ordinal(on)} of each month`;
};

function ordinal(number: number): string {
  const last = number % 10;
  const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${number}${ending}`;
}
