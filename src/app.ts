import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createIds, type Ids } from './ids.ts';
import { createBusinessName } from './links/business-name.ts';
import { createLinkWork } from './links/link-work.ts';
import { buildStateWords } from './links/state-words.ts';
import type { Log } from './log.ts';
import { buildEditNotice } from './notices/notice-kinds.ts';
import { createNotifier } from './notices/notifier.ts';
import { createPaymentServiceClient, type PaymentServiceOptions } from './payment-service/index.ts';
import { createBoltLogger } from './slack/bolt-logger.ts';
import { registerListeners } from './slack/index.ts';
import { createDeliver } from './slack/notices/deliver.ts';
import { createQrPictures } from './slack/qr-pictures.ts';
import { openStore } from './store/open-store.ts';
import { createUnroutedAnswer } from './web/answer-unrouted.ts';
import { buildCallbackRoutes } from './web/callback-routes.ts';
import { buildHealthRoutes } from './web/health-routes.ts';
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
  const service = createPaymentServiceClient({
    settings: config.paymentService,
    clock,
    random,
    newReference: ids.reference,
    ...(timeouts ? { timeouts } : {}),
  });
  const slackApi = { slackApiUrl: config.slack.apiUrl, logger: createBoltLogger(log) };
  const patientClient = new WebClient(config.slack.botToken, { ...slackApi, ...PATIENT });

  const qrPictures = createQrPictures({ client: patientClient, links: store.links, clock });
  const { paths } = config.paymentService;
  const notifier = createNotifier({
    notices: store.notices,
    deliver: createDeliver({
      client: patientClient,
      links: store.links,
      notices: store.notices,
      qrPictures,
      ids,
      clock,
      timeZone,
    }),
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
  const { issuer, settler, watcher } = createLinkWork({
    store,
    service,
    isLookUpConfigured: paths.link !== '' && paths.transaction !== '',
    settings: config.checks,
    words: buildStateWords(config.stateWords),
    callbackBase: `${config.publicUrl}/callbacks`,
    clock,
    ids,
    timeZone,
    log,
    onNews: () => notifier.wake(),
  });
  const work = createWorkInHand();

  const isReady = async () => {
    await store.ping();
    return notifier.isAlive() && watcher.isAlive();
  };
  const receiver = new HTTPReceiver({
    signingSecret: config.slack.signingSecret,
    endpoints: ['/slack/events'],
    customRoutes: [
      ...buildHealthRoutes({ isReady }),
      ...buildCallbackRoutes({ callbacks: store.callbacks, clock, log, onStored: () => watcher.wake() }),
    ],
    dispatchErrorHandler: createUnroutedAnswer(log),
    logger: slackApi.logger,
  });
  const app = new App({
    receiver,
    logger: slackApi.logger,
    clientOptions: { slackApiUrl: config.slack.apiUrl, ...HASTY },
    authorize: async () => ({ botToken: config.slack.botToken }),
  });
  registerListeners(app, {
    store,
    issuer,
    settler,
    watcher,
    businessName: createBusinessName({ service, clock }),
    notifier,
    qrPictures,
    patientClient,
    clock,
    ids,
    timeZone,
    log,
    work,
  });
  app.error(async (error) => {
    log.error({ err: error, reference: ids.reference() }, 'request from Slack failed');
  });

  const stop = async () => {
    if (isListening) await app.stop();
    await work.finished();
    await watcher.stop();
    await notifier.stop();
    await service.close();
    await store.close();
  };
  let isListening = false;
  let stopped: Promise<void> | null = null;

  return {
    start: async () => {
      await watcher.start();
      notifier.start();
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
