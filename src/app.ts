import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createIds, type Ids } from './ids.ts';
import { createBusinessName } from './links/business-name.ts';
import { createLinkWork } from './links/link-work.ts';
import { createRetention } from './links/retention.ts';
import { buildStateWords } from './links/state-words.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { buildEditNotice, NOTICE_KINDS } from './notices/notice-kinds.ts';
import { createNotifier } from './notices/notifier.ts';
import { createPaymentServiceClient, type PaymentServiceOptions } from './payment-service/index.ts';
import { createReportReader } from './reports/report-reader.ts';
import { noteFailure } from './request-context.ts';
import { createBoltLogger } from './slack/bolt-logger.ts';
import { registerListeners } from './slack/index.ts';
import { createJobs } from './slack/jobs/create-jobs.ts';
import { createDeliver } from './slack/notices/deliver.ts';
import { createQrPictures } from './slack/qr-pictures.ts';
import { createBlockManners } from './slack/reports/block-manners.ts';
import { withRequestId } from './slack/with-request-id.ts';
import { UNFINISHED } from './store/backlog-store.ts';
import { openStore } from './store/open-store.ts';
import { version } from './version.ts';
import { createUnroutedAnswer } from './web/answer-unrouted.ts';
import { buildCallbackRoutes } from './web/callback-routes.ts';
import { buildHealthRoutes } from './web/health-routes.ts';
import { buildMetricsRoute } from './web/metrics-route.ts';
import { watchRequests } from './web/watch-requests.ts';
import { createWorkInHand } from './work-in-hand.ts';

export interface AppDependencies {
  config: Config;
  log: Log;
  clock?: Clock;
  ids?: Ids;
  random?: () => number;
  /** Patience with the payment service. */
  timeouts?: PaymentServiceOptions['timeouts'];
}

export interface Paylink {
  /** Listens and begins to work; gives the port. */
  start(): Promise<number>;
  /** Refuses new work, ends what is in hand, closes the database. */
  stop(): Promise<void>;
}

/** Inside the three seconds of a trigger: one quick try. */
const HASTY = { retryConfig: { retries: 0 }, timeout: 2_500, rejectRateLimitedCalls: true };
/** After the ack: the notices keep their own state and do their own waiting. */
const PATIENT = { retryConfig: { retries: 0 }, timeout: 20_000, rejectRateLimitedCalls: true };

export const createApp = async (dependencies: AppDependencies): Promise<Paylink> => {
  const {
    config,
    log,
    clock = systemClock,
    ids = createIds(),
    random = Math.random,
    timeouts,
  } = dependencies;
  const { timeZone } = config.paymentService;
  const store = await openStore(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl },
  );
  const metrics = createMetrics({
    readBacklog: store.backlog.read,
    now: clock.now,
    noticeKinds: NOTICE_KINDS,
    linkStates: UNFINISHED,
    startedAt: clock.now() - process.uptime() * 1000,
    version,
  });
  const service = createPaymentServiceClient({
    settings: config.paymentService,
    clock,
    random,
    newReference: ids.reference,
    onCall: (call) => {
      metrics.onServiceCall(call);
      log.debug(call, 'payment service called');
    },
    ...(timeouts ? { timeouts } : {}),
  });
  const slackApi = { slackApiUrl: config.slack.apiUrl, logger: createBoltLogger(log) };
  const patientClient = new WebClient(config.slack.botToken, { ...slackApi, ...PATIENT });

  const qrPictures = createQrPictures({ client: patientClient, links: store.links, clock });
  const { paths } = config.paymentService;
  const deliver = createDeliver({
    client: patientClient,
    links: store.links,
    notices: store.notices,
    qrPictures,
    ids,
    clock,
    timeZone,
  });
  const notifier = createNotifier({
    notices: store.notices,
    deliver: async (notice) => {
      const delivery = await deliver(notice);
      metrics.onNotice({ kind: notice.kind, outcome: delivery.outcome });
      return delivery;
    },
    // A post or an edit of an instance that was taken for dead may land after newer ones: the card is set right.
    repair: ({ linkId, lane }) => [
      buildEditNotice({ id: linkId, teamId: lane.slice(0, lane.indexOf(':')) }, ids),
    ],
    isAlone: store.engine === 'sqlite',
    newToken: ids.nonce,
    clock,
    random,
    log,
  });
  const words = buildStateWords(config.stateWords);
  const { issuer, settler, watcher } = createLinkWork({
    store,
    service,
    isLookUpConfigured: paths.link !== '' && paths.transaction !== '',
    settings: config.checks,
    words,
    callbackBase: `${config.publicUrl}/callbacks`,
    clock,
    ids,
    timeZone,
    log,
    onNews: () => notifier.wake(),
    onSweep: metrics.onSweep,
  });
  const retention =
    config.retentionDays === null
      ? null
      : createRetention({
          retention: store.retention,
          sweeps: store.sweeps,
          days: config.retentionDays,
          clock,
          log,
          onErased: metrics.onErased,
        });
  const work = createWorkInHand();
  const stopping = new AbortController();
  const reader = createReportReader({ service, timeZone, now: clock.now });
  const jobs = createJobs({
    store,
    client: patientClient,
    reader,
    words,
    dataDir: config.dataDir,
    exportRows: config.exportRows,
    clock,
    ids,
    random,
    timeZone,
    log,
  });

  const isReady = async () => {
    await store.ping();
    const workers = [notifier, watcher, jobs.worker, ...(retention ? [retention] : [])];
    return workers.every((worker) => worker.isAlive());
  };
  const receiver = new HTTPReceiver({
    signingSecret: config.slack.signingSecret,
    endpoints: ['/slack/events'],
    customRoutes: [
      ...buildHealthRoutes({ isReady }),
      buildMetricsRoute(metrics),
      ...buildCallbackRoutes({ callbacks: store.callbacks, clock, log, onStored: () => watcher.wake() }),
    ],
    dispatchErrorHandler: createUnroutedAnswer(log),
    logger: slackApi.logger,
  });
  const watched = { newId: () => `req_${ids.nonce()}`, now: () => performance.now() };
  receiver.requestListener = watchRequests(receiver.requestListener, {
    ...watched,
    onAnswered: metrics.onAnswered,
  });
  const app = new App({
    receiver,
    logger: slackApi.logger,
    clientOptions: { slackApiUrl: config.slack.apiUrl, ...HASTY },
    authorize: async () => ({ botToken: config.slack.botToken }),
  });
  withRequestId(app, { ...watched, onRequest: metrics.onSlackRequest });
  registerListeners(app, {
    store,
    issuer,
    settler,
    watcher,
    businessName: createBusinessName({ service, clock }),
    notifier,
    qrPictures,
    reports: {
      reader,
      service,
      tables: createBlockManners(clock),
      charts: createBlockManners(clock),
      mostRows: config.exportRows,
      stopping: stopping.signal,
    },
    exports: jobs.exports,
    jobWorker: jobs.worker,
    patientClient,
    clock,
    ids,
    timeZone,
    log,
    work,
  });
  app.error(async (error) => {
    noteFailure();
    log.error({ err: error, reference: ids.reference() }, 'request from Slack failed');
  });

  const stop = async () => {
    if (isListening) await app.stop();
    stopping.abort();
    await work.finished();
    await jobs.stop();
    await watcher.stop();
    await notifier.stop();
    await retention?.stop();
    await service.close();
    await store.close();
    metrics.close();
  };
  let isListening = false;
  let stopped: Promise<void> | null = null;

  return {
    start: async () => {
      await watcher.start();
      notifier.start();
      await jobs.start();
      retention?.start();
      const server = await app.start(config.port);
      isListening = true;
      return (server.address() as AddressInfo).port;
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
