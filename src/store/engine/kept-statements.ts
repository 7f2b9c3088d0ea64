import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** A statement takes about 20 kB. The store has about 300, plus variants for value lists of different lengths. */
const MOST_KEPT = 400;

/**
 * Prepares each statement only once, since parsing and planning takes longer than running it. SQLite itself prepares
 * a cached one again after a schema change. Drops the least recently used statement first.
 */
export const keepStatements = (database: SqliteDatabase): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>();

  return {
    prepare: (sql) => {
      const known = kept.get(sql);
      const statement = known ?? prepare(database, sql);
      if (known) kept.delete(sql);
      kept.set(sql, statement);
      const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close: () => {
      kept.clear();
      database.close();
    },
  };
};

/** Reads `reader` (whether it returns rows) only once: it never changes, and asking the driver is slow. */
function prepare(database: SqliteDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
