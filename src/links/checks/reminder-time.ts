import type { Link } from '../../store/link.ts';

const HOUR_MS = 60 * 60_000;

/** How many hours before an unpaid link expires the workspace wants a reminder; null: never. */
export type ReminderHoursOf = (teamId: string) => Promise<number | null>;

/** Null when the link expires too soon for a reminder to help. */
export const reminderTime = (
  { expiresAt }: Pick<Link, 'expiresAt'>,
  now: number,
  hours: number | null,
): number | null => {
  if (hours === null) return null;
  const at = expiresAt - hours * HOUR_MS;
  return at > now ? at : null;
};
