import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';

/** New blocks come to workspaces one after the other: after a refusal it is worth another try in an hour. */
const REMEMBERED_MS = 60 * 60_000;
const MOST_KEPT = 5_000;

/** Whether Slack takes a kind of block in one workspace, as far as this process has seen. */
export interface BlockSupport {
  isRefused(): boolean;
  /** Slack has just refused one. */
  markRefused(): void;
}

/** One workspace may have what another is refused. */
export const createBlockSupport = (clock: Pick<Clock, 'now'>): ((teamId: string) => BlockSupport) => {
  const refusedUntil = createRecentMap<number>(MOST_KEPT);
  return (teamId) => ({
    isRefused: () => clock.now() < (refusedUntil.get(teamId) ?? 0),
    markRefused: () => {
      refusedUntil.set(teamId, clock.now() + REMEMBERED_MS);
    },
  });
};
