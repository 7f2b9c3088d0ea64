import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';

/** Slack rolls new blocks out workspace by workspace, so after a refusal we try again an hour later. */
const REMEMBERED_MS = 60 * 60_000;
const MOST_KEPT = 5_000;

/** Whether Slack accepts a kind of block in one workspace, as far as this process has seen. */
export interface BlockSupport {
  isRefused(): boolean;
  /** Call this when Slack has just refused one. */
  markRefused(): void;
}

/** One tracker per workspace: a block that Slack refuses in one may work in another. */
export const createBlockSupport = (clock: Pick<Clock, 'now'>): ((teamId: string) => BlockSupport) => {
  const refusedUntil = createRecentMap<number>(MOST_KEPT);
  return (teamId) => ({
    isRefused: () => clock.now() < (refusedUntil.get(teamId) ?? 0),
    markRefused: () => {
      refusedUntil.set(teamId, clock.now() + REMEMBERED_MS);
    },
  });
};
