import type { Link } from '../../store/link.ts';

const HOUR_MS = 60 * 60_000;

/** How many hours before an unpaid link expires the workspace wants a reminder; null: never. */
export type ReminderHoursOf = (teamId: string) => Promise<number | null>;

/** Null when the link expires too soon for a reminder to help, and for a row of a batch, whose digest names it. */
export const reminderTime = (
  { expiresAt, batchId }: Pick<Link, 'expiresAt' | 'batchId'>,
  now: number,
  hours: number | null,
): number | null => {
  if (hours === null || batchId !== undefined) return null;
  const at = expiresAt - hours * HOUR_MS;
  return at > now ? at : null;
};
