import type { Kysely, RawBuilder } from 'kysely';
import type { Schema } from '../schema.ts';
import { PostgresAdapter, sql } from './database.ts';

/** A connection whose statements read the time from the database's clock. */
export class PostgresWithClock extends PostgresAdapter {}

/**
 * What time it is, in a statement, in epoch milliseconds. Every due time and lease is compared with this. On PostgreSQL it is the
 * database's clock, so that instances whose clocks differ agree on what is due, leased and abandoned. `at`, the caller's clock, is the
 * time of the embedded database, which has one process, and of a PostgreSQL that was opened with `timeFrom: 'caller'`, as tests do
 * whose clocks are made up.
 */
export const nowIn = (on: Kysely<Schema>, at: number): RawBuilder<number> =>
  on.getExecutor().adapter instanceof PostgresWithClock
    ? sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(${at} as bigint)`;

/** What is planned further ahead is for an hour of the day. */
export const SOON_MS = 10 * 60_000;

/** A due time to write, which the caller reckoned at `at`: a delay counts from the database's now, an hour of the day stays. */
export const dueIn = (on: Kysely<Schema>, dueAt: number, at: number): RawBuilder<number> =>
  dueAt - at > SOON_MS
    ? sql<number>`cast(${dueAt} as bigint)`
    : sql<number>`${nowIn(on, at)} + cast(${dueAt - at} as bigint)`;
