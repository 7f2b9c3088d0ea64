import { createRequire } from 'node:module';

/**
 * What the store uses of Kysely. As CommonJS, because Node reads its 250 files in half the time that they take
 * as modules; one file that imports them from `kysely` itself loads everything twice. Types cost nothing.
 */
const kysely: typeof import('kysely') = createRequire(import.meta.url)('kysely');

export const { Kysely, Migrator, PostgresDialect, SqliteDialect, SqliteDriver, sql } = kysely;
export type Kysely<Database> = import('kysely').Kysely<Database>;
