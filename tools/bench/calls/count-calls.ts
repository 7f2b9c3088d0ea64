import diagnostics from 'node:diagnostics_channel';
import { countStatements, type StatementCounts } from './count-statements.ts';

/** The app's outgoing calls and statements, with counts. */
export interface Calls extends StatementCounts {
  /** Slack calls by method; calls to addresses that Slack returned, by the first path segment. */
  slack: Record<string, number>;
  /** Payment service calls by operation. */
  service: Record<string, number>;
}

export interface CallCounter {
  /** Counts since the last call. */
  take(): Calls;
  /** Called by the sandbox, which knows its operations by name. */
  onServiceCall(call: { operation: string; when: 'arrived' | 'answered' }): void;
  /** A request or statement of this process has no answer yet. */
  isBusy(): boolean;
  close(): void;
}

const none = (): Pick<Calls, 'slack' | 'service'> => ({ slack: {}, service: {} });

const add = (to: Record<string, number>, name: string): void => {
  to[name] = (to[name] ?? 0) + 1;
};

/**
 * Counts at the edge of this process: requests through the diagnostics channels of `undici` and `fetch`, statements
 * at the driver of the database. Create it before the database is opened.
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
  const database = countStatements();
  return {
    take: () => {
      const taken = calls;
      calls = none();
      return { ...taken, ...database.take() };
    },
    onServiceCall: ({ operation, when }) => {
      if (when === 'arrived') add(calls.service, operation);
    },
    isBusy: () => underWay.size > 0 || database.isBusy() || isAtFiles(),
    close: () => {
      for (const [channel, listener] of listeners) diagnostics.unsubscribe(channel, listener);
      database.close();
    },
  };
};

const nameSlackCall = (path: string): string => /^\/(?:api\/)?([\w.]+)/.exec(path)?.[1] ?? path;

const isAtFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => /^FSReq|CloseReq/.test(resource));

export const sum = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((total, one) => total + one, 0);

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
    row('Slack', ({ slack }) => sum(slack)),
    ...rows('– ', ({ slack }) => slack),
    row('the service', ({ service }) => sum(service)),
    ...rows('– ', ({ service }) => service),
    row('the database: statements', ({ statements }) => sum(statements)),
    ...(hasStatements ? rows('– ', ({ statements }) => statements) : []),
    row('the database: commits', ({ commits }) => commits),
  ];
};
