import type { Clock } from '../../clock.ts';
import type { OperatorPages } from '../../config/config.ts';
import type { Ids } from '../../ids.ts';
import type { Log } from '../../log.ts';
import type { PaymentCredentials } from '../../payment-service/client-settings.ts';
import type { Installation, Installations, Installed, NewInstallation } from '../installations.ts';
import type { TicketStore } from './ticket-store.ts';

import type { ConnectTickets, SentOnCookie } from './tickets.ts';

/** What the pages of an install need to know and to do. */
export interface InstallOptions {
  installations: Installations;
  tickets: TicketStore;
  /** Where browsers reach this app, without a trailing slash. */
  publicUrl: string;
  /** Base of Slack's Web API. */
  slackApiUrl: string;
  /** Slack's page for allowing the app: `https://slack.com/oauth/v2/authorize`. */
  authorizeUrl: string;
  clientId: string;
  clientSecret: string;
  stateSecret: string;
  /** The manifest's bot scopes. */
  scopes: readonly string[];
  pages: OperatorPages;
  /** Called whenever a private page is opened or submitted: its address can outlive the user's role. */
  mayConnect(installation: Installation, userId: string): Promise<boolean>;
  /** Asks the payment service for its business details. Rejects with a `PaymentServiceError`. */
  testCredentials(credentials: PaymentCredentials): Promise<{ businessName: string | null }>;
  /** Called after saving, before the user continues. If it rejects, the user sees an error page. */
  onInstalled(installation: NewInstallation, installed: Installed): Promise<void>;
  /** The same, after credentials were saved. */
  onConnected(connected: { teamId: string; userId: string }): Promise<void>;
  /** Whether no link is made until an admin confirms the account that was entered. */
  awaitsConfirming(teamId: string): Promise<boolean>;
  clock: Pick<Clock, 'now'>;
  ids: Ids;
  log: Log;
}

/** What the visits of an install share, apart from that. */
export interface InstallParts extends InstallOptions {
  installUrl: string;
  redirectUri: string;
  connectTickets: ConnectTickets;
  sentOn: SentOnCookie;
  createConnectAddress(teamId: string, userId: string): Promise<string>;
}
