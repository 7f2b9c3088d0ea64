import type { Approvals } from '../approvals/approvals.ts';
import type { Clock } from '../clock.ts';
import type { LinkDependencies } from '../links/link-dependencies.ts';
import { createRecentMap } from '../recent-map.ts';
import type { ConnectionHealths } from '../workspaces/business-details.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';

export interface HomeOwner {
  teamId: string;
  userId: string;
}

interface OpenHome extends HomeOwner {
  /**
   * The token of the installation that the home belongs to. In a shared channel, a person may press a button
   * of another company's app, where they have no home.
   */
  token: string | undefined;
}

/** Slack does not say when a person leaves their home. */
const OPEN_FOR_MS = 30 * 60_000;
const MOST_KEPT = 5_000;

/** Who opened their home recently. What they do elsewhere then shows there without opening it again. */
export const createOpenHomes = (clock: Pick<Clock, 'now'>) => {
  const openedAt = createRecentMap<number>(MOST_KEPT);
  const keyOf = ({ teamId, userId, token = '' }: OpenHome) => `${teamId} ${userId} ${token}`;
  return {
    opened: (home: OpenHome): void => {
      openedAt.set(keyOf(home), clock.now());
    },
    isOpen: (home: OpenHome): boolean =>
      clock.now() - (openedAt.get(keyOf(home)) ?? Number.NEGATIVE_INFINITY) < OPEN_FOR_MS,
  };
};

/** What the listeners of the app's home use. */
export interface HomeListenerDependencies
  extends LinkDependencies,
    Pick<WorkspaceDependencies, 'connectAddress'> {
  openHomes: ReturnType<typeof createOpenHomes>;
  healths: ConnectionHealths;
  approvals: Pick<Approvals, 'waitingIn'>;
  /** The scopes granted in the workspace; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
  /** Without callbacks: the longest a payment can go unnoticed, in milliseconds. Null: the service sends callbacks. */
  noticedWithinMs: number | null;
}
