import type { WebClientOptions } from '@slack/web-api';
import type { Ground } from '../app-parts.ts';
import { readManifest } from '../config/manifest.ts';
import type { PaymentCredentials } from '../payment-service/client-settings.ts';
import type { PaymentServiceClient } from '../payment-service/index.ts';
import { noteFailure } from '../request-context.ts';
import { findTeamId, readOrigin } from '../slack/read-origin.ts';
import { createSlackClients } from '../slack/slack-clients.ts';
import { NotInstalledError } from '../slack/slack-failure.ts';
import type { TokenWatch } from '../slack/token-watch.ts';
import { createAccounts, nameAccount } from './accounts.ts';
import { MANY, OtherDatabaseError, OWNER, STRANGER } from './admission.ts';
import { readBusinessName } from './business-details.ts';
import { createInstallRoutes } from './install/create-install-routes.ts';
import { createInstallations, type Installation } from './installations.ts';
import { createSealer } from './sealer.ts';
import { createServices } from './service-of.ts';
import { buildWelcomeJob } from './welcome.ts';
import type { Workspaces } from './workspaces.ts';

interface ManyOptions {
  oauth: { clientId: string; clientSecret: string; stateSecret: string };
  publicUrl: string;
  connect: (credentials: PaymentCredentials) => PaymentServiceClient;
  /** Closes the connections that all of these clients share. */
  disconnect: () => Promise<void>;
  clientOptions: WebClientOptions;
  watch: TokenWatch;
}

/** Every workspace that installs the app, each with its own token and its own payment service account. */
export const openManyWorkspaces = async (
  { config, store, audit, vocabularies, clock, ids, log }: Ground,
  { oauth, publicUrl, connect, disconnect, clientOptions, watch }: ManyOptions,
): Promise<Workspaces> => {
  const slackApiUrl = config.slack.apiUrl;
  const owner = await store.meta.claim(OWNER, MANY);
  if (owner !== MANY) throw new OtherDatabaseError(owner, MANY);
  const installations = createInstallations({
    store: store.installations,
    sealer: createSealer(config.encryptionKeys),
    clock,
  });
  const resealed = await installations.reseal();
  if (resealed > 0) log.info({ resealed }, 'secrets sealed with the newest key');
  const { routes, createConnectAddress } = createInstallRoutes({
    installations,
    tickets: store.tickets,
    publicUrl,
    slackApiUrl,
    authorizeUrl: new URL('/oauth/v2/authorize', slackApiUrl).href,
    ...oauth,
    scopes: readManifest().oauth_config.scopes.bot,
    pages: config.pages,
    mayConnect: async ({ teamId, installedBy }, userId) =>
      installedBy === userId || (await store.members.find(teamId, userId)) === 'admin',
    testCredentials: async (credentials) => {
      const service = connect(credentials);
      try {
        return { businessName: readBusinessName(await service.businessDetails()) };
      } finally {
        await service.close();
      }
    },
    onInstalled: async (installation, installed) => {
      const { teamId, installedBy } = installation;
      watch.lookAgain();
      await store.jobs.add(buildWelcomeJob(installation, installed), clock.now());
      await audit.write({ teamId, actorId: installedBy, action: 'app-installed' });
    },
    onConnected: async ({ teamId, userId }) => {
      // The first connection needs no confirmation.
      await accounts.keepFirst(teamId);
      await audit.write({ teamId, actorId: userId, action: 'credentials-changed' });
    },
    // Also after a removal, which keeps no credentials to compare.
    awaitsConfirming: async (teamId) => (await accounts.standingOf(teamId)).is === 'unconfirmed',
    clock,
    ids,
    log,
  });
  const credentialsOf = async (teamId: string): Promise<PaymentCredentials | null> =>
    (await installations.find(teamId))?.credentials ?? null;
  /** A user from another workspace, in a shared channel, is served if that workspace has the app too. */
  const isOfServed = async (body: object | undefined, host: Installation): Promise<boolean> => {
    if (comesFromInside(body)) return true;
    const teamId = findTeamId(body);
    if (teamId === null) return false;
    return teamId === host.teamId || (await installations.find(teamId)) !== null;
  };
  const nameOf = ({ accountId }: PaymentCredentials) => nameAccount(accountId, config.paymentService.baseUrl);
  const accounts = createAccounts({
    store: store.accounts,
    accountNow: async (teamId) => {
      const credentials = await credentialsOf(teamId);
      return credentials && nameOf(credentials);
    },
    clock,
  });
  for (const teamId of await installations.connectedTeams()) await accounts.keepFirst(teamId);
  return {
    accounts,
    services: createServices({
      credentialsOf,
      nameAccount: nameOf,
      accounts,
      connect,
      vocabularies,
      disconnect,
      newReference: ids.reference,
    }),
    clients: createSlackClients({
      tokenOf: async (teamId) => (await installations.find(teamId))?.botToken ?? null,
      hasOneToken: false,
      options: clientOptions,
      watch,
      clock,
    }),
    authorize: async ({ teamId: named }, body) => {
      // Bolt takes the person's own for a press in a window that another workspace's app opened.
      const teamId = readOrigin(body).hostTeamId ?? named;
      try {
        const installation = teamId === undefined ? null : await installations.find(teamId);
        const isServed = installation !== null && (await isOfServed(body, installation));
        if (!isServed && isEvent(body)) throw new NotInstalledError(teamId ?? null);
        if (!isServed) return STRANGER;
        return {
          teamId: installation.teamId,
          token: installation.botToken,
          botUserId: installation.botUserId,
        };
      } catch (error) {
        if (error instanceof NotInstalledError) throw error;
        // If we threw, Bolt would send an empty answer, which closes a form as if it had been accepted. A listener
        // without a token fails for the same reason, but tells the user.
        noteFailure();
        log.error({ err: error, team: teamId }, 'installation not read');
        return {};
      }
    },
    own: null,
    adminsOf: async (teamId) => {
      const installation = await installations.find(teamId);
      // An empty list would mean that roles are off, so throw.
      if (installation === null) throw new NotInstalledError(teamId);
      return [installation.installedBy];
    },
    scopesOf: async (teamId) => (await installations.find(teamId))?.scopes ?? null,
    connectAddress: async (teamId, userId) => {
      const installation = await installations.find(teamId);
      if (installation === null) throw new NotInstalledError(teamId);
      return createConnectAddress(teamId, userId);
    },
    routes,
    installations,
  };
};

/**
 * In shared channels, people from other companies press buttons; the request may then name the workspace that has the
 * app. Only its own people can use commands and the app's home.
 */
function comesFromInside(body: object | undefined): boolean {
  return isEvent(body) || (body !== undefined && 'command' in body);
}

function isEvent(body: object | undefined): boolean {
  return body !== undefined && 'type' in body && body.type === 'event_callback';
}
