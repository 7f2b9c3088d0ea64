import { type AlikeLinkStore, createAlikeLinkStore } from './alike-links.ts';
import { type ApprovalAskStore, createApprovalAskStore } from './approval-ask-store.ts';
import { type ApprovalStore, createApprovalStore } from './approval-store.ts';
import { type AuditStore, createAuditStore } from './audit-store.ts';
import { type BacklogStore, createBacklogStore } from './backlog-store.ts';
import { type BatchListStore, createBatchListStore } from './batch-list-store.ts';
import { type BatchStore, createBatchStore } from './batch-store.ts';
import { type CallbackStore, createCallbackStore } from './callback-store.ts';
import { type ChannelSettingsStore, createChannelSettingsStore } from './channel-settings-store.ts';
import { type ChannelStore, createChannelStore } from './channel-store.ts';
import { type CounterWindowStore, createCounterWindowStore } from './counter-window-store.ts';
import { type CustomerStore, createCustomerStore } from './customer-store.ts';
import { createDailyCloseStore, type DailyCloseStore } from './daily-close-store.ts';
import { sql } from './engine/kysely.ts';
import type { Engine } from './engine/store-database.ts';
import { createFirstStepsStore, type FirstStepsStore } from './first-steps-store.ts';
import { createInstallationStore, type InstallationStore } from './installation-store.ts';
import { createJobStore, type JobStore } from './job-store.ts';
import { createLinkDays, type LinkDays } from './link-days.ts';
import { createLinkPayouts, type LinkPayouts } from './link-payouts.ts';
import { createLinkSearch, type LinkSearch } from './link-search.ts';
import { createLinkStore, type LinkStore } from './link-store.ts';
import { createMemberStore, type MemberStore } from './member-store.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';
import { createPruneStore, type PruneStore } from './prune-store.ts';
import { createRemovedWorkspaceStore, type RemovedWorkspaceStore } from './removed-workspace-store.ts';
import { createReportStore, type ReportStore } from './report-store.ts';
import { createRetentionStore, type RetentionStore } from './retention-store.ts';
import { createRowKindStore, type RowKindStore } from './row-kind-store.ts';
import { createScheduleStore, type ScheduleStore } from './schedule-store.ts';
import { createSearchStore, type SearchStore } from './search-store.ts';
import { createSettingsStore, type SettingsStore } from './settings-store.ts';
import { createSweepStore, type SweepStore } from './sweep-store.ts';
import { createTeamFiguresStore, type TeamFiguresStore } from './team-figures.ts';
import { createTicketStore, type TicketStore } from './ticket-store.ts';

export interface Store {
  engine: Engine;
  links: LinkStore;
  linkSearch: LinkSearch;
  customers: CustomerStore;
  callbacks: CallbackStore;
  channels: ChannelStore;
  sweeps: SweepStore;
  jobs: JobStore;
  reports: ReportStore;
  searches: SearchStore;
  schedules: ScheduleStore;
  dailyCloses: DailyCloseStore;
  linkDays: LinkDays;
  linkPayouts: LinkPayouts;
  teamFigures: TeamFiguresStore;
  backlog: BacklogStore;
  retention: RetentionStore;
  prune: PruneStore;
  removedWorkspaces: RemovedWorkspaceStore;
  installations: InstallationStore;
  tickets: TicketStore;
  pictures: PictureStore;
  counterWindows: CounterWindowStore;
  members: MemberStore;
  settings: SettingsStore;
  channelSettings: ChannelSettingsStore;
  rowKinds: RowKindStore;
  approvals: ApprovalStore;
  approvalAsks: ApprovalAskStore;
  firstSteps: FirstStepsStore;
  batches: BatchStore;
  batchLists: BatchListStore;
  alikeLinks: AlikeLinkStore;
  auditEntries: AuditStore;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where the data is: a folder for this process only, or a PostgreSQL database that instances share. */
export type StorePlace = { dataDir: string } | { databaseUrl: string };

/**
 * Opens the database and migrates its tables to this version. Throws `DataDirInUseError` when another process has the
 * folder, `DatabaseUnreachableError` when the server cannot be used. Calls `onExposed` with the files of the folder
 * that other users of this machine can open, and the remedy. `gatherMs`: how long links wait for each other on the way to the
 * disk while several come at a time.
 */
export const openStore = async (
  place: StorePlace,
  { onExposed = () => {}, gatherMs = 0 }: { onExposed?: (warning: string) => void; gatherMs?: number } = {},
): Promise<Store> => {
  // Load only the driver we use.
  const { db, engine, close } =
    'databaseUrl' in place
      ? await import('./engine/open-postgres.ts').then(({ openPostgres }) => openPostgres(place.databaseUrl))
      : await import('./engine/open-sqlite.ts').then(({ openSqlite }) =>
          openSqlite(place.dataDir, onExposed),
        );
  return {
    engine,
    links: createLinkStore({ db, engine }, gatherMs),
    linkSearch: createLinkSearch({ db, engine }),
    customers: createCustomerStore({ db, engine }),
    callbacks: createCallbackStore({ db, engine }),
    channels: createChannelStore({ db, engine }),
    sweeps: createSweepStore({ db, engine }),
    jobs: createJobStore({ db, engine }),
    reports: createReportStore({ db, engine }),
    searches: createSearchStore({ db, engine }),
    schedules: createScheduleStore({ db, engine }),
    dailyCloses: createDailyCloseStore({ db, engine }),
    linkDays: createLinkDays({ db, engine }),
    linkPayouts: createLinkPayouts({ db, engine }),
    teamFigures: createTeamFiguresStore({ db, engine }),
    backlog: createBacklogStore({ db, engine }),
    retention: createRetentionStore({ db, engine }),
    prune: createPruneStore({ db, engine }),
    removedWorkspaces: createRemovedWorkspaceStore({ db, engine }),
    installations: createInstallationStore({ db, engine }),
    tickets: createTicketStore({ db, engine }),
    pictures: createPictureStore({ db, engine }),
    counterWindows: createCounterWindowStore({ db, engine }),
    members: createMemberStore({ db, engine }),
    settings: createSettingsStore({ db, engine }),
    channelSettings: createChannelSettingsStore({ db, engine }),
    rowKinds: createRowKindStore({ db, engine }),
    approvals: createApprovalStore({ db, engine }),
    approvalAsks: createApprovalAskStore({ db, engine }),
    firstSteps: createFirstStepsStore({ db, engine }),
    batches: createBatchStore({ db, engine }),
    batchLists: createBatchListStore({ db, engine }),
    alikeLinks: createAlikeLinkStore({ db, engine }),
    auditEntries: createAuditStore({ db, engine }),
    ping: async () => {
      await sql`select 1`.execute(db);
    },
    close,
  };
};
