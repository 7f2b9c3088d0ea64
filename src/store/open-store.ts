import { createAccountStore } from './account-store.ts';
import { createApprovalAskStore } from './approval-ask-store.ts';
import { createApprovalStore } from './approval-store.ts';
import { createAuditStore } from './audit-store.ts';
import { createBacklogStore } from './backlog-store.ts';
import { createBatchListStore } from './batch-list-store.ts';
import { createBatchStore } from './batch-store.ts';
import { createCallbackStore } from './callback-store.ts';
import { createChannelStore } from './channel-store.ts';
import { createCounterWindowStore } from './counter-window-store.ts';
import { createCustomerStore } from './customer-store.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { createFirstStepsStore } from './first-steps-store.ts';
import { createFirstWordStore } from './first-word-store.ts';
import { createIdentityStore } from './identity-store.ts';
import { createInstallationStore } from './installation-store.ts';
import { createJobStore } from './job-store.ts';
import { createKeptRecordStore } from './kept-record-store.ts';
import { createLinkDays } from './link-days.ts';
import { createLinkPayouts } from './link-payouts.ts';
import { createLinkSearch } from './link-search.ts';
import { createLinkStore, type LinkMoved } from './link-store.ts';
import { createMemberStore } from './member-store.ts';
import { createMetaStore } from './meta-store.ts';
import { MIGRATIONS } from './migrations.ts';
import { createMissingLinkStore } from './missing-link-store.ts';
import { createPictureStore } from './picture-store.ts';
import { createPruneStore } from './prune-store.ts';
import { createRemovedWorkspaceStore } from './removed-workspace-store.ts';
import { createRetentionStore } from './retention-store.ts';
import { createReportStore, createSearchStore } from './saved-query-store.ts';
import { createScheduleStore } from './schedule-store.ts';
import { createChannelSettingsStore, createSettingsStore } from './settings-store.ts';
import { createSimilarLinkStore } from './similar-links.ts';
import { createSweepStore } from './sweep-store.ts';
import { createTaughtWordStore } from './taught-word-store.ts';
import { createTeamFiguresStore } from './team-figures.ts';
import { createTicketStore } from './ticket-store.ts';
import { createTransactionReadings } from './transaction-readings.ts';

/** Where the data is: a folder for this process only, or a PostgreSQL database that instances share. */
export type StorePlace = { dataDir: string } | { databaseUrl: string };

/** One store for each table group, all on one database. */
export type Store = Awaited<ReturnType<typeof openStore>>;

export interface OpenStoreOptions {
  onWarning?: (warning: string) => void;
  onMoved?: (moved: LinkMoved) => void;
}

/**
 * Opens the database and migrates its tables to this version. Calls `onWarning` with what an
 * operator should know of the database: files that other users of this machine can open, a pooler that loses statements.
 * `onMoved`: called after a link's
 * move to another state was committed. Throws `DataDirInUseError` when another process has the folder, `DatabaseUnusableError` when the folder or its
 * database cannot be used, `DatabaseUnreachableError` when the server cannot.
 */
export const openStore = async (
  place: StorePlace,
  { onWarning, onMoved = () => {} }: OpenStoreOptions = {},
) => {
  // Load only the driver we use.
  const { close, ...database } =
    'databaseUrl' in place
      ? await import('./engine/open-postgres.ts').then(({ openPostgres }) =>
          openPostgres(place.databaseUrl, onWarning),
        )
      : await import('./engine/open-sqlite.ts').then(({ openSqlite }) =>
          openSqlite(place.dataDir, onWarning),
        );
  return {
    engine: database.engine,
    ...createStores(database, { onMoved }),
    /**
     * Rejects when the database does not answer. Returns the migration by which a newer version has changed the tables since,
     * or null.
     */
    ping: async (): Promise<string | null> => {
      const query = sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`;
      const { rows } = await query.execute(database.db);
      const [newest] = rows;
      return newest === undefined || newest.name in MIGRATIONS ? null : newest.name;
    },
    /** The server's clock, in milliseconds since the epoch; null: the embedded database has none but this machine's. */
    readTime: async (): Promise<number | null> => {
      if (database.engine === 'sqlite') return null;
      const query = sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as at`;
      return (await query.execute(database.db)).rows[0]?.at ?? null;
    },
    close,
  };
};

const createStores = (database: StoreDatabase, onLinks: Parameters<typeof createLinkStore>[1]) => ({
  links: createLinkStore(database, onLinks),
  linkSearch: createLinkSearch(database),
  customers: createCustomerStore(database),
  callbacks: createCallbackStore(database),
  keptRecords: createKeptRecordStore(database),
  firstWords: createFirstWordStore(database),
  channels: createChannelStore(database),
  sweeps: createSweepStore(database),
  jobs: createJobStore(database),
  reports: createReportStore(database),
  searches: createSearchStore(database),
  schedules: createScheduleStore(database),
  linkDays: createLinkDays(database),
  linkPayouts: createLinkPayouts(database),
  teamFigures: createTeamFiguresStore(database),
  backlog: createBacklogStore(database),
  retention: createRetentionStore(database),
  prune: createPruneStore(database),
  removedWorkspaces: createRemovedWorkspaceStore(database),
  installations: createInstallationStore(database),
  tickets: createTicketStore(database),
  pictures: createPictureStore(database),
  counterWindows: createCounterWindowStore(database),
  members: createMemberStore(database),
  settings: createSettingsStore(database),
  channelSettings: createChannelSettingsStore(database),
  taughtWords: createTaughtWordStore(database),
  approvals: createApprovalStore(database),
  approvalAsks: createApprovalAskStore(database),
  firstSteps: createFirstStepsStore(database),
  batches: createBatchStore(database),
  batchLists: createBatchListStore(database),
  similarLinks: createSimilarLinkStore(database),
  auditEntries: createAuditStore(database),
  meta: createMetaStore(database),
  identity: createIdentityStore(database),
  missingLinks: createMissingLinkStore(database),
  accounts: createAccountStore(database),
  transactionReadings: createTransactionReadings(database),
});
