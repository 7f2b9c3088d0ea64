import { type Approvals, createApprovals } from './approvals/approvals.ts';
import { batchNotices } from './batches/index.ts';
import type { Config } from './config/config.ts';
import { createJobs, type Jobs, type JobsDependencies } from './create-jobs.ts';
import type { JobWorker } from './delivery/job-worker.ts';
import type { drawQr } from './delivery/pictures/draw-qr.ts';
import { createNoticeWorker } from './links/card/notice-worker.ts';
import { createLinkWork, type LinkWork, type LinkWorkDependencies } from './links/checks/link-work.ts';
import { createNotePayouts, type NotePayouts } from './payouts/note-payouts.ts';
import { createMarkOwnLinks } from './reports/own-links.ts';
import { createReportReader, type ReaderOf } from './reports/report-reader.ts';
import type { Services } from './workspaces/service-of.ts';
import { createWorkspaceWords, type WorkspaceWords } from './workspaces/words/workspace-words.ts';

/** The rooms that change links, post to Slack and run background jobs. A room that creates work for another wakes it. */
export interface Rooms extends LinkWork {
  notifier: JobWorker;
  jobs: Jobs;
  approvals: Approvals;
  words: WorkspaceWords;
  readerOf: ReaderOf;
  notePayouts: NotePayouts;
  /** Looks for new work at once. */
  wake(): void;
  start(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
}

interface RoomsDependencies
  extends Omit<
      JobsDependencies,
      'readerOf' | 'wordsOf' | 'issuer' | 'lostLinks' | 'notePayouts' | 'onBatchNews'
    >,
    Pick<LinkWorkDependencies, 'reminderHoursOf' | 'isLookUpConfigured' | 'callbackBase' | 'onSweep'> {
  services: Pick<Services, 'of' | 'confirmed'>;
  checks: LinkWorkDependencies['settings'];
  stateWords: Partial<Config['stateWords']>;
  /** Called after a change of a link was saved. */
  onNews?: () => void;
  /** Called with the outcome of each delivery. */
  onNotice: Parameters<typeof createNoticeWorker>[0]['onNotice'];
  drawQr?: typeof drawQr | undefined;
}

export const connectRooms = (dependencies: RoomsDependencies): Rooms => {
  const { store, services, accounts, members, checks, stateWords, clock, isClockSure, ids, timeZone } =
    dependencies;
  /** Null: the credentials are not of the account that new work belongs to. */
  const accountNow = async (teamId: string): Promise<string | null> => {
    const standing = await accounts.standingOf(teamId);
    return standing.is === 'confirmed' ? standing.kept.id : null;
  };
  const readerOf: ReaderOf = (teamId, account) =>
    createReportReader({
      service: work.rowsSeen.watch(
        { teamId, accountNow: async () => account ?? accountNow(teamId) },
        account == null ? services.confirmed(teamId) : services.of({ teamId, account }),
      ),
      timeZone,
      now: clock.now,
      markOwnLinks: createMarkOwnLinks(teamId, store.linkDays),
    });
  const words = createWorkspaceWords({ taughtWords: store.taughtWords, stateWords, clock });
  const shared = { ...dependencies, wordsOf: words.of };
  const { rowsPerSecond } = dependencies.batchSettings;
  const notifier = createNoticeWorker({
    ...shared,
    more: batchNotices({
      ...shared,
      batches: store.batches,
      jobs: store.jobs,
      batchLists: store.batchLists,
      approvalAsks: store.approvalAsks,
      rowsPerSecond,
    }),
  });
  const onJobs = () => jobs.worker.wake();
  const work = createLinkWork({
    ...shared,
    serviceOf: services.of,
    financeOf: members.financeOf,
    adminsOf: (teamId) => members.whoMay(teamId, 'change-settings'),
    settings: checks,
    onNews: () => {
      notifier.wake();
      dependencies.onNews?.();
    },
    onQuestion: onJobs,
  });
  const { linkPayouts } = store;
  const notePayouts = createNotePayouts({ linkPayouts, clock, ids, onNews: () => notifier.wake() });
  const { issuer, lostLinks, watcher } = work;
  const jobs = createJobs({
    ...shared,
    readerOf,
    issuer,
    lostLinks,
    notePayouts,
    onBatchNews: () => notifier.wake(),
  });
  return {
    ...work,
    notifier,
    jobs,
    approvals: createApprovals({
      approvals: store.approvals,
      accounts,
      issuer,
      members,
      clock,
      isClockSure,
      ids,
      onJobs,
    }),
    words,
    notePayouts,
    readerOf,
    wake: () => {
      notifier.wake();
      onJobs();
    },
    start: async () => {
      await watcher.start();
      notifier.start();
      await jobs.start();
    },
    stop: async () => {
      await jobs.stop();
      await work.rowsSeen.finished();
      await watcher.stop();
      await notifier.stop();
    },
  };
};
