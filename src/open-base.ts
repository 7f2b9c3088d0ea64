import type { Base } from './app-parts.ts';
import { type Clock, systemClock } from './clock.ts';
import { createClockTrust } from './clock-trust.ts';
import type { Config } from './config/config.ts';
import { createIds } from './ids.ts';
import type { Log } from './log.ts';
import { openStore } from './open-store.ts';
import { createMetrics, type Metrics } from './operations/metrics/metrics.ts';
import { createOtherApps } from './operations/other-apps.ts';
import type { PaymentServiceOptions } from './payment-service/index.ts';
import { createAudit } from './people/audit.ts';
import { createMembers } from './people/members.ts';
import { createSettings } from './settings/settings.ts';
import { createClientLogger } from './slack/bolt-logger.ts';
import { codesForAPerson } from './slack/slack-errors.ts';
import { createSlackFetch, type SlackCall } from './slack/slack-fetch.ts';
import { createSocketConnection } from './slack/socket-connection.ts';
import { createTokenWatch, type TokenWatch } from './slack/token-watch.ts';
import { createDatabaseMarks, type DatabaseMarks } from './store/engine/database-marks.ts';
import { QUEUE_OF } from './store/job-kinds.ts';
import { UNFINISHED } from './store/link-states.ts';
import { createVocabularies } from './teaching/workspace-vocabulary.ts';
import { openWorkspaces } from './tenancy/open-workspaces.ts';
import { build, version } from './version.ts';

/** What a process is started with. */
export interface Given {
  config: Config;
  log: Log;
  clock?: Clock;
  random?: () => number;
  /** What ids, tokens and the database’s identity are drawn from. */
  randomBytes?: (size: number) => Buffer;
  /** How the database is opened. */
  openStore?: typeof openStore;
  /** How long to wait for the payment service. */
  timeouts?: PaymentServiceOptions['timeouts'];
}

/** The base, and what only the start, the end and the edge of the process have to do with. */
export interface OpenBase {
  base: Base;
  fetchSlack: typeof fetch;
  watch: TokenWatch;
  socket: ReturnType<typeof createSocketConnection>;
  metrics: Metrics;
  marks: DatabaseMarks;
  otherApps: ReturnType<typeof createOtherApps>;
}

/** What the rooms stand on, in this process: the database, the connections to Slack and to the service, the workspaces. */
export const openBase = async (given: Given): Promise<OpenBase> => {
  const { config, log, timeouts } = given;
  const { clock = systemClock, random = Math.random } = given;
  const { dataDir, databaseUrl, slack } = config;
  const { timeZone } = config.paymentService;

  // The database.
  const marks = createDatabaseMarks();
  const store = await (given.openStore ?? openStore)(databaseUrl === null ? { dataDir } : { databaseUrl }, {
    onWarning: (warning) => log.warn(warning),
    marks,
    timeFrom: given.clock === undefined ? 'database' : 'caller',
  });
  const clockTrust = createClockTrust({ meta: store.meta, clock, log });
  await clockTrust.begin();
  const identity = await store.identity.read(given.randomBytes);
  const ids = createIds(given.randomBytes, identity);
  const audit = createAudit({ entries: store.auditEntries, ids, clock });
  const { isSure: isClockSure, isOff: isClockOff } = clockTrust;
  const ground = {
    config,
    store,
    identity,
    clock,
    isClockSure,
    isClockOff,
    ids,
    random,
    timeZone,
    log,
    audit,
    vocabularies: createVocabularies({ taughtWords: store.taughtWords, stateWords: config.stateWords }),
  };

  // The connection to Slack.
  const onSlackCall = (call: SlackCall) => {
    clockTrust.hear(call);
    metrics.onSlackCall(call);
  };
  const fetchSlack = createSlackFetch(slack.apiUrl, onSlackCall, clock.now);
  /** Somebody may have permitted more since: what waited for it runs. */
  const runPermitted = async (teamId: string | null): Promise<void> => {
    await store.jobs.hasten(teamId, codesForAPerson(), clock.now());
  };
  const watch = createTokenWatch({
    ...ground,
    onBack: store.jobs.lookAgain,
    onPermitted: (teamId) => {
      runPermitted(teamId).catch((error: unknown) =>
        log.error({ err: error }, 'jobs that wait for a permission not run'),
      );
    },
  });
  const socket = createSocketConnection({
    ...ground,
    onFailure: (reason) => metrics.onSocketFailure(reason),
    onGreeting: (greeting) => otherApps.greeted(greeting),
  });

  const metrics = createMetrics({
    readBacklog: () => store.backlog.read(watch.held(), clock.now()),
    readTokenTroubles: watch.count,
    isSocketConnected: slack.appToken === null ? null : socket.isConnected,
    now: clock.now,
    noticeKinds: Object.entries(QUEUE_OF).flatMap(([kind, queue]) => (queue === 'notices' ? kind : [])),
    jobKinds: Object.keys(QUEUE_OF),
    linkStates: UNFINISHED,
    startedAt: clock.now() - process.uptime() * 1000,
    version,
    build,
  });
  store.links.onWritten((to) => {
    if (to !== null) metrics.onLinkMoved({ to });
  });

  // The workspaces that Paylink serves, and their people and settings.
  const workspaces = await openWorkspaces(ground, {
    slackApi: { slackApiUrl: slack.apiUrl, fetch: fetchSlack, logger: createClientLogger(log) },
    watch,
    onServiceCall: (call) => {
      clockTrust.hear(call);
      metrics.onServiceCall(call);
      log.debug(call, 'payment service called');
    },
    timeouts,
  }).catch(async (error: unknown) => {
    await store.close();
    metrics.close();
    throw error;
  });
  const { own } = workspaces;
  const otherApps = createOtherApps({
    ...ground,
    processes: store.processes,
    tokenApp: () => own?.app() ?? null,
  });
  const base = {
    ...ground,
    ...workspaces,
    metrics,
    // Until it is known whose jobs they are, none is run.
    held: () => (own !== null && own.served() === null ? ('all' as const) : watch.held()),
    only: () => own?.served() ?? null,
    members: createMembers({ ...ground, members: store.members, adminsOf: workspaces.adminsOf }),
    settings: createSettings({ ...ground, settings: store.settings }),
  };
  return {
    base,
    fetchSlack,
    watch,
    socket,
    metrics,
    marks,
    otherApps,
  };
};
