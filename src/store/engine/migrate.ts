import type { Kysely } from 'kysely';
import { MIGRATIONS } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import { Migrator } from './kysely.ts';

/** Brings the tables to this version. Simultaneous starts wait for each other. */
export const migrate = async (db: Kysely<Schema>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought to this version.', { cause: error });
};
