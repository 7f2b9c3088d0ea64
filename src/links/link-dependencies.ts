import type { JobWorker } from '../delivery/job-worker.ts';
import type { Pictures } from '../delivery/pictures/pictures.ts';
import type { ListenerDependencies } from '../slack/listener-dependencies.ts';
import type { ViewPresses } from '../slack/view-presses.ts';
import type { BusinessName } from '../workspaces/business-name.ts';
import type { WorkspaceDependencies } from '../workspaces/workspace-dependencies.ts';
import type { Settler } from './checks/settler.ts';
import type { Watcher } from './checks/watcher.ts';
import type { OpenCounters } from './counter/open-counters.ts';
import type { ReserveOrAsk } from './form/take-form.ts';

/** What the listeners of links use. */
export interface LinkDependencies
  extends ListenerDependencies,
    Pick<WorkspaceDependencies, 'store' | 'members' | 'settings' | 'audit'> {
  reserveOrAsk: ReserveOrAsk;
  settler: Settler;
  watcher: Watcher;
  /** Delivers what was written down for Slack. */
  notifier: Pick<JobWorker, 'wake'>;
  pictures: Pictures;
  openCounters: OpenCounters;
  presses: ViewPresses;
  businessName: BusinessName;
  /** Whether the workspace has entered its payment service credentials. */
  isConnected: (teamId: string) => Promise<boolean>;
}
