import { type Approvals, createApprovals } from './approvals/approvals.ts';
import { batchNotices } from './batches/index.ts';
import type { Clock } from './clock.ts';
import { createJobs, type Jobs } from './create-jobs.ts';
import type { JobWorker } from './delivery/job-worker.ts';
import type { drawQr } from './delivery/pictures/draw-qr.ts';
import type { SendBytes } from './delivery/upload-file.ts';
import type { Ids } from './ids.ts';
import { createNotices } from './links/card/create-notices.ts';
import { createLinkWork, type LinkWork, type LinkWorkDependencies } from './links/checks/link-work.ts';
import type { Log } from './log.ts';
import type { StateWords } from './payments/index.ts';
import { createNotePayouts, type NotePayouts } from './payouts/note-payouts.ts';
import { createReportReader, type ReportReader } from './reports/report-reader.ts';
import type { SlackClientOf } from './slack/slack-clients.ts';
import type { Held } from './slack/token-watch.ts';
import type { Store } from './store/open-store.ts';
import type { Audit } from './workspaces/audit.ts';
import type { Installations } from './workspaces/installations.ts';
import type { Members } from './workspaces/members.ts';
import type { Settings } from './workspaces/settings/settings.ts';
import { createWorkspaceWords, type WorkspaceWords } from './workspaces/words/workspace-words.ts';

/** The rooms that change links, post to Slack and run background jobs. One that creates work for another wakes it. */
export interface Rooms extends LinkWork {
  notifier: JobWorker;
  jobs: Jobs;
  approvals: Approvals;
  words: WorkspaceWords;
  readerOf: (teamId: string) => ReportReader;
  notePayouts: NotePayouts;
  start(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

interface RoomsDependencies
  extends Pick<
    LinkWorkDependencies,
    'serviceOf' | 'reminderHoursOf' | 'isLookUpConfigured' | 'callbackBase' | 'onSweep'
  > {
  store: Store;
  clientOf: SlackClientOf;
  /** Workspaces whose token Slack rejects. */
  held: () => Held;
  /** Null: a single workspace whose token comes from the environment. */
  installations: Installations | null;
  members: Members;
  /** After how many minutes without an answer the next approvers are asked; null: never. */
  askNextMinutesOf: (teamId: string) => Promise<number | null>;
  settingsOf: Settings['of'];
  audit: Audit;
  checks: LinkWorkDependencies['settings'];
  states: StateWords;
  /** Exports in progress keep their files in a subfolder of it. */
  dataDir: string;
  exportRows: number;
  /** Links from a file: the most of one file, and how many are asked for in a second. */
  batchSettings: { mostRows: number; rowsPerSecond: number };
  /** Something was written about a link. */
  onNews?: () => void;
  /** Called with the outcome of each delivery. */
  onNotice: Parameters<typeof createNotices>[0]['onNotice'];
  clock: Clock;
  ids: Ids;
  random: () => number;
  timeZone: string;
  log: Log;
  /** How a file's bytes reach Slack. */
  sendBytes?: SendBytes | undefined;
  drawQr?: typeof drawQr | undefined;
}

export const connectRooms = (dependencies: RoomsDependencies): Rooms => {
  const { store, serviceOf, members, checks, states, clock, ids, timeZone } = dependencies;
  const readerOf = (teamId: string) =>
    createReportReader({ service: serviceOf(teamId), timeZone, now: clock.now });
  const words = createWorkspaceWords({ rowKinds: store.rowKinds, states, clock });
  const shared = { ...dependencies, wordsOf: words.of };
  const { rowsPerSecond } = dependencies.batchSettings;
  const notifier = createNotices({
    ...shared,
    more: batchNotices({
      ...shared,
      batches: store.batches,
      batchLists: store.batchLists,
      approvalAsks: store.approvalAsks,
      rowsPerSecond,
    }),
  });
  const onJobs = () => jobs.worker.wake();
  const work = createLinkWork({
    ...shared,
    financeOf: members.financeOf,
    settings: checks,
    onNews: () => {
      notifier.wake();
      dependencies.onNews?.();
    },
    onQuestion: onJobs,
  });
  const { linkPayouts } = store;
  const notePayouts = createNotePayouts({ linkPayouts, clock, ids, onNews: () => notifier.wake() });
  const { issuer, watcher } = work;
  const jobs = createJobs({ ...shared, readerOf, issuer, notePayouts, onBatchNews: () => notifier.wake() });
  return {
    ...work,
    notifier,
    jobs,
    approvals: createApprovals({ approvals: store.approvals, issuer, members, clock, ids, onJobs }),
    words,
    notePayouts,
    readerOf,
    start: async () => {
      await watcher.start();
      notifier.start();
      await jobs.start();
    },
    stop: async () => {
      await jobs.stop();
      await watcher.stop();
      await notifier.stop();
    },
  };
};
