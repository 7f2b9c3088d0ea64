import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { JobWorker } from '../jobs/job-worker.ts';
import type { Approvals } from '../links/approvals.ts';
import type { BusinessName } from '../links/business-name.ts';
import type { Issuer } from '../links/issuer.ts';
import type { Settler } from '../links/settler.ts';
import type { Watcher } from '../links/watcher.ts';
import type { WorkspaceWords } from '../links/workspace-words.ts';
import type { Log } from '../log.ts';
import type { Notifier } from '../notices/notifier.ts';
import type { Pictures } from '../pictures/pictures.ts';
import type { Store } from '../store/open-store.ts';
import type { Audit } from '../workspaces/audit.ts';
import type { ConnectionHealths } from '../workspaces/connection-health.ts';
import type { Installations } from '../workspaces/installations.ts';
import type { Members } from '../workspaces/members.ts';
import type { Settings } from '../workspaces/settings.ts';
import type { ExportDependencies } from './exports/export-dependencies.ts';
import type { OpenHomes } from './home/open-homes.ts';
import type { ReportDependencies } from './reports/report-dependencies.ts';
import type { ViewPresses } from './view-presses.ts';

/** What listeners may use, for the workspace that a request came from. `work` is what must be finished before the process ends. */
export interface ListenerDependencies {
  store: Store;
  issuer: Issuer;
  settler: Settler;
  watcher: Watcher;
  businessName: BusinessName;
  notifier: Notifier;
  pictures: Pictures;
  reports: ReportDependencies;
  exports: ExportDependencies;
  members: Members;
  settings: Settings;
  audit: Audit;
  healths: ConnectionHealths;
  openHomes: OpenHomes;
  presses: ViewPresses;
  approvals: Approvals;
  words: Pick<WorkspaceWords, 'changed'>;
  /** Null: one workspace, by a token from the environment. */
  installations: Installations | null;
  /** Whether the workspace's credentials at the payment service are there. */
  isConnected: (teamId: string) => Promise<boolean>;
  /** What the app was allowed there; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
  /**
   * The address of a fresh private page for the payment service's credentials, or null for who may not enter them.
   * Null: they are in the environment.
   */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  /** How long a payment may go unnoticed, in milliseconds, as the service can send no callbacks; null: it can. */
  noticedWithinMs: number | null;
  jobWorker: Pick<JobWorker, 'wake'>;
  /** Of the workspace, for what happens after the ack: patient, and not bound to the 3 seconds of a trigger. */
  patientClient: WebClient;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
  work: { track<T>(task: Promise<T>): Promise<T> };
}
