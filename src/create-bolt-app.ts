import { App as BoltApp, type Receiver } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { App } from './app-parts.ts';
import type { PendingWork } from './delivery/pending-work.ts';
import { isSavedFirst, registerListeners } from './listeners.ts';
import { noteFailure } from './request-context.ts';
import { createRequests } from './requests.ts';
import { createBoltLogger, createClientLogger } from './slack/bolt-logger.ts';
import { postMessage } from './slack/messages.ts';
import { createRequestClients } from './slack/slack-clients.ts';
import { answerWithin, createResponseUrls } from './slack/slack-fetch.ts';
import { type SlackRequestSeen, withRequestId } from './slack/with-request-id.ts';
import { refuseStrangers } from './tenancy/admission.ts';

interface BoltAppOptions {
  app: App;
  work: PendingWork;
  stopping: AbortSignal;
  receiver: Receiver;
  fetchSlack: typeof fetch;
  requests: { newId: () => string; now: () => number };
  onRequest: (seen: SlackRequestSeen) => void;
}

/** A trigger expires after three seconds, so call once, with a short limit. */
const HASTY = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
const HASTE_MS = 2_500;

/** What goes to a `response_url`; without a text, it only deletes a message. */
const answerSchema = z.object({ text: z.string().optional(), blocks: z.array(z.unknown()).optional() });

/** Bolt with all our listeners. Every request gets an id, every failure a reference. */
export const createBoltApp = ({
  app,
  work,
  stopping,
  receiver,
  fetchSlack,
  requests,
  onRequest,
}: BoltAppOptions): BoltApp => {
  const { clients, config, ids, log } = app;
  const slackApiUrl = config.slack.apiUrl;
  const responses = createResponseUrls({
    fetchSlack,
    postDirectly: async ({ teamId, userId }, message) => {
      const { text, blocks = [] } = answerSchema.parse(message);
      if (text === undefined) return;
      const client = await clients.of(teamId);
      await postMessage(client, { channel: userId, message: { text, blocks: blocks as KnownBlock[] } });
    },
  });
  // Bolt takes a single `fetch` for both the Web API and `respond`.
  const callSlack = answerWithin(HASTE_MS, fetchSlack);
  const fetchBoth: typeof fetch = (url, init = {}) =>
    String(url).startsWith(slackApiUrl) ? callSlack(url, init) : responses.post(String(url), init);
  const clientOptions: WebClientOptions = { slackApiUrl, fetch: fetchBoth, ...HASTY };
  const bolt = new BoltApp({
    receiver,
    logger: createBoltLogger(log),
    clientOptions,
    authorize: app.authorize,
    // Otherwise Bolt would look up a conversation's state for each request, and no listener uses it.
    convoStore: false,
  });
  withRequestId(bolt, { ...requests, isSavedFirst, onRequest, log });
  refuseStrangers(bolt, app);
  const clientOf = createRequestClients({ ...clientOptions, logger: createClientLogger(log) }, clients);
  registerListeners(bolt, { requestOf: createRequests(app, { work, stopping, responses }), clientOf });
  bolt.error(async (error) => {
    noteFailure();
    log.error({ err: error, reference: ids.reference() }, 'request from Slack failed');
  });
  return bolt;
};
