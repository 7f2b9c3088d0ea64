import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CustomRoute } from '@slack/bolt';
import type { Clock } from '../clock.ts';
import { createWorkLoop, findTrouble, type WorkLoop } from '../delivery/work-loop.ts';
import type { Log } from '../log.ts';
import type { SocketTrouble } from '../slack/socket-connection.ts';
import type { TokenTrouble } from '../slack/token-watch.ts';
import { nameDatabaseTrouble } from '../store/engine/database-errors.ts';
import type { DatabaseMarks } from '../store/engine/database-marks.ts';
import { whatRuns } from '../version.ts';
import type { GivenUp } from './backlog-store.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { ProcessStore } from './process-store.ts';

type Heartbeat = ReturnType<typeof createHeartbeat>;

/** Most of what an idle app writes. Whatever else fails to be written is told by its own loop. */
const EVERY_MS = 2 * 60_000;
const AFTER_FAULT_MS = 5_000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/**
 * Proves that the database takes writes: on a full or read-only disk, reads still work. Tries at once when a statement of anybody
 * failed in a way that says otherwise. A timer and no job, because it reports when the queue is away, too.
 */
export const createHeartbeat = ({
  processes,
  marks,
  processId,
  clock,
  log,
}: {
  processes: ProcessStore;
  marks: DatabaseMarks;
  processId: string;
  clock: Clock;
  log: Log;
}) => {
  let writtenAt: number | null = null;
  let isTried = (): void => {};
  const tried = new Promise<void>((resolve) => {
    isTried = resolve;
  });

  const beat = async (): Promise<number> => {
    const at = clock.now();
    await processes.note(processId, at);
    if (writtenAt === null) await processes.forget(at - FORGOTTEN_AFTER_MS);
    if (marks.read('takes no writes') !== null) log.info('the database takes writes again');
    marks.committed();
    writtenAt = clock.now();
    return at + EVERY_MS;
  };

  const loop = createWorkLoop({
    name: 'heartbeats',
    round: () => beat().finally(isTried),
    clock,
    restMs: AFTER_FAULT_MS,
    onError: (error) =>
      log.error(
        { cause: nameDatabaseTrouble(error), err: error },
        'the database takes no writes; trying again',
      ),
  });
  marks.listen(loop.wake);

  return {
    /** Resolves after the first write attempt, whether or not it succeeded. */
    start: (): Promise<void> => {
      loop.start();
      return tried;
    },
    stop: loop.stop,
    trouble: loop.trouble,
    /** Milliseconds since the last successful write, zero if the clock is set back; null: none yet. */
    age: () => (writtenAt === null ? null : Math.max(0, clock.now() - writtenAt)),
  };
};

/** `says`: text for an operator; contains no secrets. */
export interface Readiness {
  isReady: boolean;
  detail: string;
}

/** Who asks waits for seconds, not for a database that never answers. */
const PING_WITHIN_MS = 2_000;

/**
 * Whether this process can do its job: it is not stopping, the database answers, takes writes and has the tables of this
 * version, and the work gets done. A token that Slack rejects and a lost connection are mentioned but do not count as not
 * ready: callbacks must still come in, and messages for Slack are kept until it accepts them.
 */
export const readReadiness = async ({
  isLeaving,
  ping,
  marks,
  heartbeat,
  workers,
  tokenTroubles,
  socketTrouble,
  missingLinks,
  otherApps,
  givenUp,
  now,
}: {
  /** The process was told to stop, and still answers who has not noticed. */
  isLeaving: () => boolean;
  /** Which migration of a newer version has changed the tables; null: none. Rejects if the database does not answer. */
  ping: () => Promise<string | null>;
  marks: DatabaseMarks;
  heartbeat: Pick<Heartbeat, 'age'>;
  workers: readonly Pick<WorkLoop, 'trouble'>[];
  tokenTroubles: () => readonly TokenTrouble[];
  socketTrouble: () => SocketTrouble | null;
  /** How many links of this database the service lists and it lacks. */
  missingLinks: () => Promise<number>;
  otherApps: () => readonly string[];
  givenUp: () => Promise<readonly GivenUp[]>;
  now: () => number;
}): Promise<Readiness> => {
  const fault = (detail: string): Readiness => ({ isReady: false, detail });
  if (isLeaving()) return fault('stopping');
  try {
    const newer = await Promise.race([ping(), sleep(PING_WITHIN_MS, 'late' as const, { ref: false })]);
    if (newer === 'late') return fault(`the database does not answer within ${PING_WITHIN_MS / 1000} s`);
    if (newer !== null)
      return fault(
        `a newer version of Paylink has changed the database (${newer}): start that version here too`,
      );
  } catch (error) {
    return fault(`the database does not answer (${nameDatabaseTrouble(error)})`);
  }
  const ageMs = heartbeat.age();
  const age = ageMs === null ? 'no heartbeat yet' : `last heartbeat ${Math.round(ageMs / 1000)} s ago`;
  const trouble = marks.read('takes no writes');
  if (trouble !== null) return fault(`the database takes no writes (${trouble}), ${age}`);
  if (ageMs === null) return fault(age);
  const workTrouble = findTrouble(workers);
  if (workTrouble !== null) return fault(workTrouble);
  const troubles = [
    ...describeTroubles(tokenTroubles(), now()),
    ...describeSocketTrouble(socketTrouble(), now()),
    ...describeMissing(await missingLinks()),
    ...otherApps(),
    ...describeGivenUp(await givenUp()),
  ];
  return { isReady: true, detail: [...troubles, age].join('\n') };
};

const MINUTE_MS = 60_000;

const describeGivenUp = (jobs: readonly GivenUp[]): string[] =>
  jobs.length === 0
    ? []
    : [
        `given up after many tries: ${jobs.map(({ kind, count }) => `${count} × ${kind}`).join(', ')} (the log has “job given up” for each)`,
      ];

const describeSocketTrouble = (trouble: SocketTrouble | null, now: number): string[] =>
  trouble === null
    ? []
    : [
        `no connection to Slack for ${Math.floor((now - trouble.since) / MINUTE_MS)} min (${trouble.code}): its requests do not arrive`,
      ];

const describeMissing = (links: number): string[] =>
  links === 0
    ? []
    : [`${links} link(s) of the payment service are missing here, as after the restore of a backup`];

function describeTroubles(troubles: readonly TokenTrouble[], now: number): string[] {
  const refused = troubles.filter(({ lacks }) => lacks === null);
  const [first] = refused;
  const minutes = first && Math.floor((now - Math.min(...refused.map(({ since }) => since))) / MINUTE_MS);
  const codes = [...new Set(refused.map(({ code }) => code))].join(', ');
  const whose = first?.teamId === null ? 'SLACK_BOT_TOKEN' : `the tokens of ${refused.length} workspace(s)`;
  const scopes = new Set(troubles.flatMap(({ lacks }) => (lacks === null ? [] : [lacks.scope])));
  return [
    ...(first ? [`Slack refuses ${whose} for ${minutes} min (${codes}): messages to it wait`] : []),
    ...(scopes.size > 0
      ? [`Slack misses a scope (${[...scopes].join(', ')}): install the app again with those of the manifest`]
      : []),
  ];
}

/** Many uptime monitors ask without wanting a body. */
const BY_MONITORS = ['GET', 'HEAD'];

/** `/healthz`: the process answers. `/readyz`: it can also do its job. */
export const buildHealthRoutes = ({ readiness }: { readiness: () => Promise<Readiness> }): CustomRoute[] => [
  {
    path: '/healthz',
    method: BY_MONITORS,
    handler: (_request, response) => answer(response, { isReady: true, detail: '' }),
  },
  {
    path: '/readyz',
    method: BY_MONITORS,
    // Bolt does not await this handler: a rejection would leave the request hanging forever.
    handler: (_request: IncomingMessage, response: ServerResponse) => {
      readiness().then(
        (ready) => answer(response, ready, whatRuns),
        () => answer(response, { isReady: false, detail: '' }, whatRuns),
      );
    },
  },
];

/** The first line is for machines, the others are for people. */
function answer(response: ServerResponse, { isReady, detail }: Readiness, ...rest: string[]): void {
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  const lines = [isReady ? 'ok' : 'not ready', ...(detail === '' ? [] : [detail]), ...rest];
  response.end(lines.map((line) => `${line}\n`).join(''));
}

/** `/metrics`: counts and times for Prometheus. No customers, staff or links in them. */
export const buildMetricsRoute = ({ read }: Pick<Metrics, 'read'>): CustomRoute => ({
  path: '/metrics',
  method: 'GET',
  // Bolt does not await this handler: a rejection would leave the request hanging forever.
  handler: (_request, response) => {
    read().then(
      ({ contentType, text }) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500, { 'cache-control': 'no-store' }).end(),
    );
  },
});
