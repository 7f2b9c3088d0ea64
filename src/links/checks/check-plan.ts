import type { CheckSettings } from '../../config/config.ts';
import type { Link } from '../../store/link.ts';
import { isUncertain, isWatched } from '../../store/link-states.ts';
import type { NextCheck } from '../../store/planned-jobs.ts';

type PlannedCheck = NextCheck & { to: number };

/** From when on its checks may end, by a clock that is sure. */
export const endsAt = (link: Link): number =>
  isWatched(link) ? (link.failure?.watchedUntil ?? 0) : link.expiresAt;

/** Checks after a callback: the service may call before its own records show the payment. */
const CHECKS_AFTER_CALLBACK = 6;
const HOUR_MS = 60 * 60_000;
/** A link uncertain for longer than this is checked once an hour. */
const PATIENT_AFTER_MS = 24 * HOUR_MS;
/**
 * An uncertain link is watched for this long after its expiry: one whose answer was lost may exist and be paid. A reported
 * one, also after its last news: each of its checks reads everything since it was made, so they must end.
 */
const WATCHED_MS = 30 * 24 * HOUR_MS;

/** When a link gets a check of its own, apart from the sweeps. */
export const createCheckPlan = ({ checkAfterMs, checkAtMostMs }: CheckSettings) => {
  const delay = (attempts: number) => Math.min(checkAtMostMs, checkAfterMs * 2 ** Math.min(attempts, 30));
  return {
    first: (now: number): PlannedCheck => ({ to: now + checkAfterMs, attempts: 0 }),
    /**
     * After a check. `mayEnd`: the clock may be trusted to say that nobody need look any more. `isRead`: the service answered.
     * `hasAllNews`: its answer was new and covers everything that callbacks reported.
     */
    next: (
      link: Link,
      {
        attempts,
        now,
        mayEnd,
        isRead,
        hasAllNews,
      }: { attempts: number; now: number; mayEnd: boolean; isRead: boolean; hasAllNews: boolean },
    ): NextCheck => {
      if (isWatched(link)) {
        return mayEnd ? { to: null, attempts } : { to: now + delay(attempts), attempts: attempts + 1 };
      }
      const isDoubtful = isUncertain(link.state);
      const isOpen = link.state === 'open' && (link.address === null || attempts < CHECKS_AFTER_CALLBACK);
      // Only a callback starts a check of a paid link. The records may not show a refund yet.
      const isRefundComing = link.state === 'paid' && !hasAllNews && attempts < CHECKS_AFTER_CALLBACK;
      if (isRead && !isDoubtful && !isOpen && !isRefundComing) return { to: null, attempts: 0 };
      const lastNews = link.state === 'reported' ? link.updatedAt : 0;
      if (isDoubtful && mayEnd && now > Math.max(link.expiresAt, lastNews) + WATCHED_MS)
        return { to: null, attempts };
      const isPatient = isDoubtful && now - link.updatedAt > PATIENT_AFTER_MS;
      const wait = isPatient ? Math.max(HOUR_MS, checkAtMostMs) : delay(attempts);
      return { to: now + wait, attempts: attempts + 1 };
    },
  };
};

export type CheckPlan = ReturnType<typeof createCheckPlan>;
