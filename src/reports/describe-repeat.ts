import type { Repeat } from '../store/schedule.ts';
import { WEEKDAYS } from '../workspaces/settings/settings-inputs.ts';

/** `every Monday at 09:00 (Dubai)`, `on the last day of each month at 09:00 (Dubai)`. Plain text. */
export const describeRepeat = ({ every, on, atMinute }: Repeat, timeZone: string): string => {
  const zone = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const clock = [Math.floor(atMinute / 60), atMinute % 60].map((part) => String(part).padStart(2, '0'));
  return `${describeDays({ every, on })} at ${clock.join(':')} (${zone})`;
};

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
