import { Socket } from 'node:net';
import type { DatabaseIntrospector, PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { migrate } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import { introspect, Kysely, PostgresDialect, type StoreDatabase, sql } from './database.ts';
import { buildUnreachableError, DatabaseUnreachableError } from './database-errors.ts';

/** SQLite returns integers as numbers; this makes PostgreSQL do the same. */
const readInteger = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds an integer beyond 2^53.');
  return value;
};

/** For our own connections only: other users of `pg` in this process keep their parsers. */
export const POSTGRES_VALUES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8
      ? readInteger
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};

const MAX_CONNECTIONS = 10;
const CONNECT_WITHIN_MS = 5_000;
/** A connection keeps its statements' plans, which fit the tables as they were when it was opened. */
const CONNECTION_LASTS_S = 10 * 60;
const QUERY_WITHIN_MS = 30_000;
/** A paused instance must not hold its locks forever. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/**
 * Queries time out and idle connections close long before this, so the server is gone. TCP alone would take 15 minutes
 * to notice.
 */
const SILENCE_MS = 90_000;

/**
 * Opens the PostgreSQL database at `databaseUrl` and migrates the first schema in its search path.
 * Throws `DatabaseUnreachableError` if the server cannot be used.
 */
export const openPostgres = async (
  databaseUrl: string,
): Promise<StoreDatabase & { close(): Promise<void> }> => {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new DatabaseUnreachableError('DATABASE_URL is not an address like postgres://user@host/database.');
  await prepare(databaseUrl);
  const db = connect(databaseUrl, {
    max: MAX_CONNECTIONS,
    statement_timeout: QUERY_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    stream: openWatchedSocket,
  });
  return { db, engine: 'postgres', close: () => db.destroy() };
};

/** Without time limits: migrating many rows can be slow. */
async function prepare(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1 });
  try {
    await expectSchema(db);
    await migrate(db).catch((error: unknown) => {
      throw isRightMissing(error) ? buildUnreachableError(error.cause) : error;
    });
  } finally {
    await db.destroy();
  }
}

async function expectSchema(db: Kysely<Schema>): Promise<void> {
  const query = sql<{ schema: string | null }>`select current_schema() as schema`;
  const { rows } = await query.execute(db).catch((error: unknown) => {
    throw buildUnreachableError(error);
  });
  if (!rows[0]?.schema) throw buildUnreachableError(Object.assign(new Error(), { code: '3F000' }));
}

/** SQLSTATE insufficient_privilege: since PostgreSQL 15 only its owner may create tables in `public`. */
function isRightMissing(error: unknown): error is Error {
  return error instanceof Error && error.cause instanceof pg.DatabaseError && error.cause.code === '42501';
}

function connect(databaseUrl: string, limits: pg.PoolConfig): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'paylink',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    maxLifetimeSeconds: CONNECTION_LASTS_S,
    types: POSTGRES_VALUES,
    ...limits,
  });
  // The next query on a lost connection reports it. Without a listener, the error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new OneSchemaDialect({ pool: nameStatements(pool) }) });
}

function openWatchedSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENCE_MS, () => {
    socket.destroy(new Error('The database has not answered for too long.'));
  });
}

/**
 * Kysely looks for its migration tables in all schemas: it would mistake another schema's tables for ours, and it fails
 * if a table is dropped meanwhile. This dialect looks only in our schema.
 */
export class OneSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return introspect(async () => {
      const tables = sql<{ schema: string; name: string }>`
        select schemaname as schema, tablename as name from pg_tables where schemaname = current_schema()
      `;
      return (await tables.execute(db)).rows;
    });
  }
}

/** Each connection keeps them all, and a plan takes tens of kilobytes. */
const MAX_NAMED = 200;
/** A rarer statement gets no name: one with a list of values has a text for each length. */
const OFTEN = 10;
const MAX_COUNTED = 1_000;
/** Any star except in `count(*)`. */
const HAS_STAR = /(?<!\()\*/;

/**
 * Names frequent statements, so that the server parses and plans them once per connection. For a short statement, that
 * takes several times as long as running it.
 *
 * A statement that returns all columns gets no name: once a newer version adds a column, the server rejects it (0A000,
 * "cached plan must not change result type").
 */
const nameStatements = (pool: pg.Pool): PostgresPool => {
  const times = new Map<string, number>();
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size === MAX_NAMED || HAS_STAR.test(text)) return known;
    const runs = (times.get(text) ?? 0) + 1;
    if (times.size >= MAX_COUNTED) times.clear();
    times.set(text, runs);
    if (runs < OFTEN) return undefined;
    times.delete(text);
    const name = `paylink_${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  const nameFor = (client: pg.PoolClient): PostgresPoolClient => {
    const query = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined;
      return client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
    };
    // Without the cursor overload, which Kysely uses only if its dialect has a cursor.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
  };

  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? nameFor(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
};
