import { Registry } from 'prom-client';
import {
  type BacklogGaugesOptions,
  createBacklogGauges,
  createMakers,
  createProcessGauges,
} from './gauges.ts';

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
  /** Links of this database that the service lists and it lacks, as of the last look. */
  missingLinks: () => number;
  /** Null: Slack's requests come by HTTP. */
  isSocketConnected: (() => boolean) | null;
}

/** Slack gives up after three seconds. */
const ACK_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3];
const CALL_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const createMetrics = (options: MetricsOptions): Metrics => {
  const register = new Registry();
  const { counter, gauge, histogram } = createMakers(register);
  const processGauges = createProcessGauges(register, options);
  const backlogGauges = createBacklogGauges(register, options);

  const build = gauge('paylink_build_info', 'Always 1; the labels tell what runs.', ['version', 'build']);
  build.set({ version: options.version, build: options.build }, 1);
  const { isSocketConnected } = options;
  if (isSocketConnected !== null)
    gauge('paylink_socket_connected', '1: Socket Mode is connected to Slack; 0: it is not.', () =>
      isSocketConnected() ? 1 : 0,
    );
  const socketFailures = counter(
    'paylink_socket_failures_total',
    'Connections of Socket Mode that could not be made or ended at once, by reason.',
    ['reason'],
  );
  gauge(
    'paylink_slack_tokens_refused',
    'Workspaces whose token Slack refuses now: messages to them wait.',
    () => options.readTokenTroubles().refused,
  );
  gauge(
    'paylink_slack_scopes_missing',
    'Methods of Slack that were refused for want of a scope, by workspace, until one is taken.',
    () => options.readTokenTroubles().lacking,
  );
  gauge(
    'paylink_links_missing',
    'Links that the service lists under our numbers and the database lacks, found in the last 30 days.',
    options.missingLinks,
  );
  const slackRequests = counter(
    'paylink_slack_requests_total',
    'Requests from Slack, by kind and by how they ended.',
    ['kind', 'outcome'],
  );
  const acks = histogram(
    'paylink_slack_ack_seconds',
    'From the arrival of a request of Slack to our answer.',
    ['kind'],
    ACK_SECONDS,
  );
  const slackCalls = counter(
    'paylink_slack_calls_total',
    'Calls of Slack’s Web API, each attempt, by method and outcome.',
    ['method', 'outcome'],
  );
  const calls = counter(
    'paylink_service_calls_total',
    'Requests to the payment service, each attempt, by operation and outcome.',
    ['operation', 'outcome'],
  );
  const callTimes = histogram(
    'paylink_service_call_seconds',
    'How long the payment service took, by operation.',
    ['operation'],
    CALL_SECONDS,
  );
  const callbacks = counter('paylink_callbacks_total', 'Calls of the callback address, by outcome.', [
    'outcome',
  ]);
  const notices = counter(
    'paylink_notices_total',
    'Tries to deliver a message to Slack, by kind and outcome.',
    ['kind', 'outcome'],
  );
  const givenUp = counter(
    'paylink_jobs_given_up_total',
    'Jobs that this process gave up for good, by kind.',
    ['kind'],
  );
  const linksMade = counter('paylink_links_made_total', 'Payment links that this process learned exist.');
  const linksPaid = counter('paylink_links_paid_total', 'Payment links that this process found paid.');
  const sweeps = counter('paylink_sweeps_total', 'Looks at what is new at the payment service, by outcome.', [
    'outcome',
  ]);
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

/** Slack has some two hundred codes for the methods that we call, and uses few of them. */
const MOST_NAMES = 100;

/** Names from outside as values of a label: the first hundred that look like a code, and `other`. */
const createNames = (): ((name: string) => string) => {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= MOST_NAMES || !/^[\w. -]{1,60}$/.test(name)) return 'other';
    known.add(name);
    return name;
  };
};

const CALLBACK_OUTCOMES: Record<number, string> = {
  200: 'taken',
  404: 'unknown_token',
  408: 'too_slow',
  413: 'too_large',
  429: 'throttled',
  503: 'busy',
};

function nameCallbackOutcome(status: number | null): string {
  return status === null ? 'gone' : (CALLBACK_OUTCOMES[status] ?? 'other');
}
