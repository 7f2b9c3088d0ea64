import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** The database as the parts of the store see it: one query layer, and the engine name for the few differences. */
export interface StoreDatabase {
  db: Kysely<Schema>;
  engine: Engine;
}
