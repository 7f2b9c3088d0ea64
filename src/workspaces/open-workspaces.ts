import { WebClient, type WebClientOptions } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import {
  createPaymentServiceClient,
  createPaymentServiceConnections,
  type PaymentServiceClient,
  type PaymentServiceOptions,
} from '../payment-service/index.ts';
import { createSlackClients } from '../slack/slack-clients.ts';
import { answerWithin } from '../slack/slack-fetch.ts';
import type { TokenWatch } from '../slack/token-watch.ts';
import type { Store } from '../store/open-store.ts';
import { createAccounts, nameAccount } from './accounts.ts';
import { createOwnWorkspace } from './admission.ts';
import type { Audit } from './audit.ts';
import { createServices } from './service-of.ts';
import type { Workspaces } from './workspaces.ts';

interface OpenWorkspacesDependencies {
  config: Config;
  store: Store;
  audit: Audit;
  /** Many workspaces only: wakes the job worker. */
  onJob: () => void;
  /** One workspace only: Slack has said which one it is. */
  onKnown: () => void;
  slackApi: WebClientOptions & { fetch: typeof fetch };
  onServiceCall: NonNullable<PaymentServiceOptions['onCall']>;
  timeouts: PaymentServiceOptions['timeouts'];
  watch: TokenWatch;
  clock: Clock;
  ids: Ids;
  random: () => number;
  log: Log;
}

/** For calls after the ack. No retries: notices keep their own state and do their own waiting. */
const PATIENT = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
const PATIENCE_MS = 20_000;

/** One workspace or many, depending on the environment. */
export const openWorkspaces = async (dependencies: OpenWorkspacesDependencies): Promise<Workspaces> => {
  const { config, slackApi, onServiceCall, timeouts, ...rest } = dependencies;
  const { clock, ids, random } = rest;
  const { access } = config.slack;
  const clientOptions = { ...slackApi, ...PATIENT, fetch: answerWithin(PATIENCE_MS, slackApi.fetch) };
  const service = {
    clock,
    random,
    newReference: ids.reference,
    onCall: onServiceCall,
    ...(timeouts ? { timeouts } : {}),
  };
  const optionsFor = (credentials: PaymentCredentials): PaymentServiceOptions => ({
    ...service,
    settings: { ...config.paymentService, ...credentials },
  });
  if (access.kind === 'token') {
    if (config.credentials === null)
      throw new TypeError('one workspace has its credentials in the environment');
    return openOneWorkspace({
      botToken: access.botToken,
      credentials: config.credentials,
      baseUrl: config.paymentService.baseUrl,
      connect: (credentials) => createPaymentServiceClient(optionsFor(credentials)),
      admins: config.admins,
      clientOptions,
      ...rest,
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
    serviceBaseUrl: config.paymentService.baseUrl,
    connect: (credentials) =>
      createPaymentServiceClient({ ...optionsFor(credentials), transport: connections.forMerchant() }),
    disconnect: connections.close,
    clientOptions,
  });
};

/** Startup waits for this call. */
const AUTH_TEST_WITHIN_MS = 2_500;

/** The workspace the token belongs to; requests from any other are not served. */
const openOneWorkspace = ({
  botToken,
  credentials,
  baseUrl,
  connect,
  store,
  onKnown,
  ids,
  admins,
  clientOptions,
  watch,
  clock,
  random,
  log,
}: {
  botToken: string;
  credentials: PaymentCredentials;
  baseUrl: string;
  connect: (credentials: PaymentCredentials) => PaymentServiceClient;
  store: Store;
  onKnown: () => void;
  ids: Ids;
  admins: readonly string[];
  clientOptions: WebClientOptions;
  watch: TokenWatch;
  clock: Clock;
  random: () => number;
  log: Log;
}): Workspaces => {
  const open = (options: WebClientOptions) =>
    createSlackClients({ tokenOf: async () => botToken, hasOneToken: true, options, watch, clock });
  const hasty = open({ ...clientOptions, timeout: AUTH_TEST_WITHIN_MS }).withToken(botToken, null);
  // Apart from the watched clients: without the scope users:read it says nothing, and nobody misses that scope.
  const unwatched = new WebClient(botToken, { ...clientOptions, timeout: AUTH_TEST_WITHIN_MS });
  const account = nameAccount(credentials.accountId, baseUrl);
  const accounts = createAccounts({ store: store.accounts, accountNow: async () => account, clock });
  const own = createOwnWorkspace({
    meta: store.meta,
    onKnown: async (teamId) => {
      if (teamId !== null) await accounts.keepFirst(teamId);
      onKnown();
    },
    authTest: () => hasty.auth.test(),
    appOfBot: async (bot) => (await unwatched.bots.info({ bot })).bot?.app_id ?? null,
    clock,
    random,
    log,
  });
  return {
    accounts,
    services: createServices({
      // Nothing of another workspace is read with these.
      credentialsOf: async (teamId) => ((own.served()?.teamId ?? teamId) === teamId ? credentials : null),
      nameAccount: () => account,
      accounts,
      connect,
      disconnect: async () => undefined,
      newReference: ids.reference,
    }),
    clients: open(clientOptions),
    authorize: async () => ({ token: botToken }),
    own,
    scopesOf: async () => own.scopes(),
    adminsOf: async () => admins,
    connectAddress: null,
    routes: [],
    installations: null,
  };
};
