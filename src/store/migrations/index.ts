import type { Kysely, Migration } from 'kysely';
import { DatabaseUnusableError } from '../engine/database-errors.ts';
import { Migrator } from '../engine/kysely.ts';
import type { Schema } from '../schema.ts';
import { UP_TO_0008 } from './0001-to-0008.ts';
import { UP_TO_0018 } from './0010-to-0018.ts';
import { UP_TO_0035 } from './0021-to-0035.ts';

/** Forward only, run in the order of their names; a landed one is never edited. */
export const MIGRATIONS: Record<string, Migration> = { ...UP_TO_0008, ...UP_TO_0018, ...UP_TO_0035 };

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
