import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CustomRoute, HTTPReceiver, type Logger } from '@slack/bolt';
import type { Log } from '../log.ts';
import {
  allowPaths,
  answerUnrouted,
  BACKLOG,
  closeIdleConnections,
  type Receiving,
  SERVER_OPTIONS,
  type WatchListener,
} from './http-server.ts';
import { readSlackBodies, SLACK_PATH } from './slack-bodies.ts';

interface ReceivingDependencies {
  slack: { signingSecret: string | null; appToken: string | null; apiUrl: string };
  publicUrl: string | null;
  routes: CustomRoute[];
  watch: WatchListener;
  logger: Logger;
  log: Log;
}

/** Uses a socket if there is a token for one, otherwise HTTP. */
export const openReceiving = async ({ slack, ...rest }: ReceivingDependencies): Promise<Receiving> => {
  if (slack.appToken !== null) {
    const { receiveBySocket } = await import('./receive-by-socket.ts');
    return receiveBySocket({ ...rest, appToken: slack.appToken, slackApiUrl: slack.apiUrl });
  }
  if (slack.signingSecret === null) throw new TypeError('Slack by HTTP needs a signing secret');
  return receiveByHttp({ ...rest, signingSecret: slack.signingSecret });
};

/** Slack, the payment service and the operator all reach one port over HTTP. */
const receiveByHttp = ({
  signingSecret,
  publicUrl,
  routes,
  watch,
  logger,
  log,
}: {
  signingSecret: string;
  publicUrl: string | null;
  routes: CustomRoute[];
  watch: WatchListener;
  logger: Logger;
  log: Log;
}): Receiving => {
  const receiver = new HTTPReceiver({
    signingSecret,
    endpoints: ['/slack/events'],
    customRoutes: routes,
    dispatchErrorHandler: async ({ error, response }) => answerUnrouted(error, response, log),
    logger,
  });
  const allow = allowPaths({ paths: [SLACK_PATH, ...routes.map(({ path }) => path)], publicUrl });
  receiver.requestListener = watch(allow(readSlackBodies({ log })(receiver.requestListener)));
  let server: Server | null = null;
  return {
    receiver,
    start: async (app, port) => {
      const listening = await app.start({ port, backlog: BACKLOG }, SERVER_OPTIONS);
      if (!(listening instanceof Server)) throw new TypeError('not an HTTP server');
      server = listening;
      return (server.address() as AddressInfo).port;
    },
    stop: async (app) => {
      const stopped = app.stop();
      if (server !== null) await closeIdleConnections(server, stopped);
      await stopped;
    },
  };
};
