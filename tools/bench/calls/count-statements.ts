import Database from 'libsql';
import pg from 'pg';

/** What the app asks of its database, counted at the driver. */
export interface StatementCounts {
  /** By verb and table. Without those that begin and end transactions. */
  statements: Record<string, number>;
  /** Transactions that wrote something and therefore wait for the disk. */
  commits: number;
}

export interface StatementCounter {
  /** Counts since the last call. */
  take(): StatementCounts;
  /** A statement has no answer yet. */
  isBusy(): boolean;
  close(): void;
}

/** One transaction after the other, as on one connection. */
type Connection = { wrote: boolean } | null;

/** On either database. Create it before the database is opened. */
export const countStatements = (): StatementCounter => {
  let counts: StatementCounts = { statements: {}, commits: 0 };
  const transactions = new WeakMap<object, Connection>();
  const underWay = new Set<unknown>();

  const onDone = (connection: object, sql: string, rows: number): void => {
    const word = sql.trim().toLowerCase();
    if (/^(begin|start transaction)/.test(word)) {
      transactions.set(connection, { wrote: false });
      return;
    }
    const transaction = transactions.get(connection) ?? null;
    if (word === 'commit' || word === 'rollback') {
      if (word === 'commit' && transaction?.wrote) counts.commits += 1;
      transactions.set(connection, null);
      return;
    }
    if (/^(savepoint|release|rollback to) /.test(word)) return;
    const name = nameStatement(sql);
    counts.statements[name] = (counts.statements[name] ?? 0) + 1;
    const wrote = isWrite(sql) && rows > 0;
    if (transaction) transaction.wrote ||= wrote;
    else if (wrote) counts.commits += 1;
  };
  const watchers = [watchSqlite(onDone), watchPostgres(onDone, underWay)];
  return {
    take: () => {
      const taken = counts;
      counts = { statements: {}, commits: 0 };
      return taken;
    },
    isBusy: () => underWay.size > 0,
    close: () => {
      for (const stop of watchers) stop();
    },
  };
};

const isWrite = (sql: string): boolean => /^\s*(with\b.*\)\s*)?(insert|update|delete)\b/is.test(sql);

/** For example `select links`: a statement is named by its verb and first table. */
const nameStatement = (sql: string): string => {
  const [, verb = '', table = ''] =
    /^\s*(?:with .*?\)\s*)?(select|insert|update|delete)\b.*?(?:from|into|update)\s+"?(?!\()(\w+)"?/is.exec(
      sql.replace(/^\s*update\b/i, 'update update'),
    ) ?? [];
  return verb === '' ? sql.trim().slice(0, 40) : `${verb.toLowerCase()} ${table.toLowerCase()}`;
};

type OnDone = (connection: object, sql: string, rows: number) => void;

function watchSqlite(onDone: OnDone): () => void {
  const { prepare, exec } = Database.prototype;
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql) as Database.Statement<unknown[]>;
    const { all, run } = statement;
    statement.all = (...given: unknown[]) => {
      const rows = all.apply(statement, given);
      onDone(this, sql, rows.length);
      return rows;
    };
    statement.run = (...given: unknown[]) => {
      const result = run.apply(statement, given);
      onDone(this, sql, result.changes);
      return result;
    };
    return statement;
  } as typeof prepare;
  // What begins and ends transactions.
  Database.prototype.exec = function (this: Database.Database, sql: string) {
    const result = exec.call(this, sql);
    onDone(this, sql, 0);
    return result;
  };
  return () => {
    Object.assign(Database.prototype, { prepare, exec });
  };
}

/** The store asks by promises, never by callbacks. */
function watchPostgres(onDone: OnDone, underWay: Set<unknown>): () => void {
  const { query } = pg.Client.prototype;
  const { connect } = pg.Pool.prototype;
  const wait = async <T>(asked: Promise<T>): Promise<T> => {
    underWay.add(asked);
    try {
      return await asked;
    } finally {
      underWay.delete(asked);
    }
  };
  Object.assign(pg.Client.prototype, {
    async query(this: pg.Client, ...asked: [string | pg.QueryConfig, unknown[]?]) {
      const result = await wait<pg.QueryResult>(Reflect.apply(query, this, asked));
      onDone(this, typeof asked[0] === 'string' ? asked[0] : asked[0].text, result.rowCount ?? 0);
      return result;
    },
  });
  Object.assign(pg.Pool.prototype, {
    connect(this: pg.Pool) {
      return wait(Reflect.apply(connect, this, []) as Promise<pg.PoolClient>);
    },
  });
  return () => {
    Object.assign(pg.Client.prototype, { query });
    Object.assign(pg.Pool.prototype, { connect });
  };
}
