import { App, type Logger, type Receiver } from '@slack/bolt';
import type { WebClientOptions } from '@slack/web-api';
import type { Ids } from './ids.ts';
import { type DependenciesFor, registerListeners } from './listeners.ts';
import type { Log } from './log.ts';
import { noteFailure } from './request-context.ts';
import { createClientLogger } from './slack/bolt-logger.ts';
import type { ResponseUrls } from './slack/response-urls.ts';
import { createRequestClients } from './slack/slack-clients.ts';
import { answerWithin } from './slack/slack-fetch.ts';
import { type SlackRequestSeen, withRequestId } from './slack/with-request-id.ts';
import { type OwnWorkspace, refuseStrangers } from './workspaces/admission.ts';
import type { Workspaces } from './workspaces/workspaces.ts';

interface BoltAppOptions {
  receiver: Receiver;
  authorize: Workspaces['authorize'];
  /** The only workspace served; null: `authorize` knows which ones are. */
  own: OwnWorkspace | null;
  slackApiUrl: string;
  fetchSlack: typeof fetch;
  responses: ResponseUrls;
  dependenciesFor: DependenciesFor;
  requests: { newId: () => string; now: () => number };
  onRequest: (seen: SlackRequestSeen) => void;
  ids: Pick<Ids, 'reference'>;
  logger: Logger;
  log: Log;
}

/** A trigger expires after three seconds, so call once, with a short limit. */
const HASTY = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
const HASTE_MS = 2_500;

/** Bolt with all our listeners. Every request gets an id, every failure a reference. */
export const createBoltApp = (options: BoltAppOptions): App => {
  const {
    receiver,
    authorize,
    own,
    slackApiUrl,
    fetchSlack,
    responses,
    dependenciesFor,
    requests,
    onRequest,
    ids,
    logger,
    log,
  } = options;
  // Bolt takes a single `fetch` for both the Web API and `respond`.
  const callSlack = answerWithin(HASTE_MS, fetchSlack);
  const fetchBoth: typeof fetch = (url, init = {}) =>
    String(url).startsWith(slackApiUrl) ? callSlack(url, init) : responses.post(String(url), init);
  const clientOptions: WebClientOptions = { slackApiUrl, fetch: fetchBoth, ...HASTY };
  // Otherwise Bolt would look up a conversation's state for each request, and no listener uses it.
  const app = new App({ receiver, logger, clientOptions, authorize, convoStore: false });
  withRequestId(app, { ...requests, onRequest });
  refuseStrangers(app, own, log);
  const clientOf = createRequestClients({ ...clientOptions, logger: createClientLogger(log) });
  registerListeners(app, { dependenciesFor, clientOf });
  app.error(async (error) => {
    noteFailure();
    log.error({ err: error, reference: ids.reference() }, 'request from Slack failed');
  });
  return app;
};
