import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export type Engine = 'sqlite' | 'postgres';

/** The database as the parts of the store get it: one query layer, and the engine for the few lines that differ. */
export interface StoreDatabase {
  db: Kysely<Schema>;
  engine: Engine;
}
