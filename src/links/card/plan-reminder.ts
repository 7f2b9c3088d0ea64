import { z } from 'zod';
import { nextMorning } from '../../blocks/next-morning.ts';
import { buildTell } from '../../slack/tell.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What is told of unpaid links that expire soon: to all their owners, or to one. */
export const TOLD_ENDING = 'ending';

/** Of the links that expire from one instant until before the other. */
export const endingSchema = z.object({
  from: z.number(),
  until: z.number(),
  isOwner: z.boolean().default(false),
});

/**
 * Reminds of an unpaid link, `hours` before it expires; never, if it is too late to help. What is due in the 24 hours from a morning
 * is one message to each owner on that morning. After its morning, a link has its own time.
 */
export const planReminder = (
  { teamId, ownerId, expiresAt }: Pick<Link, 'teamId' | 'ownerId' | 'expiresAt'>,
  { now, hours, timeZone }: { now: number; hours: number | null; timeZone: string },
): NewJob[] => {
  const beforeMs = (hours ?? 0) * HOUR_MS;
  const at = expiresAt - beforeMs;
  if (hours === null || at <= now) return [];
  const morning = nextMorning(at, timeZone).dueAt - DAY_MS;
  const [dueAt, lastsMs] = morning > now ? [morning, DAY_MS] : [at, 1];
  const from = dueAt + beforeMs;
  const ids = { from, until: from + lastsMs };
  const key = [TOLD_ENDING, teamId, ...Object.values(ids)].join(':');
  return [buildTell({ teamId, key, dueAt }, ownerId, { what: TOLD_ENDING, ids })];
};
