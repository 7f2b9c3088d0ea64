import type { WebClientOptions } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import {
  createPaymentServiceClient,
  createPaymentServiceConnections,
  type PaymentServiceOptions,
} from '../payment-service/index.ts';
import { answerWithin } from '../slack/slack-fetch.ts';
import type { TokenWatch } from '../slack/token-watch.ts';
import type { Store } from '../store/open-store.ts';
import type { Audit } from './audit.ts';
import { openOneWorkspace } from './one-workspace.ts';
import { createOneService } from './service-of.ts';
import type { Workspaces } from './workspaces.ts';

interface OpenWorkspacesDependencies {
  config: Config;
  store: Store;
  audit: Audit;
  /** Many workspaces only: wakes the job worker. */
  onJob: () => void;
  slackApi: WebClientOptions & { fetch: typeof fetch };
  /** Payment service options without any merchant's credentials. */
  service: Omit<PaymentServiceOptions, 'settings'>;
  watch: TokenWatch;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** For calls after the ack. No retries: notices keep their own state and do their own waiting. */
const PATIENT = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
const PATIENCE_MS = 20_000;

/** One workspace or many, depending on the environment. */
export const openWorkspaces = async (dependencies: OpenWorkspacesDependencies): Promise<Workspaces> => {
  const { config, slackApi, service, ...rest } = dependencies;
  const { access } = config.slack;
  const clientOptions = { ...slackApi, ...PATIENT, fetch: answerWithin(PATIENCE_MS, slackApi.fetch) };
  const optionsFor = (credentials: PaymentCredentials): PaymentServiceOptions => ({
    ...service,
    settings: { ...config.paymentService, ...credentials },
  });
  if (access.kind === 'token') {
    if (config.credentials === null)
      throw new TypeError('one workspace has its credentials in the environment');
    return openOneWorkspace({
      botToken: access.botToken,
      services: createOneService(optionsFor(config.credentials)),
      admins: config.admins,
      clientOptions,
      watch: rest.watch,
      clock: rest.clock,
      random: service.random ?? Math.random,
      log: rest.log,
    });
  }
  if (config.publicUrl === null) throw new TypeError('many workspaces install the app at a public address');
  // Load this only when needed: most setups have one workspace.
  const { openManyWorkspaces } = await import('./many-workspaces.ts');
  const connections = createPaymentServiceConnections({ ...service, baseUrl: config.paymentService.baseUrl });
  return openManyWorkspaces({
    ...rest,
    keys: config.encryptionKeys,
    oauth: access,
    publicUrl: config.publicUrl,
    slackApiUrl: config.slack.apiUrl,
    connect: (credentials) =>
      createPaymentServiceClient({ ...optionsFor(credentials), transport: connections.forMerchant() }),
    disconnect: connections.close,
    clientOptions,
  });
};
