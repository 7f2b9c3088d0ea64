import { createRequire } from 'node:module';

/**
 * The parts of Kysely that the store uses. Loaded as CommonJS, because Node loads its 250 files in half the time
 * they take as ES modules. Always import from here: a value import from `kysely` would load everything a second
 * time. Type imports are free.
 */
const kysely: typeof import('kysely') = createRequire(import.meta.url)('kysely');

export const { Kysely, Migrator, PostgresDialect, SqliteDialect, SqliteDriver, sql } = kysely;
export type Kysely<Database> = import('kysely').Kysely<Database>;
