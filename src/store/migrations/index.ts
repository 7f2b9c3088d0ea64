import type { Kysely, Migration } from 'kysely';
import { DatabaseUnusableError } from '../engine/database-errors.ts';
import { Migrator } from '../engine/kysely.ts';
import type { Schema } from '../schema.ts';
import { linksAndNotices } from './0001-links-and-notices.ts';
import { payments } from './0002-payments.ts';
import { reports } from './0003-reports.ts';
import { workspaces } from './0004-workspaces.ts';
import { foundByIndex } from './0005-found-by-index.ts';
import { linkRelations } from './0006-link-relations.ts';
import { choices } from './0007-choices.ts';
import { usedTickets } from './0008-used-tickets.ts';
import { rowKinds } from './0010-row-kinds.ts';
import { places } from './0011-places.ts';
import { pictures } from './0012-pictures.ts';
import { installs } from './0015-installs.ts';
import { oneQueue } from './0016-one-queue.ts';
import { counterWindows } from './0017-counter-windows.ts';
import { threads } from './0018-threads.ts';
import { inWhoseHands } from './0021-in-whose-hands.ts';
import { searches } from './0022-searches.ts';
import { approvalAsks } from './0023-approval-asks.ts';
import { customers } from './0024-customers.ts';
import { hiddenSteps } from './0025-hidden-steps.ts';
import { batches } from './0026-batches.ts';
import { batchLists } from './0027-batch-lists.ts';
import { paidOut } from './0028-paid-out.ts';
import { schedules } from './0030-schedules.ts';
import { calledLinks } from './0032-called-links.ts';
import { witnessAfter } from './0033-witness-after.ts';
import { awaitedSince } from './0034-awaited-since.ts';
import { shorterReads } from './0035-shorter-reads.ts';

/** Forward only, run in the order of their names; a landed one is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-links-and-notices': linksAndNotices,
  '0002-payments': payments,
  '0003-reports': reports,
  '0004-workspaces': workspaces,
  '0006-link-relations': linkRelations,
  '0005-found-by-index': foundByIndex,
  '0008-used-tickets': usedTickets,
  '0007-choices': choices,
  '0010-row-kinds': rowKinds,
  '0011-places': places,
  '0012-pictures': pictures,
  '0015-installs': installs,
  '0016-one-queue': oneQueue,
  '0017-counter-windows': counterWindows,
  '0018-threads': threads,
  '0021-in-whose-hands': inWhoseHands,
  '0022-searches': searches,
  '0023-approval-asks': approvalAsks,
  '0024-customers': customers,
  '0025-hidden-steps': hiddenSteps,
  '0026-batches': batches,
  '0030-schedules': schedules,
  '0028-paid-out': paidOut,
  '0027-batch-lists': batchLists,
  '0032-called-links': calledLinks,
  '0033-witness-after': witnessAfter,
  '0034-awaited-since': awaitedSince,
  '0035-shorter-reads': shorterReads,
};

/**
 * Brings the tables to this version. Simultaneous starts wait for each other. Throws `DatabaseUnusableError` when a
 * newer version has been at work on them.
 */
export const migrate = async (db: Kysely<Schema>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  const foreign = error instanceof Error && /migration (\S+) is missing/.exec(error.message)?.[1];
  if (foreign) {
    throw new DatabaseUnusableError(
      `The database was made by a newer version of Paylink (${foreign}). Start that version or a newer one; the only way back is a backup.`,
      { cause: error },
    );
  }
  if (error) throw new Error('The database could not be brought to this version.', { cause: error });
};
