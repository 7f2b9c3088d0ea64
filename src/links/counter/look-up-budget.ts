import type { Clock } from '../../clock.ts';

/** Limits how often the service is asked about links in open counter windows. Its own limit is not known. */
interface LookUpBudget {
  /**
   * Takes a look-up if one is allowed now. `isCheap`: the service finds the link by its id. `openForMs`: how long the window
   * has been open.
   */
  take(look: { teamId: string; linkId: string; isCheap: boolean; openForMs: number }): boolean;
  /** The service did not answer, or refused: the workspace waits, twice as long each time. */
  backOff(teamId: string): void;
  resume(teamId: string): void;
  /** The last look-up in the workspace failed. */
  isBackedOff(teamId: string): boolean;
  forget(linkId: string): void;
}

const LINK_EVERY_MS = 3_000;
/** Without a look-up by id, one check may read many pages of the service's listings. */
const LISTED_EVERY_MS = 15_000;
/** Most customers pay at once; the longer it takes, the less likely someone is still there. A window open for 5 minutes is looked up every 15 seconds. */
const SHARE_OF_TIME_OPEN = 1 / 20;
const MINUTE_MS = 60_000;
const TEAM_PER_MINUTE = 20;
const FIRST_BACK_OFF_MS = 6_000;
const LONGEST_BACK_OFF_MS = 2 * MINUTE_MS;

export const createLookUpBudget = ({ clock }: { clock: Pick<Clock, 'now'> }): LookUpBudget => {
  const lastOf = new Map<string, number>();
  const takenBy = new Map<string, number[]>();
  const backedOff = new Map<string, { until: number; forMs: number }>();

  return {
    take: ({ teamId, linkId, isCheap, openForMs }) => {
      const now = clock.now();
      if (now < (backedOff.get(teamId)?.until ?? 0)) return false;
      const last = lastOf.get(linkId);
      const everyMs = Math.max(isCheap ? LINK_EVERY_MS : LISTED_EVERY_MS, openForMs * SHARE_OF_TIME_OPEN);
      if (last !== undefined && now - last < everyMs) return false;
      const recent = (takenBy.get(teamId) ?? []).filter((at) => now - at < MINUTE_MS);
      if (recent.length >= TEAM_PER_MINUTE) return false;
      takenBy.set(teamId, [...recent, now]);
      lastOf.set(linkId, now);
      return true;
    },
    backOff: (teamId) => {
      const before = backedOff.get(teamId)?.forMs ?? 0;
      const forMs = Math.min(LONGEST_BACK_OFF_MS, Math.max(FIRST_BACK_OFF_MS, 2 * before));
      backedOff.set(teamId, { until: clock.now() + forMs, forMs });
    },
    resume: (teamId) => {
      backedOff.delete(teamId);
    },
    isBackedOff: (teamId) => backedOff.has(teamId),
    forget: (linkId) => {
      lastOf.delete(linkId);
    },
  };
};
