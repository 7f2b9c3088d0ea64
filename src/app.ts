import { setMaxListeners } from 'node:events';
import { createReserveOrAsk } from './approvals/approvals.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { connectRooms } from './connect-rooms.ts';
import { createBoltApp } from './create-bolt-app.ts';
import { createPendingWork } from './delivery/pending-work.ts';
import { buildPictureRoute } from './delivery/pictures/picture-routes.ts';
import { createPictures, findPictureBase } from './delivery/pictures/pictures.ts';
import { createOpenHomes } from './home/open-homes.ts';
import { createIds, type Ids } from './ids.ts';
import { buildCallbackRoutes } from './links/callbacks/callback-routes.ts';
import { isPayable } from './links/card/display-state.ts';
import { NOTICE_KINDS } from './links/card/notice-kinds.ts';
import { createOpenCounters } from './links/counter/open-counters.ts';
import type { Log } from './log.ts';
import { buildHealthRoutes, buildMetricsRoute, createHeartbeat, readReadiness } from './operations/health.ts';
import { createHousekeeping } from './operations/housekeeping.ts';
import { createMetrics } from './operations/metrics/metrics.ts';
import type { PaymentServiceOptions } from './payment-service/index.ts';
import { buildStateWords } from './payments/index.ts';
import { createBlockSupport } from './reports/post-response.ts';
import { createBoltLogger, createClientLogger } from './slack/bolt-logger.ts';
import { createResponseUrls } from './slack/response-urls.ts';
import { createSlackFetch } from './slack/slack-fetch.ts';
import { createTokenWatch } from './slack/token-watch.ts';
import { createViewPresses } from './slack/update-view.ts';
import { UNFINISHED } from './store/link-states.ts';
import { openStore } from './store/open-store.ts';
import { version } from './version.ts';
import { watchRequests } from './web/http-server.ts';
import { openReceiving } from './web/open-receiving.ts';
import { createAudit } from './workspaces/audit.ts';
import { createBusinessName, createConnectionHealths } from './workspaces/business-details.ts';
import { createMembers } from './workspaces/members.ts';
import { openWorkspaces } from './workspaces/open-workspaces.ts';
import { createSettings } from './workspaces/settings/settings.ts';

export interface AppDependencies {
  config: Config;
  log: Log;
  clock?: Clock;
  ids?: Ids;
  random?: () => number;
  /** How the database is opened. */
  openStore?: typeof openStore;
  /** How long to wait for the payment service. */
  timeouts?: PaymentServiceOptions['timeouts'];
}

export interface Paylink {
  /** Starts listening and working; resolves with the port. */
  start(): Promise<number>;
  /** Refuses new work, finishes what is under way, closes the database. */
  stop(): Promise<void>;
}

/** How long a write may wait to share its commit: little compared with the time that the payment service takes. */
const GATHER_MS = 10;

export const createApp = async (dependencies: AppDependencies): Promise<Paylink> => {
  const { config, log, timeouts } = dependencies;
  const { clock = systemClock, ids = createIds(), random = Math.random } = dependencies;
  const { dataDir, databaseUrl, publicUrl } = config;
  const { timeZone, paths } = config.paymentService;

  // The store, metrics, and the connection to Slack.
  const store = await (dependencies.openStore ?? openStore)(
    databaseUrl === null ? { dataDir } : { databaseUrl },
    { onExposed: (warning) => log.warn(warning), gatherMs: GATHER_MS },
  );
  const metrics = createMetrics({
    readBacklog: store.backlog.read,
    now: clock.now,
    noticeKinds: NOTICE_KINDS,
    linkStates: UNFINISHED,
    readTokenTroubles: () => {
      const troubles = watch.troubles();
      const lacking = troubles.filter(({ lacks }) => lacks !== null).length;
      return { refused: troubles.length - lacking, lacking };
    },
    startedAt: clock.now() - process.uptime() * 1000,
    version,
  });
  const logger = createBoltLogger(log);
  const fetchSlack = createSlackFetch(config.slack.apiUrl);
  const responses = createResponseUrls({ fetchSlack });
  const watch = createTokenWatch({
    clock,
    random,
    log,
    onBack: () => {
      rooms.notifier.wake();
      rooms.jobs.worker.wake();
    },
  });

  // The workspaces that Paylink serves, and their people and settings.
  const audit = createAudit({ entries: store.auditEntries, ids, clock });
  const settings = createSettings({
    settings: store.settings,
    channelSettings: store.channelSettings,
    clock,
  });
  const opening = openWorkspaces({
    config,
    store,
    audit,
    onJob: () => rooms.jobs.worker.wake(),
    slackApi: { slackApiUrl: config.slack.apiUrl, fetch: fetchSlack, logger: createClientLogger(log) },
    watch,
    service: {
      clock,
      random,
      newReference: ids.reference,
      onCall: (call) => {
        metrics.onServiceCall(call);
        log.debug(call, 'payment service called');
      },
      ...(timeouts ? { timeouts } : {}),
    },
    clock,
    ids,
    log,
  });
  const { services, clients, ...workspaces } = await opening.catch(async (error: unknown) => {
    await store.close();
    metrics.close();
    throw error;
  });
  const members = createMembers({ members: store.members, adminsOf: workspaces.adminsOf, clock });

  // The rooms that work in the background, and the loops that keep house.
  const isLookUpConfigured = paths.link !== '' && paths.transaction !== '';
  const rooms = connectRooms({
    store,
    clientOf: clients.of,
    held: watch.held,
    installations: workspaces.installations,
    serviceOf: services.of,
    members,
    audit,
    reminderHoursOf: async (teamId) => (await settings.of(teamId)).reminderHours,
    settingsOf: settings.of,
    askNextMinutesOf: async (teamId) => (await settings.of(teamId)).askNextMinutes,
    isLookUpConfigured,
    checks: config.checks,
    states: buildStateWords(config.stateWords),
    callbackBase: publicUrl === null ? null : `${publicUrl}/callbacks`,
    dataDir,
    exportRows: config.exportRows,
    batchSettings: config.batches,
    onNotice: metrics.onNotice,
    onSweep: metrics.onSweep,
    onNews: () => openCounters.wake(),
    clock,
    ids,
    random,
    timeZone,
    log,
  });
  const { issuer, watcher, notifier, jobs, approvals, words } = rooms;
  const housekeeping = createHousekeeping({
    store,
    retentionDays: config.retentionDays,
    hasInstallations: config.slack.access.kind === 'oauth',
    onErased: metrics.onErased,
    clock,
    log,
  });
  const heartbeat = createHeartbeat({ sweeps: store.sweeps, clock, log });

  // What HTTP and Socket Mode receive.
  const pictureBase = findPictureBase(publicUrl, config.slack.apiUrl);
  const pictures = createPictures({
    base: pictureBase,
    pictures: store.pictures,
    links: store.links,
    isPayable,
    ids,
    clock,
  });
  const readiness = () =>
    readReadiness({
      ping: store.ping,
      heartbeat,
      workers: [notifier, watcher, jobs.worker, housekeeping, heartbeat],
      tokenTroubles: watch.troubles,
      now: clock.now,
    });
  const requests = { newId: () => `req_${ids.nonce()}`, now: () => performance.now() };
  const receiving = await openReceiving({
    slack: config.slack,
    publicUrl,
    routes: [
      ...buildHealthRoutes({ readiness }),
      buildMetricsRoute(metrics),
      // Without a public address, the payment service cannot reach this app.
      ...(publicUrl === null
        ? []
        : buildCallbackRoutes({ callbacks: store.callbacks, clock, log, onStored: () => watcher.wake() })),
      // Without a base, Slack cannot fetch pictures from here.
      ...(pictureBase === null ? [] : [buildPictureRoute({ pictures, log })]),
      ...workspaces.routes,
    ],
    watch: (listen) => watchRequests(listen, { ...requests, onAnswered: metrics.onAnswered }),
    logger,
    log,
  });

  // Bolt and everything its listeners use.
  const work = createPendingWork();
  const stopping = new AbortController();
  // Every form that waits to show its result again adds a listener: more than Node's ten at a busy counter.
  setMaxListeners(0, stopping.signal);
  const openCounters = createOpenCounters({
    links: store.links,
    windows: store.counterWindows,
    watcher,
    clientOf: clients.of,
    addressOfQr: pictures.addressOfQr,
    isLookUpConfigured,
    clock,
    timeZone,
    log,
  });
  const [tablesOf, chartsOf] = [createBlockSupport(clock), createBlockSupport(clock)];
  const shared = {
    store,
    lostLinks: rooms.lostLinks,
    watcher,
    businessName: createBusinessName({ serviceOf: services.of, clock }),
    notifier,
    pictures,
    members,
    settings,
    words,
    audit,
    healths: createConnectionHealths({ serviceOf: services.of, clock }),
    openHomes: createOpenHomes(clock),
    openCounters,
    presses: createViewPresses({ clock }),
    approvals,
    reserveOrAsk: createReserveOrAsk({ issuer, approvals, members }),
    installations: workspaces.installations,
    isConnected: workspaces.isConnected,
    scopesOf: workspaces.scopesOf,
    connectAddress: workspaces.connectAddress,
    noticedWithinMs: publicUrl === null ? config.checks.sweepEveryMs : null,
    exports: jobs.exports,
    batches: config.batches,
    retentionDays: config.retentionDays,
    jobWorker: jobs.worker,
    clock,
    ids,
    timeZone,
    log,
    work,
    stopping: stopping.signal,
  };
  const app = createBoltApp({
    receiver: receiving.receiver,
    authorize: workspaces.authorize,
    own: workspaces.own,
    slackApiUrl: config.slack.apiUrl,
    fetchSlack,
    responses,
    dependenciesFor: ({ teamId, token }) => ({
      ...shared,
      // Created on first use: most commands only open a window, with the client that came with the request.
      get patientClient() {
        return clients.withToken(token, teamId);
      },
      notePayouts: rooms.notePayouts,
      reports: {
        readerOf: rooms.readerOf,
        wordsOf: words.of,
        service: services.of(teamId),
        tables: tablesOf(teamId),
        charts: chartsOf(teamId),
        responses,
        mostRows: config.exportRows,
      },
    }),
    requests,
    onRequest: metrics.onSlackRequest,
    ids,
    logger,
    log,
  });

  const stop = async () => {
    if (isListening) await receiving.stop(app);
    stopping.abort();
    workspaces.own?.stop();
    watch.stop();
    await work.finished();
    await openCounters.stop();
    await rooms.stop();
    await housekeeping.stop();
    await heartbeat.stop();
    await services.close();
    await store.close();
    metrics.close();
  };
  let isListening = false;
  let stopped: Promise<void> | null = null;

  return {
    start: async () => {
      await workspaces.own?.start();
      await rooms.start();
      await openCounters.start();
      housekeeping.start();
      await heartbeat.start();
      const port = await receiving.start(app, config.port);
      isListening = true;
      return port;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
