import { App, type Receiver } from '@slack/bolt';
import type { KnownBlock } from '@slack/types';
import type { WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import { createReserveOrAsk } from './approvals/approvals.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Rooms } from './connect-rooms.ts';
import { createOneAtATime } from './delivery/one-at-a-time.ts';
import type { Pictures } from './delivery/pictures/pictures.ts';
import { createOpenHomes } from './home/open-homes.ts';
import type { Ids } from './ids.ts';
import type { OpenCounters } from './links/counter/open-counters.ts';
import { type DependenciesFor, isSavedFirst, registerListeners } from './listeners.ts';
import type { Log } from './log.ts';
import { createBlockSupport } from './reports/post-response.ts';
import { noteFailure } from './request-context.ts';
import { createBoltLogger, createClientLogger } from './slack/bolt-logger.ts';
import type { ListenerDependencies } from './slack/listener.ts';
import { postMessage } from './slack/messages.ts';
import { createRequestClients } from './slack/slack-clients.ts';
import { answerWithin, createResponseUrls, type ResponseUrls } from './slack/slack-fetch.ts';
import { createViewPresses } from './slack/views.ts';
import { type SlackRequestSeen, withRequestId } from './slack/with-request-id.ts';
import type { Store } from './store/open-store.ts';
import { refuseStrangers } from './workspaces/admission.ts';
import type { Audit } from './workspaces/audit.ts';
import { createBusinessName, createConnectionHealths } from './workspaces/business-details.ts';
import type { Members } from './workspaces/members.ts';
import type { OwnApp } from './workspaces/own-app.ts';
import type { Settings } from './workspaces/settings/settings.ts';
import type { Workspaces } from './workspaces/workspaces.ts';

interface ListenersNeed {
  config: Config;
  store: Store;
  rooms: Rooms;
  workspaces: Workspaces;
  ownApp: OwnApp | null;
  members: Members;
  settings: Settings;
  audit: Audit;
  pictures: Pictures;
  openCounters: OpenCounters;
  work: ListenerDependencies['work'];
  stopping: AbortSignal;
  clock: Clock;
  ids: Ids;
  log: Log;
}

interface BoltAppOptions extends ListenersNeed {
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
export const createBoltApp = (options: BoltAppOptions): App => {
  const { receiver, workspaces, config, fetchSlack, requests, onRequest, ids, log } = options;
  const slackApiUrl = config.slack.apiUrl;
  const responses = createResponseUrls({
    fetchSlack,
    postDirectly: async ({ teamId, userId }, message) => {
      const { text, blocks = [] } = answerSchema.parse(message);
      if (text === undefined) return;
      const client = await workspaces.clients.of(teamId);
      await postMessage(client, { channel: userId, message: { text, blocks: blocks as KnownBlock[] } });
    },
  });
  // Bolt takes a single `fetch` for both the Web API and `respond`.
  const callSlack = answerWithin(HASTE_MS, fetchSlack);
  const fetchBoth: typeof fetch = (url, init = {}) =>
    String(url).startsWith(slackApiUrl) ? callSlack(url, init) : responses.post(String(url), init);
  const clientOptions: WebClientOptions = { slackApiUrl, fetch: fetchBoth, ...HASTY };
  const app = new App({
    receiver,
    logger: createBoltLogger(log),
    clientOptions,
    authorize: workspaces.authorize,
    // Otherwise Bolt would look up a conversation's state for each request, and no listener uses it.
    convoStore: false,
  });
  withRequestId(app, { ...requests, isSavedFirst, onRequest, log });
  refuseStrangers(app, { own: workspaces.own, ownApp: options.ownApp }, log);
  const clientOf = createRequestClients(
    { ...clientOptions, logger: createClientLogger(log) },
    workspaces.clients,
  );
  registerListeners(app, { dependenciesFor: shareWithListeners(options, responses), clientOf });
  app.error(async (error) => {
    noteFailure();
    log.error({ err: error, reference: ids.reference() }, 'request from Slack failed');
  });
  return app;
};

/** Everything that listeners use, for the workspace of a request. */
const shareWithListeners = (parts: ListenersNeed, responses: ResponseUrls): DependenciesFor => {
  const { config, rooms, workspaces, members, clock } = parts;
  const { services, clients } = workspaces;
  const { approvals, jobs, words } = rooms;
  const [tablesOf, chartsOf] = [createBlockSupport(clock), createBlockSupport(clock)];
  const shared = {
    ...parts,
    approvals,
    words,
    installations: workspaces.installations,
    accounts: workspaces.accounts,
    scopesOf: workspaces.scopesOf,
    connectAddress: workspaces.connectAddress,
    lostLinks: rooms.lostLinks,
    watcher: rooms.watcher,
    notifier: rooms.notifier,
    notePayouts: rooms.notePayouts,
    exports: jobs.exports,
    jobWorker: jobs.worker,
    businessName: createBusinessName({ serviceOf: services.entered, clock }),
    healths: createConnectionHealths({ serviceOf: services.entered, clock }),
    openHomes: createOpenHomes(clock),
    presses: createViewPresses({ clock }),
    reserveOrAsk: createReserveOrAsk({ issuer: rooms.issuer, approvals, members }),
    noticedWithinMs: config.publicUrl === null ? config.checks.sweepEveryMs : null,
    batches: config.batches,
    fileTurns: createOneAtATime(),
    retentionDays: config.retentionDays,
    timeZone: config.paymentService.timeZone,
  };
  return ({ teamId, token }) => ({
    ...shared,
    // Created on first use: most commands only open a window, with the client that came with the request.
    get patientClient() {
      return clients.withToken(token, teamId);
    },
    reports: {
      readerOf: rooms.readerOf,
      wordsOf: words.of,
      service: services.confirmed(teamId),
      tables: tablesOf(teamId),
      charts: chartsOf(teamId),
      responses,
      mostRows: config.exportRows,
    },
  });
};
