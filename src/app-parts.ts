import type { WebClient } from '@slack/web-api';
import type { ApprovalRequests } from './approvals/approval-request.ts';
import type { Approvals, ReserveOrAsk } from './approvals/approvals.ts';
import type { Clock } from './clock.ts';
import type { ClockTrust } from './clock-trust.ts';
import type { Config } from './config/config.ts';
import type { OneAtATime } from './delivery/one-at-a-time.ts';
import type { PendingWork } from './delivery/pending-work.ts';
import type { drawQr } from './delivery/pictures/draw-qr.ts';
import type { Pictures } from './delivery/pictures/pictures.ts';
import type { SendBytes } from './delivery/upload-file.ts';
import type { ExportFiles } from './exports/export-files.ts';
import type { OpenHomes } from './home/open-homes.ts';
import type { Identity } from './identity.ts';
import type { Ids } from './ids.ts';
import type { QrPictures } from './links/card/qr-delivery.ts';
import type { LinkWork } from './links/checks/link-work.ts';
import type { OpenCounters } from './links/counter/open-counters.ts';
import type { HalfFilled } from './links/form/half-filled.ts';
import type { ReaderOf } from './listings/report-reader.ts';
import type { Log } from './log.ts';
import type { Store } from './open-store.ts';
import type { Metrics } from './operations/metrics/metrics.ts';
import type { NotePayouts } from './payouts/note-payouts.ts';
import type { Audit } from './people/audit.ts';
import type { Members } from './people/members.ts';
import type { RecentMap } from './recent-map.ts';
import type { Settings } from './settings/settings.ts';
import type { BlockSupport } from './slack/post-response.ts';
import type { ResponseUrls } from './slack/slack-fetch.ts';
import type { Held } from './slack/token-watch.ts';
import type { Vocabularies } from './teaching/workspace-vocabulary.ts';
import type { BusinessName, ConnectionHealths } from './tenancy/business-details.ts';
import type { Workspaces } from './tenancy/workspaces.ts';

/** What is there before it is known which workspaces are served. */
export interface Ground {
  config: Config;
  store: Store;
  /** That of the database. */
  identity: Identity;
  clock: Clock;
  /** Asked before what cannot be undone because time has passed. */
  isClockSure: ClockTrust['isSure'];
  /** Asked before a new link. */
  isClockOff: ClockTrust['isOff'];
  ids: Ids;
  random: () => number;
  timeZone: string;
  log: Log;
  audit: Audit;
  /** The words that each workspace’s records are read by. */
  vocabularies: Vocabularies;
}

/** What the rooms stand on: made from the environment by `open-base.ts`, and from a made-up world by the simulator. */
export interface Base extends Ground, Workspaces {
  metrics: Pick<Metrics, 'onNotice' | 'onJobGivenUp' | 'onSweep'>;
  // Whose jobs are run: those of workspaces whose token Slack rejects wait.
  held: () => Held;
  /** The only workspace whose jobs are run; null: all of this database. */
  only: () => string | null;
  // The people of the workspaces, and what they decided.
  members: Members;
  settings: Settings;
  // What the simulator replaces: how a file's bytes reach Slack, and the drawing of a QR code.
  sendBytes?: SendBytes;
  drawQr?: typeof drawQr;
}

/** Everything that is made once. Handlers and jobs get it whole; a pure function takes what it needs. */
export interface App extends Base, LinkWork {
  approvals: Approvals;
  /** Links and batches that need approval. */
  approvalRequests: ApprovalRequests;
  reserveOrAsk: ReserveOrAsk;
  openCounters: OpenCounters;
  qrPictures: QrPictures;
  pictures: Pictures;
  readerOf: ReaderOf;
  notePayouts: NotePayouts;
  exportFiles: ExportFiles;
}

/** The app, as one request from Slack sees it. */
export interface Request extends App {
  /** The workspace that the request is for. */
  teamId: string;
  /** For calls after the ack: longer timeout, not bound by the trigger's 3 seconds. */
  patientClient: WebClient;
  /** Finished before the process ends. */
  work: PendingWork;
  /** Aborts when the process is stopping, so that nothing waits longer. */
  stopping: AbortSignal;
  responses: ResponseUrls;
  /** Whether Slack takes tables in the workspace. */
  tables: BlockSupport;
  // What this process remembers of the people who use it.
  openHomes: OpenHomes;
  /** When somebody read what a press of *Refresh* found. */
  refreshed: RecentMap<number>;
  halfFilled: HalfFilled;
  businessName: BusinessName;
  healths: ConnectionHealths;
  /** Each workspace reads one file at a time: a file takes memory several times its size. */
  fileTurns: OneAtATime;
}
