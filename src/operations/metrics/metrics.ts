import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Backlog } from '../backlog-store.ts';
import { CALLBACK_OUTCOMES, createNames, nameCallbackOutcome } from './label-values.ts';

/** Events that the parts of the app report. Every label value comes from a short, fixed list. */
export interface Metrics {
  onSlackRequest(seen: { kind: string; outcome: string; ackMs: number | null }): void;
  onServiceCall(call: { operation: string; outcome: string; durationMs: number }): void;
  /** A sweep over what is new at the service ended; null: it could not read the service. */
  onSweep(ended: { links: number; changed: number } | null): void;
  /** A call of Slack's Web API; `outcome`: `ok` or why there was no such answer. */
  onSlackCall(call: { method: string; outcome: string }): void;
  /** Socket Mode could not connect, or lost its connection at once. */
  onSocketFailure(reason: string): void;
  onNotice(ended: { kind: string; outcome: string }): void;
  onJobGivenUp(job: { kind: string }): void;
  onLinkMoved(moved: { to: string }): void;
  onAnswered(answered: { route: 'slack' | 'callbacks' | 'other'; status: number | null }): void;
  /** Links whose customers' data was erased. */
  onErased(links: number): void;
  /** All metrics in Prometheus' text format. Concurrent reads share one result. */
  read(): Promise<{ contentType: string; text: string }>;
  close(): void;
}

interface MetricsOptions {
  readBacklog: () => Promise<Backlog>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Kinds to report even at zero, so that alerts always have a series to watch. */
  noticeKinds: readonly string[];
  linkStates: readonly string[];
  /** When this process started, in milliseconds since the epoch. */
  startedAt: number;
  version: string;
  /** Every kind of job, to start its count at zero. */
  jobKinds: readonly string[];
  /** Which code runs: its commit, or a hash of its sources. */
  build: string;
  /** How many workspaces' tokens Slack rejects, and how many methods fail for lack of a scope. */
  readTokenTroubles: () => { refused: number; lacking: number };
  /** Null: Slack's requests come by HTTP. */
  isSocketConnected: (() => boolean) | null;
}

/** Slack gives up after three seconds. */
const ACK_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Prometheus waits ten seconds; stay below that. */
const READ_WITHIN_MS = 5_000;
const DELAY_RESOLUTION_MS = 20;

export const createMetrics = (options: MetricsOptions): Metrics => {
  const { readBacklog, now, noticeKinds, linkStates, isSocketConnected } = options;
  const register = new Registry();
  const registers = [register];
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const times = <Label extends string>(
    buckets: number[],
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => new Histogram({ name, help, labelNames, registers, buckets });

  // Under the names that dashboards expect. The library's own set has timers and observers that cannot be stopped.
  const startedAt = gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since the epoch.',
  );
  const processorTime = counter('process_cpu_seconds_total', 'Processor time of the process, in seconds.');
  const memory = gauge('process_resident_memory_bytes', 'Memory of the process that is in RAM.');
  const heap = gauge('nodejs_heap_size_used_bytes', 'Heap of the process that is in use.');
  const lagMax = gauge(
    'nodejs_eventloop_lag_max_seconds',
    'How late the latest timer was since the last reading: the longest time in which nothing else was done.',
  );
  const lagP99 = gauge(
    'nodejs_eventloop_lag_p99_seconds',
    'How late timers were since the last reading, 99th percentile.',
  );

  const databaseUp = gauge(
    'paylink_database_up',
    '1: the database answered this scrape; 0: it did not, and what is waiting is left out.',
  );
  const notices = gauge(
    'paylink_notices_waiting',
    'Messages to Slack that are not delivered yet, by kind.',
    'kind',
  );
  const noticeAge = gauge(
    'paylink_notices_oldest_waiting_seconds',
    'How long the oldest message has waited for its delivery; 0: none waits.',
    'kind',
  );
  const jobs = gauge(
    'paylink_jobs_waiting',
    'Jobs that are no message about a link, waiting or planned, by kind. `sweep`, `retention` and `pruning` always wait for their next turn.',
    'kind',
  );
  const jobAge = gauge(
    'paylink_jobs_overdue_seconds',
    'How long the most overdue of them has been due; 0: none is.',
    'kind',
  );
  const held = gauge(
    'paylink_jobs_held',
    'Jobs that are due and wait until Slack takes the token of their workspace again.',
  );
  const givenUp = gauge(
    'paylink_jobs_given_up',
    'Jobs whose tries ran out and that nobody has put right since, by kind. The next sweep that Slack lets edit a card puts it right.',
    'kind',
  );
  const links = gauge(
    'paylink_links',
    'Unfinished links, by state: `open`, `unknown` (it may or may not exist), `reported` (as paid, not confirmed), `reserved`.',
    'state',
  );

  const build = gauge(
    'paylink_build_info',
    'Always 1. `build`: the commit, or a hash of the sources where there was no git.',
    'version',
    'build',
  );
  const socketConnected =
    isSocketConnected === null
      ? null
      : gauge('paylink_socket_connected', '1: Socket Mode is connected to Slack; 0: it is not.');
  const socketFailures = counter(
    'paylink_socket_failures_total',
    'Connections of Socket Mode that could not be made or ended at once, by reason.',
    'reason',
  );
  const tokensRefused = gauge(
    'paylink_slack_tokens_refused',
    'Workspaces whose token Slack refuses now: messages to them wait.',
  );
  const scopesMissing = gauge(
    'paylink_slack_scopes_missing',
    'Methods of Slack that were refused for want of a scope, by workspace, until one is taken.',
  );
  const slackRequests = counter(
    'paylink_slack_requests_total',
    'Requests from Slack, by kind and outcome: `answered`; `unanswered`, no listener for it; `failed`, and the person was told if possible; `refused`, a bad signature, unreadable, too long, too slow or too many at once.',
    'kind',
    'outcome',
  );
  const acks = times(
    ACK_SECONDS,
    'paylink_slack_ack_seconds',
    'From the arrival of a request from Slack to our answer, by kind. Slack gives up after 3 s.',
    'kind',
  );
  const slackCalls = counter(
    'paylink_slack_calls_total',
    'Calls of Slack’s Web API, each attempt, by method and outcome: `ok`, Slack’s code, `http_503` and the like, `unreadable`, `no_answer`, or `other` beyond a hundred.',
    'method',
    'outcome',
  );
  const serviceCalls = counter(
    'paylink_service_calls_total',
    'Requests to the payment service, each attempt, by operation and outcome: `ok` or the kind of error, such as `TimeoutError`.',
    'operation',
    'outcome',
  );
  const serviceTimes = times(
    CALL_SECONDS,
    'paylink_service_call_seconds',
    'How long the payment service took, by operation.',
    'operation',
  );
  const callbacks = counter(
    'paylink_callbacks_total',
    'Calls of the callback address, by outcome: `taken`, `unknown_token`, `throttled`, `busy`, `too_large`, `too_slow`, `gone`, `other`.',
    'outcome',
  );
  const noticesTried = counter(
    'paylink_notices_total',
    'Tries to deliver a message to Slack, by kind and outcome: `delivered`, `later`, or `never`, which its person is told.',
    'kind',
    'outcome',
  );
  const jobsGivenUp = counter(
    'paylink_jobs_given_up_total',
    'Jobs that this process gave up for good, by kind. The line *job given up* in the log names team, link and channel.',
    'kind',
  );
  const linksMade = counter('paylink_links_made_total', 'Payment links that this process learned exist.');
  const linksPaid = counter('paylink_links_paid_total', 'Payment links that this process found paid.');
  const sweeps = counter(
    'paylink_sweeps_total',
    'Sweeps over what is new at the payment service: `done`, `failed`.',
    'outcome',
  );
  const sweptLinks = gauge(
    'paylink_sweep_links',
    'Links that the records of the last sweep of this process named.',
  );
  const sweepChanges = counter(
    'paylink_sweep_changed_links_total',
    'Links that a sweep found in another state: their callback was late or lost.',
  );
  const lastSweep = gauge(
    'paylink_sweep_last_success_timestamp_seconds',
    'When a sweep of this process last ended well, in seconds since the epoch; 0: none yet.',
  );
  const erased = counter(
    'paylink_retention_erased_links_total',
    'Links whose customers’ data was erased because of their age.',
  );

  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  startedAt.set(options.startedAt / 1000);
  build.set({ version: options.version, build: options.build }, 1);
  // Start at zero, so that the first failure shows as an increase.
  for (const outcome of ['done', 'failed']) sweeps.inc({ outcome }, 0);
  for (const kind of options.jobKinds) jobsGivenUp.inc({ kind }, 0);
  for (const outcome of Object.values(CALLBACK_OUTCOMES)) callbacks.inc({ outcome }, 0);

  const showBacklog = (backlog: Backlog): void => {
    const seconds = (since: number) => Math.max(0, (now() - since) / 1000);
    for (const kind of noticeKinds) for (const shown of [notices, noticeAge, givenUp]) shown.set({ kind }, 0);
    for (const state of linkStates) links.set({ state }, 0);
    for (const { kind, waiting, since } of backlog.notices) {
      notices.set({ kind }, waiting);
      noticeAge.set({ kind }, seconds(since));
    }
    for (const { kind, waiting, since } of backlog.jobs) {
      jobs.set({ kind }, waiting);
      jobAge.set({ kind }, seconds(since));
    }
    held.set(backlog.held);
    for (const { kind, count } of backlog.givenUp) givenUp.set({ kind }, count);
    for (const { state, count } of backlog.links) links.set({ state }, count);
  };

  /** What is read when somebody asks. Without the database, what waits is empty and a gauge says why. */
  const showNow = async (): Promise<void> => {
    const late = sleep(READ_WITHIN_MS, null, { ref: false });
    const backlog = await Promise.race([readBacklog().catch(() => null), late]);
    for (const waiting of [notices, noticeAge, jobs, jobAge, held, givenUp, links]) waiting.reset();
    databaseUp.set(backlog === null ? 0 : 1);
    if (backlog !== null) showBacklog(backlog);
    const { user, system } = process.cpuUsage();
    processorTime.reset();
    processorTime.inc((user + system) / 1e6);
    memory.set(process.memoryUsage.rss());
    heap.set(process.memoryUsage().heapUsed);
    const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - DELAY_RESOLUTION_MS / 1000);
    lagMax.set(lag(delay.max));
    lagP99.set(lag(delay.percentile(99)));
    delay.reset();
    if (isSocketConnected !== null) socketConnected?.set(isSocketConnected() ? 1 : 0);
    const { refused, lacking } = options.readTokenTroubles();
    tokensRefused.set(refused);
    scopesMissing.set(lacking);
  };

  // Slack's words, of which there must be no end of series.
  const nameSlackOutcome = createNames();
  const nameSocketFailure = createNames();

  let reading: Promise<string> | null = null;
  const readText = async (): Promise<string> => {
    await showNow();
    return register.metrics();
  };

  return {
    onSlackRequest: ({ kind, outcome, ackMs }) => {
      slackRequests.inc({ kind, outcome });
      if (ackMs !== null) acks.observe({ kind }, ackMs / 1000);
    },
    onServiceCall: ({ operation, outcome, durationMs }) => {
      serviceCalls.inc({ operation, outcome });
      serviceTimes.observe({ operation }, Math.max(0, durationMs) / 1000);
    },
    onSweep: (ended) => {
      sweeps.inc({ outcome: ended ? 'done' : 'failed' });
      if (!ended) return;
      sweptLinks.set(ended.links);
      sweepChanges.inc(ended.changed);
      lastSweep.set(now() / 1000);
    },
    onSlackCall: ({ method, outcome }) => slackCalls.inc({ method, outcome: nameSlackOutcome(outcome) }),
    onSocketFailure: (reason) => socketFailures.inc({ reason: nameSocketFailure(reason) }),
    onJobGivenUp: ({ kind }) => jobsGivenUp.inc({ kind }),
    onLinkMoved: ({ to }) => {
      if (to === 'open') linksMade.inc();
      if (to === 'paid') linksPaid.inc();
    },
    onNotice: ({ kind, outcome }) => noticesTried.inc({ kind, outcome }),
    onAnswered: ({ route, status }) => {
      if (route === 'callbacks') callbacks.inc({ outcome: nameCallbackOutcome(status) });
      // Refused before Bolt saw it, so its kind is unknown. Bolt reports all the others.
      if (route === 'slack' && status !== null && [400, 401, 408, 413, 503].includes(status))
        slackRequests.inc({ kind: 'other', outcome: 'refused' });
    },
    onErased: (links) => erased.inc(links),
    read: async () => {
      reading ??= readText().finally(() => {
        reading = null;
      });
      return { contentType: register.contentType, text: await reading };
    },
    close: () => delay.disable(),
  };
};
