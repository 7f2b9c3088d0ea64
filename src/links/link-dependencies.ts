import type { ModalView } from '@slack/types';
import type { JobWorker } from '../delivery/job-worker.ts';
import type { Pictures } from '../delivery/pictures/pictures.ts';
import type { ListenerDependencies } from '../slack/listener.ts';
import type { ViewPresses } from '../slack/views.ts';
import type { Conflict } from '../store/reserve-link.ts';
import type { Accounts } from '../workspaces/accounts.ts';
import type { BusinessName } from '../workspaces/business-details.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { LostLinks } from './checks/lost-links.ts';
import type { Watcher } from './checks/watcher.ts';
import type { OpenCounters } from './counter/open-counters.ts';
import type { LinkDraft, Reservation } from './form/issuer.ts';

/**
 * Reserves a link, or requests approval if it is above the workspace's limit (null: no limit). `waiting`: the view
 * that replaces the form until a second person decides.
 */
export type ReserveOrAsk = (
  draft: LinkDraft,
  limitFils: number | null,
) => Promise<
  Extract<Reservation, { conflict: null }> | { waiting: ModalView; conflict: null } | { conflict: Conflict }
>;

/** What the listeners of links use. */
export interface LinkDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'settings' | 'audit'> {
  reserveOrAsk: ReserveOrAsk;
  lostLinks: LostLinks;
  watcher: Watcher;
  /** Delivers notices to Slack. */
  notifier: Pick<JobWorker, 'wake'>;
  pictures: Pictures;
  openCounters: OpenCounters;
  presses: ViewPresses;
  businessName: BusinessName;
  accounts: Accounts;
}
