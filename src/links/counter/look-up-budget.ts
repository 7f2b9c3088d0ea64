import type { Clock } from '../../clock.ts';
import type { Link } from '../../store/link.ts';

/** Limits how often the service is asked about links in open counter windows. Its own limit is not known. */
interface LookUpBudget {
  /**
   * Takes a look-up if one is allowed now. `isCheap`: the service finds the link by its id. `openForMs`: how long the window
   * has been open. No window waits for those of other people.
   */
  take(
    link: Pick<Link, 'id' | 'teamId' | 'updatedAt'>,
    look: { isCheap: boolean; openForMs: number },
  ): boolean;
  /** The service did not answer, or refused: the workspace waits, twice as long each time. */
  backOff(teamId: string): void;
  resume(teamId: string): void;
  /** The last look-up in the workspace failed. */
  isBackedOff(teamId: string): boolean;
  /** A link has ended. `isAsked`: a look-up found it, or may have; else a callback or a check did before. */
  noteEnd(teamId: string, how: { isAsked: boolean }): void;
  forget(linkId: string): void;
}

const LINK_EVERY_MS = 3_000;
/** Where callbacks come first; and without a look-up by id, because one check may read many pages of the service's listings. */
const SELDOM_EVERY_MS = 15_000;
/** Most customers pay at once; the longer it takes, the less likely someone is still there. */
const SHARE_OF_TIME_OPEN = 1 / 20;
const FIRST_BACK_OFF_MS = 6_000;
const LONGEST_BACK_OFF_MS = 2 * 60_000;

export const createLookUpBudget = ({ clock }: { clock: Pick<Clock, 'now'> }): LookUpBudget => {
  const lastOf = new Map<string, number>();
  /** Workspaces that were told of the last link that ended before a look-up found it. */
  const told = new Set<string>();
  const backedOff = new Map<string, { until: number; forMs: number }>();

  return {
    take: ({ id, teamId, updatedAt }, { isCheap, openForMs }) => {
      const now = clock.now();
      if (now < (backedOff.get(teamId)?.until ?? 0)) return false;
      const everyMs = Math.max(
        isCheap && !told.has(teamId) ? LINK_EVERY_MS : SELDOM_EVERY_MS,
        openForMs * SHARE_OF_TIME_OPEN,
      );
      if (now - (lastOf.get(id) ?? updatedAt) < everyMs) return false;
      lastOf.set(id, now);
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
    noteEnd: (teamId, { isAsked }) => {
      if (isAsked) told.delete(teamId);
      else told.add(teamId);
    },
    forget: (linkId) => {
      lastOf.delete(linkId);
    },
  };
};
