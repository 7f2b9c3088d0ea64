import diagnostics from 'node:diagnostics_channel';
import Database from 'libsql';

/** The app's outgoing calls and statements, with counts. */
export interface Calls {
  /** Slack calls by method; calls to addresses that Slack returned, by the first path segment. */
  slack: Record<string, number>;
  /** Payment service calls by operation. */
  service: Record<string, number>;
  /** Statements by verb and table. */
  statements: Record<string, number>;
  /** Transactions that wrote something and therefore wait for the disk. */
  commits: number;
}

export interface CallCounter {
  /** Counts since the last call. */
  take(): Calls;
  /** Called by the sandbox, which knows its operations by name. */
  onServiceCall(call: { operation: string; when: 'arrived' | 'answered' }): void;
  /** A request from this process has no answer yet. */
  isBusy(): boolean;
  close(): void;
}

const none = (): Calls => ({ slack: {}, service: {}, statements: {}, commits: 0 });

const add = (to: Record<string, number>, name: string): void => {
  to[name] = (to[name] ?? 0) + 1;
};

/**
 * Counts at the edge of this process: requests through the diagnostics channels of `undici` and `fetch`, statements
 * at the driver of the embedded database. Create it before the database is opened.
 */
export const countCalls = (slackUrl: () => string): CallCounter => {
  let calls = none();
  const underWay = new Set<unknown>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: { origin: string; path: string } };
    underWay.add(request);
    if (request.origin === slackUrl()) add(calls.slack, nameSlackCall(request.path));
  };
  const onEnd = (message: unknown) => void underWay.delete((message as { request: unknown }).request);
  const listeners = [
    ['undici:request:create', onRequest],
    ['undici:request:trailers', onEnd],
    ['undici:request:error', onEnd],
  ] as const;
  for (const [channel, listener] of listeners) diagnostics.subscribe(channel, listener);
  const stopWatching = watchStatements({
    onStatement: (sql) => add(calls.statements, nameStatement(sql)),
    onCommit: () => {
      calls.commits += 1;
    },
  });
  return {
    take: () => {
      const taken = calls;
      calls = none();
      return taken;
    },
    onServiceCall: ({ operation, when }) => {
      if (when === 'arrived') add(calls.service, operation);
    },
    isBusy: () => underWay.size > 0 || isAtFiles(),
    close: () => {
      for (const [channel, listener] of listeners) diagnostics.unsubscribe(channel, listener);
      stopWatching();
    },
  };
};

const nameSlackCall = (path: string): string => /^\/(?:api\/)?([\w.]+)/.exec(path)?.[1] ?? path;

/** For example `select links`: a statement is named by its verb and first table. */
const nameStatement = (sql: string): string => {
  const [, verb = '', table = ''] =
    /^\s*(?:with .*?\)\s*)?(select|insert|update|delete)\b.*?(?:from|into|update)\s+"?(?!\()(\w+)"?/is.exec(
      sql.replace(/^\s*update\b/i, 'update update'),
    ) ?? [];
  return verb === '' ? sql.trim().slice(0, 40) : `${verb.toLowerCase()} ${table.toLowerCase()}`;
};

const isAtFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => /^FSReq|CloseReq/.test(resource));

/** There is one connection, so transactions are sequential. */
function watchStatements(hear: { onStatement(sql: string): void; onCommit(): void }): () => void {
  const { prepare, exec } = Database.prototype;
  let transaction: { wrote: boolean } | null = null;

  const onDone = (sql: string, wrote: boolean) => {
    const word = sql.trim().toLowerCase();
    if (word === 'begin immediate') {
      transaction = { wrote: false };
      return;
    }
    if (word === 'commit' || word === 'rollback') {
      if (word === 'commit' && transaction?.wrote) hear.onCommit();
      transaction = null;
      return;
    }
    // Savepoints do not count, nor do begin and commit.
    if (/^(savepoint|release|rollback to) /.test(word)) return;
    hear.onStatement(sql);
    if (transaction) transaction.wrote ||= wrote;
    else if (wrote) hear.onCommit();
  };
  const isWrite = (sql: string) => /^\s*(with\b.*\)\s*)?(insert|update|delete)\b/is.test(sql);

  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const statement = prepare.call(this, sql) as Database.Statement<unknown[]>;
    const { all, run } = statement;
    statement.all = (...given: unknown[]) => {
      const rows = all.apply(statement, given);
      onDone(sql, isWrite(sql) && rows.length > 0);
      return rows;
    };
    statement.run = (...given: unknown[]) => {
      const result = run.apply(statement, given);
      onDone(sql, isWrite(sql) && result.changes > 0);
      return result;
    };
    return statement;
  } as typeof prepare;
  // What begins and ends transactions.
  Database.prototype.exec = function (this: Database.Database, sql: string) {
    const result = exec.call(this, sql);
    onDone(sql, false);
    return result;
  };
  return () => {
    Object.assign(Database.prototype, { prepare, exec });
  };
}

/** One row per method, operation and (on request) kind of statement, with its count in each column. */
export const tabulate = (
  columns: readonly Calls[],
  { hasStatements = false } = {},
): (readonly [name: string, ...counts: number[]])[] => {
  const row = (name: string, of: (calls: Calls) => number) => [name, ...columns.map(of)] as const;
  const rows = (prefix: string, of: (calls: Calls) => Record<string, number>) =>
    [...new Set(columns.flatMap((calls) => Object.keys(of(calls))))]
      .sort()
      .map((name) => row(`${prefix}\`${name}\``, (calls) => of(calls)[name] ?? 0));
  return [
    ...rows('Slack: ', ({ slack }) => slack),
    ...rows('the service: ', ({ service }) => service),
    row('the database: statements', ({ statements }) =>
      Object.values(statements).reduce((sum, one) => sum + one, 0),
    ),
    ...(hasStatements ? rows('– ', ({ statements }) => statements) : []),
    row('the database: commits', ({ commits }) => commits),
  ];
};
