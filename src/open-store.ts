import { createApprovalAskStore } from './approvals/approval-ask-store.ts';
import { createApprovalStore } from './approvals/approval-store.ts';
import { createBatchRepeatStore } from './batches/batch-repeat-store.ts';
import { createBatchStore } from './batches/batch-store.ts';
import { createPictureStore } from './delivery/pictures/picture-store.ts';
import { createSaleFiguresStore } from './figures/sale-figures-store.ts';
import { createCallbackStore } from './links/callbacks/callback-store.ts';
import { createTransactionReadings } from './links/checks/transaction-reading-store.ts';
import { createCounterWindowStore } from './links/counter/counter-window-store.ts';
import { createMissingLinkStore } from './links/missing/missing-link-store.ts';
import { createLinkDays } from './listings/link-day-store.ts';
import { createBacklogStore } from './operations/backlog-store.ts';
import { createProcessStore } from './operations/process-store.ts';
import { createPruneStore } from './operations/prune-store.ts';
import { createRemovedWorkspaceStore } from './operations/removed-workspace-store.ts';
import { createLinkPayouts } from './payouts/link-payout-store.ts';
import { createMemberStore } from './people/member-store.ts';
import { createScheduleStore } from './schedules/schedule-store.ts';
import { createLinkSearch } from './search/link-search-store.ts';
import { createSettingsStore } from './settings/settings-store.ts';
import { createAccountStore } from './store/account-store.ts';
import { createAuditStore } from './store/audit-store.ts';
import { createCustomerStore } from './store/customer-store.ts';
import { type OpenDatabaseOptions, type StoreDatabase, sql } from './store/engine/database.ts';
import { createIdentityStore } from './store/identity-store.ts';
import { createJobStore } from './store/job-store.ts';
import { createKeptRecordStore } from './store/kept-record-store.ts';
import { createLinkStore } from './store/link-store.ts';
import { createMessageStore } from './store/message-store.ts';
import { createMetaStore } from './store/meta-store.ts';
import { MIGRATIONS } from './store/migrations.ts';
import { createRetentionStore } from './store/retention-store.ts';
import { createSimilarLinkStore } from './store/similar-links.ts';
import { createTaughtWordStore } from './teaching/taught-word-store.ts';
import { createChannelStore } from './tenancy/channel-store.ts';
import { createTicketStore } from './tenancy/install/ticket-store.ts';
import { createInstallationStore } from './tenancy/installation-store.ts';

/** Where the data is: a folder for this process only, or a PostgreSQL database that instances share. */
export type StorePlace = { dataDir: string } | { databaseUrl: string };

/** One store for each table group, all on one database. */
export type Store = Awaited<ReturnType<typeof openStore>>;

/**
 * Opens the database and migrates its tables to this version. Calls `onWarning` with what an
 * operator should know of the database: files that other users of this machine can open, a pooler that loses statements.
 * Throws `DataDirInUseError` when another process has the folder, `DatabaseUnusableError` when the folder or its
 * database cannot be used, `DatabaseUnreachableError` when the server cannot, `OtherVersionError` when another version made the tables.
 */
export const openStore = async (place: StorePlace, options: OpenDatabaseOptions = {}) => {
  // Load only the driver we use.
  const { close, ...database } =
    'databaseUrl' in place
      ? await import('./store/engine/open-postgres.ts').then(({ openPostgres }) =>
          openPostgres(place.databaseUrl, options),
        )
      : await import('./store/engine/open-sqlite.ts').then(({ openSqlite }) =>
          openSqlite(place.dataDir, options),
        );
  return {
    engine: database.engine,
    ...createStores(database),
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
    close,
  };
};

const createStores = (database: StoreDatabase) => ({
  links: createLinkStore(database),
  linkSearch: createLinkSearch(database),
  customers: createCustomerStore(database),
  callbacks: createCallbackStore(database),
  keptRecords: createKeptRecordStore(database),
  channels: createChannelStore(database),
  processes: createProcessStore(database),
  jobs: createJobStore(database),
  messages: createMessageStore(database),
  schedules: createScheduleStore(database),
  linkDays: createLinkDays(database),
  linkPayouts: createLinkPayouts(database),
  saleFigures: createSaleFiguresStore(database),
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
  taughtWords: createTaughtWordStore(database),
  approvals: createApprovalStore(database),
  approvalAsks: createApprovalAskStore(database),
  batches: createBatchStore(database),
  batchRepeats: createBatchRepeatStore(database),
  similarLinks: createSimilarLinkStore(database),
  auditEntries: createAuditStore(database),
  meta: createMetaStore(database),
  identity: createIdentityStore(database),
  missingLinks: createMissingLinkStore(database),
  accounts: createAccountStore(database),
  transactionReadings: createTransactionReadings(database),
});
