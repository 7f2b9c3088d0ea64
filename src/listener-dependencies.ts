import type { WebClient } from '@slack/web-api';
import type { Approvals } from './approvals/approvals.ts';
import type { Clock } from './clock.ts';
import type { JobWorker } from './delivery/job-worker.ts';
import type { Pictures } from './delivery/pictures/pictures.ts';
import type { ExportDependencies } from './exports/start-export.ts';
import type { OpenHomes } from './home/open-homes.ts';
import type { Ids } from './ids.ts';
import type { Settler } from './links/checks/settler.ts';
import type { Watcher } from './links/checks/watcher.ts';
import type { OpenCounters } from './links/counter/open-counters.ts';
import type { Issuer } from './links/form/issuer.ts';
import type { ReserveOrAsk } from './links/form/take-form.ts';
import type { Log } from './log.ts';
import type { ReportDependencies } from './reports/report-event.ts';
import type { ViewPresses } from './slack/view-presses.ts';
import type { Store } from './store/open-store.ts';
import type { Audit } from './workspaces/audit.ts';
import type { BusinessName } from './workspaces/business-name.ts';
import type { ConnectionHealths } from './workspaces/connection-health.ts';
import type { Installations } from './workspaces/installations.ts';
import type { Members } from './workspaces/members.ts';
import type { Settings } from './workspaces/settings/settings.ts';
import type { WorkspaceWords } from './workspaces/words/workspace-words.ts';

/** What listeners may use, for the workspace a request came from. `work` must be finished before the process ends. */
export interface ListenerDependencies {
  store: Store;
  issuer: Issuer;
  settler: Settler;
  watcher: Watcher;
  businessName: BusinessName;
  notifier: Pick<JobWorker, 'wake'>;
  pictures: Pictures;
  reports: ReportDependencies;
  exports: ExportDependencies;
  members: Members;
  settings: Settings;
  audit: Audit;
  healths: ConnectionHealths;
  openHomes: OpenHomes;
  openCounters: OpenCounters;
  presses: ViewPresses;
  approvals: Approvals;
  reserveOrAsk: ReserveOrAsk;
  words: Pick<WorkspaceWords, 'changed'>;
  /** Null: a single workspace whose token comes from the environment. */
  installations: Installations | null;
  /** Whether the workspace has entered its payment service credentials. */
  isConnected: (teamId: string) => Promise<boolean>;
  /** The scopes granted in the workspace; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
  /**
   * Resolves with the address of a fresh private page for entering the payment service's credentials, or null when
   * this user may not enter them. The property itself is null when the credentials are in the environment.
   */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  /** Without callbacks: the longest a payment can go unnoticed, in milliseconds. Null: the service sends callbacks. */
  noticedWithinMs: number | null;
  jobWorker: Pick<JobWorker, 'wake'>;
  /** For calls after the ack: longer timeout, not bound by the trigger's 3 seconds. */
  patientClient: WebClient;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
  work: { track<T>(task: Promise<T>): Promise<T> };
}
