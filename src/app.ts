import { setMaxListeners } from 'node:events';
import type { App } from './app-parts.ts';
import { type Clock, systemClock } from './clock.ts';
import { createClockTrust } from './clock-trust.ts';
import type { Config } from './config/config.ts';
import { connectRooms } from './connect-rooms.ts';
import { createBoltApp } from './create-bolt-app.ts';
import { BACKGROUND_KINDS } from './create-jobs.ts';
import { createPendingWork } from './delivery/pending-work.ts';
import { buildPictureRoute } from './delivery/pictures/picture-routes.ts';
import { createIds } from './ids.ts';
import { buildCallbackRoutes } from './links/callbacks/callback-routes.ts';
import { BATCH_CARD_JOB, NOTICE_KINDS } from './links/card/notice-kinds.ts';
import { createMissingLook } from './links/missing/look-for-missing.ts';
import type { Log } from './log.ts';
import { createDatabaseClock } from './operations/database-clock.ts';
import { buildHealthRoutes, buildMetricsRoute, createHeartbeat, readReadiness } from './operations/health.ts';
import { createHousekeeping } from './operations/housekeeping.ts';
import { createMetrics } from './operations/metrics/metrics.ts';
import { createSocketCount } from './operations/socket-count.ts';
import type { PaymentServiceOptions } from './payment-service/index.ts';
import { createBoltLogger, createClientLogger } from './slack/bolt-logger.ts';
import { codesForAPerson } from './slack/slack-errors.ts';
import { createSlackFetch } from './slack/slack-fetch.ts';
import { createSocketConnection } from './slack/socket-connection.ts';
import { createTokenWatch } from './slack/token-watch.ts';
import { UNFINISHED } from './store/link-states.ts';
import { openStore } from './store/open-store.ts';
import { build, version } from './version.ts';
import { createWake } from './wake.ts';
import { watchRequests } from './web/http-server.ts';
import { openReceiving } from './web/open-receiving.ts';
import { createAudit } from './workspaces/audit.ts';
import { createMembers } from './workspaces/members.ts';
import { openWorkspaces } from './workspaces/open-workspaces.ts';
import { createOwnApp } from './workspaces/own-app.ts';
import { createSettings } from './workspaces/settings/settings.ts';
import { createWorkspaceWords } from './workspaces/words/workspace-words.ts';

export interface AppDependencies {
  config: Config;
  log: Log;
  clock?: Clock;
  /** What the shared database's clock says. By default it is asked; with a `clock` of its own, nothing is compared. */
  readDatabaseTime?: () => Promise<number | null>;
  random?: () => number;
  /** How the database is opened. */
  openStore?: typeof openStore;
  /** How long to wait for the payment service. */
  timeouts?: PaymentServiceOptions['timeouts'];
}

export interface Paylink {
  /** Starts listening and working; resolves with the port. */
  start(): Promise<number>;
  /**
   * Says that it will stop soon, so that new requests go elsewhere: `/readyz` refuses, and connections are not kept. Does
   * all its work until `stop`.
   */
  leave(): void;
  /** Refuses new work, finishes what is under way, closes the database. */
  stop(): Promise<void>;
  /** For whoever takes the steps of its work one by one. */
  app: App;
}

/** How long a write may wait to share its commit: little compared with the time that the payment service takes. */
const GATHER_MS = 10;

export const createApp = async (dependencies: AppDependencies): Promise<Paylink> => {
  const { config, log, timeouts } = dependencies;
  const { clock: ownClock = systemClock, random = Math.random } = dependencies;
  const { dataDir, databaseUrl, publicUrl } = config;
  const { timeZone } = config.paymentService;
  const wake = createWake();

  // The store, metrics, and the connection to Slack.
  const store = await (dependencies.openStore ?? openStore)(
    databaseUrl === null ? { dataDir } : { databaseUrl },
    {
      onWarning: (warning) => log.warn(warning),
      gatherMs: GATHER_MS,
      onMoved: (moved) => metrics.onLinkMoved(moved),
    },
  );
  const isCompared = store.engine === 'postgres' && dependencies.clock === undefined;
  const readTime = dependencies.readDatabaseTime ?? (isCompared ? store.readTime : null);
  const databaseClock = readTime && createDatabaseClock({ clock: ownClock, readTime, log });
  await databaseClock?.compare();
  const clock = databaseClock ?? ownClock;
  const identity = await store.identity.read();
  const ids = createIds(undefined, identity);
  const base = { clock, ids, random, timeZone, log };
  const clockTrust = createClockTrust({ meta: store.meta, clock, log });
  const fetchSlack = createSlackFetch(config.slack.apiUrl, (call) => {
    clockTrust.hear(call.date);
    metrics.onSlackCall(call);
  });
  const runPermitted = async (teamId: string | null): Promise<void> => {
    await store.jobs.hasten(teamId, codesForAPerson(), clock.now());
    wake.queue();
  };
  const watch = createTokenWatch({
    ...base,
    onBack: wake.queue,
    onPermitted: (teamId) => {
      runPermitted(teamId).catch((error: unknown) =>
        log.error({ err: error }, 'jobs that wait for a permission not run'),
      );
    },
  });
  const socket = createSocketConnection({
    ...base,
    onFailure: (reason) => metrics.onSocketFailure(reason),
  });
  const metrics = createMetrics({
    readBacklog: () => store.backlog.read(watch.held(), clock.now()),
    readTokenTroubles: watch.count,
    missingLinks: () => missing.count(),
    isSocketConnected: config.slack.appToken === null ? null : socket.isConnected,
    now: clock.now,
    noticeKinds: NOTICE_KINDS,
    jobKinds: [...NOTICE_KINDS, BATCH_CARD_JOB, ...BACKGROUND_KINDS],
    linkStates: UNFINISHED,
    startedAt: clock.now() - process.uptime() * 1000,
    version,
    build,
  });

  // The workspaces that Paylink serves, and their people and settings.
  const audit = createAudit({ ...base, entries: store.auditEntries });
  const settings = createSettings({
    ...base,
    settings: store.settings,
    channelSettings: store.channelSettings,
  });
  const workspaces = await openWorkspaces({
    ...base,
    config,
    store,
    audit,
    onJob: wake.jobs,
    onKnown: wake.queue,
    slackApi: { slackApiUrl: config.slack.apiUrl, fetch: fetchSlack, logger: createClientLogger(log) },
    watch,
    onServiceCall: (call) => {
      clockTrust.hear(call.date);
      metrics.onServiceCall(call);
      log.debug(call, 'payment service called');
    },
    timeouts,
  }).catch(async (error: unknown) => {
    await store.close();
    metrics.close();
    throw error;
  });
  const { services, own } = workspaces;
  const ownApp =
    own === null ? null : createOwnApp({ tokenApp: own.app, slack: config.slack, meta: store.meta, log });
  const members = createMembers({ ...base, members: store.members, adminsOf: workspaces.adminsOf });

  // The rooms that work in the background, and the loops that keep house.
  const rooms = connectRooms({
    ...base,
    ...workspaces,
    config,
    store,
    identity,
    isClockSure: clockTrust.isSure,
    metrics,
    wake,
    // Until it is known whose jobs they are, none is run.
    held: () => (own !== null && own.served() === null ? 'all' : watch.held()),
    only: () => own?.served()?.teamId ?? null,
    members,
    settings,
    audit,
    words: createWorkspaceWords({ taughtWords: store.taughtWords, stateWords: config.stateWords, clock }),
  });
  const { app } = rooms;
  const missing = createMissingLook(app);
  const housekeeping = createHousekeeping({
    ...base,
    store,
    retentionDays: config.retentionDays,
    hasInstallations: config.slack.access.kind === 'oauth',
    isClockSure: clockTrust.isSure,
    lookForMissing: missing.look,
    onErased: metrics.onErased,
  });
  const heartbeat = createHeartbeat({ ...base, sweeps: store.sweeps });
  const sockets = createSocketCount({
    ...base,
    greeting: socket.greeting,
    sweeps: store.sweeps,
    processId: ids.nonce(),
  });

  // What HTTP and Socket Mode receive, and the listeners that answer it.
  const workers = [...rooms.workers, housekeeping, heartbeat];
  let isLeaving = false;
  const readiness = () =>
    readReadiness({
      isLeaving: () => isLeaving,
      ping: store.ping,
      heartbeat,
      workers,
      missingLinks: missing.count,
      foreignSockets: sockets.foreign,
      tokenTroubles: watch.troubles,
      socketTrouble: socket.trouble,
      givenUp: store.backlog.givenUp,
      now: clock.now,
    });
  const requests = { newId: () => `req_${ids.nonce()}`, now: () => performance.now() };
  const receiving = openReceiving({
    slack: config.slack,
    publicUrl,
    routes: [
      ...buildHealthRoutes({ readiness }),
      buildMetricsRoute(metrics),
      // Without a public address, the payment service cannot reach this app.
      ...(publicUrl === null
        ? []
        : buildCallbackRoutes({ ...base, identity, callbacks: store.callbacks, onStored: wake.checks })),
      // Without a base, Slack cannot fetch pictures from here.
      ...(app.pictures.isPublic ? [buildPictureRoute({ pictures: app.pictures, log })] : []),
      ...workspaces.routes,
    ],
    watch: (listen) =>
      watchRequests(listen, {
        ...requests,
        isLeaving: () => isLeaving,
        onAnswered: metrics.onAnswered,
      }),
    socket,
    logger: createBoltLogger(log),
    log,
  });
  const work = createPendingWork();
  const stopping = new AbortController();
  // Every form that waits to show its result again adds a listener: more than Node's ten at a busy counter.
  setMaxListeners(0, stopping.signal);
  const bolt = createBoltApp({
    app,
    ownApp,
    work,
    stopping: stopping.signal,
    receiver: receiving.receiver,
    fetchSlack,
    requests,
    onRequest: metrics.onSlackRequest,
  });

  let isListening = false;
  let stopped: Promise<void> | null = null;
  const stop = async () => {
    if (isListening) await receiving.stop(bolt);
    stopping.abort();
    own?.stop();
    watch.stop();
    await work.finished();
    for (const part of [app.openCounters, rooms, housekeeping, heartbeat, sockets]) await part.stop();
    await databaseClock?.stop();
    await services.close();
    await store.close();
    metrics.close();
  };
  return {
    start: async () => {
      databaseClock?.start();
      await own?.start();
      await ownApp?.check();
      // Somebody may have installed the app again since, with more permissions.
      await store.jobs.hasten(null, codesForAPerson(), clock.now());
      await rooms.start();
      await app.openCounters.start();
      housekeeping.start();
      await heartbeat.start();
      if (config.slack.appToken !== null) sockets.start();
      const port = await receiving.start(bolt, config.port);
      isListening = true;
      return port;
    },
    leave: () => {
      isLeaving = true;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
    app,
  };
};
