import { Socket } from 'node:net';
import pg from 'pg';
import { type Migrations, migrate } from '../migrations.ts';
import type { Schema } from '../schema.ts';
import {
  CamelCasePlugin,
  type Kysely,
  type OpenDatabaseOptions,
  type StoreDatabase,
  sql,
} from './database.ts';
import { buildUnreachableError, DatabaseUnreachableError } from './database-errors.ts';
import { createDatabaseMarks, type DatabaseMarks } from './database-marks.ts';
import { ClockDialect, MigratingDialect, OneSchemaDialect } from './postgres-dialect.ts';
import { keepSessions } from './postgres-sessions.ts';
import { ToldKysely } from './written.ts';

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

const NAMES_LOST =
  'The database gives a transaction another session than the one before, as a pooler like PgBouncer does with pool_mode = transaction. Paylink goes on without prepared statements, which takes the database more work. Better: pool_mode = session, or an address without the pooler.';

/**
 * Opens the PostgreSQL database at `databaseUrl` and migrates the first schema in its search path. Calls `onWarning` if
 * it turns out to lose prepared statements. Throws `DatabaseUnreachableError` if the server cannot be used, and `OtherVersionError`.
 */
export const openPostgres = async (
  databaseUrl: string,
  { onWarning = () => {}, timeFrom = 'database', marks, migrations }: OpenDatabaseOptions = {},
): Promise<StoreDatabase & { close(): Promise<void> }> => {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new DatabaseUnreachableError('DATABASE_URL is not an address like postgres://user@host/database.');
  await prepare(databaseUrl, migrations);
  const limits = {
    max: MAX_CONNECTIONS,
    statement_timeout: QUERY_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    stream: openWatchedSocket,
  };
  const db = connect(databaseUrl, {
    ...{ limits, marks, onNamesLost: () => onWarning(NAMES_LOST) },
    as: timeFrom === 'database' ? ClockDialect : OneSchemaDialect,
  });
  // A pooler may refuse these limits.
  await expectSchema(db).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  return { db, engine: 'postgres', close: () => db.destroy() };
};

/** Without time limits: migrating many rows can be slow. */
async function prepare(databaseUrl: string, migrations: Migrations | undefined): Promise<void> {
  const db = connect(databaseUrl, { limits: { max: 1 }, as: MigratingDialect });
  try {
    await expectSchema(db);
    await migrate(db, { migrations }).catch((error: unknown) => {
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

function connect(
  databaseUrl: string,
  {
    limits,
    onNamesLost = () => {},
    marks = createDatabaseMarks(),
    as: Dialect,
  }: {
    limits: pg.PoolConfig;
    onNamesLost?: () => void;
    marks?: DatabaseMarks | undefined;
    as: typeof OneSchemaDialect;
  },
): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'paylink',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    maxLifetimeSeconds: CONNECTION_LASTS_S,
    types: POSTGRES_VALUES,
    // Otherwise the server compiles long statements first, which takes it up to a second, for milliseconds of work.
    onConnect: async (client) => {
      await client.query('set jit = off');
    },
    ...limits,
  });
  // The next query on a lost connection reports it. Without a listener, the error event would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new ToldKysely({
    dialect: new Dialect({ pool: keepSessions(pool, { onNamesLost, marks }) }),
    plugins: [new CamelCasePlugin()],
  });
}

function openWatchedSocket(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENCE_MS, () => {
    const late = new Error('The database has not answered for too long.');
    socket.destroy(Object.assign(late, { code: 'ETIMEDOUT' }));
  });
}
