import diagnostics from 'node:diagnostics_channel';
import Database from 'libsql';

/** What the app asked of others, each with how often. */
export interface Calls {
  /** By method; what goes to an address that Slack gave, by the first word of its path. */
  slack: Record<string, number>;
  /** By operation. */
  service: Record<string, number>;
  /** By what they do and to which table. */
  statements: Record<string, number>;
  /** Those that wrote something, and so wait for the disk. */
  commits: number;
}

export interface CallCounter {
  /** Since the last time. */
  take(): Calls;
  /** For the sandbox, which knows its operations by name. */
  onServiceCall(call: { operation: string; when: 'arrived' | 'answered' }): void;
  /** Something that left this process has no answer yet. */
  isBusy(): boolean;
  close(): void;
}

const none = (): Calls => ({ slack: {}, service: {}, statements: {}, commits: 0 });

const add = (to: Record<string, number>, name: string): void => {
  to[name] = (to[name] ?? 0) + 1;
};

/**
 * Counts at the edge of this process: requests as `undici` and Node's `fetch` tell of them, statements as they reach the
 * driver of the embedded database. To be there before the database is opened.
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

/** `select links`; whatever else is in the statement, its first table names it. */
const nameStatement = (sql: string): string => {
  const [, verb = '', table = ''] =
    /^\s*(?:with .*?\)\s*)?(select|insert|update|delete)\b.*?(?:from|into|update)\s+"?(?!\()(\w+)"?/is.exec(
      sql.replace(/^\s*update\b/i, 'update update'),
    ) ?? [];
  return verb === '' ? sql.trim().slice(0, 40) : `${verb.toLowerCase()} ${table.toLowerCase()}`;
};

const isAtFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => /^FSReq|CloseReq/.test(resource));

/** There is one connection, and its transactions come one after the other. */
function watchStatements(hear: { onStatement(sql: string): void; onCommit(): void }): () => void {
  const { prepare } = Database.prototype;
  let transaction: { wrote: boolean } | null = null;

  const onDone = (sql: string, wrote: boolean) => {
    const word = sql.trim().toLowerCase();
    if (word === 'begin') {
      transaction = { wrote: false };
      return;
    }
    if (word === 'commit' || word === 'rollback') {
      if (word === 'commit' && transaction?.wrote) hear.onCommit();
      transaction = null;
      return;
    }
    // A part of a transaction is no more of a statement than its ends are.
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
  return () => {
    Database.prototype.prepare = prepare;
  };
}
