import type { Link } from '../store/link.ts';

/** The maker is reminded of an unpaid link this long before it expires. */
const NUDGE_BEFORE_MS = 24 * 60 * 60_000;

/** Null for a link that lives too short for a reminder to be one. */
export const nudgeTime = ({ expiresAt }: Pick<Link, 'expiresAt'>, now: number): number | null => {
  const at = expiresAt - NUDGE_BEFORE_MS;
  return at > now ? at : null;
};
