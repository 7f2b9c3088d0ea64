import type { WebClientOptions } from '@slack/web-api';
import type { Ground } from '../app-parts.ts';
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
import { createAccounts, nameAccount } from './accounts.ts';
import { createOwnWorkspace } from './admission.ts';
import { createServices } from './service-of.ts';
import type { Workspaces } from './workspaces.ts';

interface Reach {
  slackApi: WebClientOptions & { fetch: typeof fetch };
  watch: TokenWatch;
  onServiceCall: NonNullable<PaymentServiceOptions['onCall']>;
  timeouts: PaymentServiceOptions['timeouts'];
}

/** For calls after the ack. No retries: notices keep their own state and do their own waiting. */
const PATIENT = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
const PATIENCE_MS = 20_000;

/** One workspace or many, depending on the environment. */
export const openWorkspaces = async (
  ground: Ground,
  { slackApi, watch, onServiceCall, timeouts }: Reach,
): Promise<Workspaces> => {
  const { config, clock, ids, random } = ground;
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
    return openOneWorkspace(ground, {
      botToken: access.botToken,
      credentials: config.credentials,
      connect: (credentials) => createPaymentServiceClient(optionsFor(credentials)),
      clientOptions,
      watch,
    });
  }
  if (config.publicUrl === null) throw new TypeError('many workspaces install the app at a public address');
  // Load this only when needed: most setups have one workspace.
  const { openManyWorkspaces } = await import('./many-workspaces.ts');
  const connections = createPaymentServiceConnections({ ...service, baseUrl: config.paymentService.baseUrl });
  return openManyWorkspaces(ground, {
    oauth: access,
    publicUrl: config.publicUrl,
    connect: (credentials) =>
      createPaymentServiceClient({ ...optionsFor(credentials), transport: connections.forMerchant() }),
    disconnect: connections.close,
    clientOptions,
    watch,
  });
};

/** Startup waits for this call. */
const AUTH_TEST_WITHIN_MS = 2_500;

/** The workspace the token belongs to; requests from any other are not served. */
const openOneWorkspace = (
  { config, store, vocabularies, ids, clock, random, log }: Ground,
  {
    botToken,
    credentials,
    connect,
    clientOptions,
    watch,
  }: {
    botToken: string;
    credentials: PaymentCredentials;
    connect: (credentials: PaymentCredentials) => PaymentServiceClient;
    clientOptions: WebClientOptions;
    watch: TokenWatch;
  },
): Workspaces => {
  const open = (options: WebClientOptions) =>
    createSlackClients({ tokenOf: async () => botToken, hasOneToken: true, options, watch, clock });
  const hasty = open({ ...clientOptions, timeout: AUTH_TEST_WITHIN_MS }).withToken(botToken, null);
  const account = nameAccount(credentials.accountId, config.paymentService.baseUrl);
  const accounts = createAccounts({ store: store.accounts, accountNow: async () => account, clock });
  const own = createOwnWorkspace({
    meta: store.meta,
    onKnown: async (teamId) => {
      await accounts.keepFirst(teamId);
      store.jobs.lookAgain();
    },
    authTest: () => hasty.auth.test(),
    clock,
    random,
    log,
  });
  return {
    accounts,
    services: createServices({
      // Nothing of another workspace is read with these.
      credentialsOf: async (teamId) => ((own.served() ?? teamId) === teamId ? credentials : null),
      nameAccount: () => account,
      accounts,
      connect,
      vocabularies,
      disconnect: async () => undefined,
      newReference: ids.reference,
    }),
    clients: open(clientOptions),
    authorize: async () => ({ token: botToken }),
    own,
    scopesOf: async () => own.scopes(),
    adminsOf: async () => config.admins,
    connectAddress: null,
    routes: [],
    installations: null,
  };
};
