import type { Link } from '../store/link.ts';

const HOUR_MS = 60 * 60_000;

/** Hours before its end at which a workspace wants to be reminded of an unpaid link; null: never. */
export type NudgeHoursOf = (teamId: string) => Promise<number | null>;

/** Null for a link that lives too short for a reminder to be one. */
export const nudgeTime = (
  { expiresAt }: Pick<Link, 'expiresAt'>,
  now: number,
  hours: number | null,
): number | null => {
  if (hours === null) return null;
  const at = expiresAt - hours * HOUR_MS;
  return at > now ? at : null;
};
