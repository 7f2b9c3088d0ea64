import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { JobWorker } from '../jobs/job-worker.ts';
import type { BusinessName } from '../links/business-name.ts';
import type { Issuer } from '../links/issuer.ts';
import type { Settler } from '../links/settler.ts';
import type { Watcher } from '../links/watcher.ts';
import type { Log } from '../log.ts';
import type { Notifier } from '../notices/notifier.ts';
import type { Store } from '../store/open-store.ts';
import type { ExportDependencies } from './exports/export-dependencies.ts';
import type { QrPictures } from './qr-pictures.ts';
import type { ReportDependencies } from './reports/report-dependencies.ts';

/** What listeners may use. `work` is what must be finished before the process ends. */
export interface ListenerDependencies {
  store: Store;
  issuer: Issuer;
  settler: Settler;
  watcher: Watcher;
  businessName: BusinessName;
  notifier: Notifier;
  qrPictures: QrPictures;
  reports: ReportDependencies;
  exports: ExportDependencies;
  jobWorker: Pick<JobWorker, 'wake'>;
  /** For what happens after the ack: patient, and not bound to the 3 seconds of a trigger. */
  patientClient: WebClient;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
  work: { track<T>(task: Promise<T>): Promise<T> };
}
