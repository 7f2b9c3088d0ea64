import type { Kysely } from 'kysely';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import { DatabaseUnusableError } from './database-unusable.ts';
import { Migrator } from './kysely.ts';

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
