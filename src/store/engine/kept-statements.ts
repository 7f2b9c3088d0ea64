import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** A statement takes some 20 kB; the store has some 300 of them, and lists of values of many lengths. */
const MOST_KEPT = 400;

/**
 * The database with its statements prepared once each: reading and planning one takes longer than running it. SQLite
 * itself prepares a kept one anew when the tables have changed. What was used longest ago goes first.
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

/** Whether it gives rows never changes, and each asking costs. */
function prepare(database: SqliteDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
