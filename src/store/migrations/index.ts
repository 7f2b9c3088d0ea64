import type { Kysely, Migration } from 'kysely';
import { Migrator } from '../engine/database.ts';
import { DatabaseUnusableError } from '../engine/database-errors.ts';
import type { Schema } from '../schema.ts';
import { UP_TO_0008 } from './0001-to-0008.ts';
import { UP_TO_0018 } from './0010-to-0018.ts';
import { UP_TO_0035 } from './0021-to-0035.ts';
import { META } from './0040-meta.ts';
import { ACCOUNTS } from './0041-accounts.ts';
import { FORGOTTEN_CUSTOMERS } from './0047-forgotten-customers.ts';
import { ONE_NUMBER } from './0050-one-number.ts';
import { REPEATED_FORMS } from './0051-repeated-forms.ts';
import { SHOWN_LINKS } from './0055-shown-links.ts';
import { UNCLEAR_REFUSALS } from './0060-unclear-refusals.ts';
import { MISSING_LINKS } from './0065-missing-links.ts';
import { KEPT_RECORDS } from './0070-kept-records.ts';
import { DOUBT_WORDS } from './0071-doubt-words.ts';
import { TRANSACTION_READINGS } from './0072-transaction-readings.ts';
import { TIES } from './0074-ties.ts';
import { TAUGHT_WORDS } from './0076-taught-words.ts';

/** Forward only, in the order of their names. Never change the effect of one that was released. */
export const MIGRATIONS: Record<string, Migration> = {
  ...UP_TO_0008,
  ...UP_TO_0018,
  ...UP_TO_0035,
  ...META,
  ...ACCOUNTS,
  ...FORGOTTEN_CUSTOMERS,
  ...ONE_NUMBER,
  ...REPEATED_FORMS,
  ...SHOWN_LINKS,
  ...UNCLEAR_REFUSALS,
  ...MISSING_LINKS,
  ...KEPT_RECORDS,
  ...DOUBT_WORDS,
  ...TRANSACTION_READINGS,
  ...TIES,
  ...TAUGHT_WORDS,
};

/**
 * Migrates the tables to this version, all or nothing. Simultaneous starts wait for each other. Throws `DatabaseUnusableError` if a newer
 * version has migrated them.
 */
export const migrate = async (db: Kysely<Schema>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  const foreign = error instanceof Error && /migration (\S+) is missing/.exec(error.message)?.[1];
  if (foreign) {
    throw new DatabaseUnusableError(
      `The database was migrated by a newer version of Paylink (${foreign}). Start that version or a newer one; only a backup leads back.`,
      { cause: error },
    );
  }
  if (error) throw new Error('The database could not be migrated to this version.', { cause: error });
};
