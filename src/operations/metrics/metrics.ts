import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type BacklogGaugesOptions, createBacklogGauges, createProcessGauges } from './gauges.ts';
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

export interface MetricsOptions extends BacklogGaugesOptions {
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

export const createMetrics = (options: MetricsOptions): Metrics => {
  const register = new Registry();
  const registers = [register];
  const processGauges = createProcessGauges(register, options);
  const backlogGauges = createBacklogGauges(register, options);

  const build = new Gauge({
    name: 'paylink_build_info',
    help: 'Always 1. `build`: the commit, or a hash of the sources where there was no git.',
    labelNames: ['version', 'build'],
    registers,
  });
  build.set({ version: options.version, build: options.build }, 1);
  const { isSocketConnected } = options;
  if (isSocketConnected !== null)
    new Gauge({
      name: 'paylink_socket_connected',
      help: '1: Socket Mode is connected to Slack; 0: it is not.',
      registers,
      collect() {
        this.set(isSocketConnected() ? 1 : 0);
      },
    });
  const socketFailures = new Counter({
    name: 'paylink_socket_failures_total',
    help: 'Connections of Socket Mode that could not be made or ended at once, by reason.',
    labelNames: ['reason'],
    registers,
  });
  new Gauge({
    name: 'paylink_slack_tokens_refused',
    help: 'Workspaces whose token Slack refuses now: messages to them wait.',
    registers,
    collect() {
      this.set(options.readTokenTroubles().refused);
    },
  });
  new Gauge({
    name: 'paylink_slack_scopes_missing',
    help: 'Methods of Slack that were refused for want of a scope, by workspace, until one is taken.',
    registers,
    collect() {
      this.set(options.readTokenTroubles().lacking);
    },
  });
  const slackRequests = new Counter({
    name: 'paylink_slack_requests_total',
    help: 'Requests from Slack, by kind and outcome: `answered`; `unanswered`, no listener for it; `failed`, and the person was told if possible; `refused`, a bad signature, unreadable, too long, too slow or too many at once.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const acks = new Histogram({
    name: 'paylink_slack_ack_seconds',
    help: 'From the arrival of a request from Slack to our answer, by kind. Slack gives up after 3 s.',
    labelNames: ['kind'],
    buckets: ACK_SECONDS,
    registers,
  });
  const slackCalls = new Counter({
    name: 'paylink_slack_calls_total',
    help: 'Calls of Slack’s Web API, each attempt, by method and outcome: `ok`, Slack’s code, `http_503` and the like, `unreadable`, `no_answer`, or `other` beyond a hundred.',
    labelNames: ['method', 'outcome'],
    registers,
  });
  const calls = new Counter({
    name: 'paylink_service_calls_total',
    help: 'Requests to the payment service, each attempt, by operation and outcome: `ok` or the kind of error, such as `TimeoutError`.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  const callTimes = new Histogram({
    name: 'paylink_service_call_seconds',
    help: 'How long the payment service took, by operation.',
    labelNames: ['operation'],
    buckets: CALL_SECONDS,
    registers,
  });
  const callbacks = new Counter({
    name: 'paylink_callbacks_total',
    help: 'Calls of the callback address, by outcome: `taken`, `unknown_token`, `throttled`, `busy`, `too_large`, `too_slow`, `gone`, `other`.',
    labelNames: ['outcome'],
    registers,
  });
  const notices = new Counter({
    name: 'paylink_notices_total',
    help: 'Tries to deliver a message to Slack, by kind and outcome: `delivered`, `later`, or `never`, which its person is told.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const givenUp = new Counter({
    name: 'paylink_jobs_given_up_total',
    help: 'Jobs that this process gave up for good, by kind. The line *job given up* in the log names team, link and channel.',
    labelNames: ['kind'],
    registers,
  });
  const linksMade = new Counter({
    name: 'paylink_links_made_total',
    help: 'Payment links that this process learned exist.',
    registers,
  });
  const linksPaid = new Counter({
    name: 'paylink_links_paid_total',
    help: 'Payment links that this process found paid.',
    registers,
  });
  const sweeps = new Counter({
    name: 'paylink_sweeps_total',
    help: 'Sweeps over what is new at the payment service: `done`, `failed`.',
    labelNames: ['outcome'],
    registers,
  });
  const sweptLinks = new Gauge({
    name: 'paylink_sweep_links',
    help: 'Links that the records of the last sweep of this process named.',
    registers,
  });
  const sweepChanges = new Counter({
    name: 'paylink_sweep_changed_links_total',
    help: 'Links that a sweep found in another state: their callback was late or lost.',
    registers,
  });
  const lastSweep = new Gauge({
    name: 'paylink_sweep_last_success_timestamp_seconds',
    help: 'When a sweep of this process last ended well, in seconds since the epoch; 0: none yet.',
    registers,
  });
  const erased = new Counter({
    name: 'paylink_retention_erased_links_total',
    help: 'Links whose customers’ data was erased because of their age.',
    registers,
  });
  // Start at zero, so that the first failure shows as an increase.
  for (const outcome of ['done', 'failed']) sweeps.inc({ outcome }, 0);
  for (const kind of options.jobKinds) givenUp.inc({ kind }, 0);
  for (const outcome of Object.values(CALLBACK_OUTCOMES)) callbacks.inc({ outcome }, 0);

  // Slack's words, of which there must be no end of series.
  const nameSlackOutcome = createNames();
  const nameSocketFailure = createNames();

  let reading: Promise<string> | null = null;
  const readText = async (): Promise<string> => {
    await backlogGauges.refresh();
    return register.metrics();
  };

  return {
    onSlackRequest: ({ kind, outcome, ackMs }) => {
      slackRequests.inc({ kind, outcome });
      if (ackMs !== null) acks.observe({ kind }, ackMs / 1000);
    },
    onServiceCall: ({ operation, outcome, durationMs }) => {
      calls.inc({ operation, outcome });
      callTimes.observe({ operation }, Math.max(0, durationMs) / 1000);
    },
    onSweep: (ended) => {
      sweeps.inc({ outcome: ended ? 'done' : 'failed' });
      if (!ended) return;
      sweptLinks.set(ended.links);
      sweepChanges.inc(ended.changed);
      lastSweep.set(options.now() / 1000);
    },
    onSlackCall: ({ method, outcome }) => slackCalls.inc({ method, outcome: nameSlackOutcome(outcome) }),
    onSocketFailure: (reason) => socketFailures.inc({ reason: nameSocketFailure(reason) }),
    onJobGivenUp: ({ kind }) => givenUp.inc({ kind }),
    onLinkMoved: ({ to }) => {
      if (to === 'open') linksMade.inc();
      if (to === 'paid') linksPaid.inc();
    },
    onNotice: ({ kind, outcome }) => notices.inc({ kind, outcome }),
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
    close: () => processGauges.close(),
  };
};
