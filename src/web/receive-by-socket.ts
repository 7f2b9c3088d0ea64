import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CustomRoute, HTTPReceiver, type Logger, SocketModeReceiver } from '@slack/bolt';
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

/**
 * Slack comes over a socket that we open, so nothing has to reach this machine from outside. The port stays
 * open for the operator and, if there is a public address, for the payment service.
 */
export const receiveBySocket = ({
  appToken,
  slackApiUrl,
  publicUrl,
  routes,
  watch,
  logger,
  log,
}: {
  appToken: string;
  slackApiUrl: string;
  publicUrl: string | null;
  routes: CustomRoute[];
  watch: WatchListener;
  logger: Logger;
  log: Log;
}): Receiving => {
  const receiver = new SocketModeReceiver({
    appToken,
    logger,
    installerOptions: { clientOptions: { slackApiUrl } },
  });
  // Only used for its routes: it has no Slack endpoint, and a secret that nobody can sign with.
  const web = new HTTPReceiver({
    signingSecret: randomBytes(32).toString('hex'),
    endpoints: [],
    customRoutes: routes,
    logger,
  });
  // For a path without a route, it throws at its caller.
  const listen: RequestListener = (request, response) => {
    try {
      web.requestListener(request, response);
    } catch (error) {
      answerUnrouted(error, response, log);
    }
  };
  const allow = allowPaths({ paths: routes.map(({ path }) => path), publicUrl });
  const server = createServer(SERVER_OPTIONS, watch(allow(listen)));
  return {
    receiver,
    start: async (app, port) => {
      server.listen({ port, backlog: BACKLOG });
      await once(server, 'listening');
      await app.start();
      return (server.address() as AddressInfo).port;
    },
    stop: async (app) => {
      await app.stop();
      const closed = once(server, 'close');
      server.close();
      await closeIdleConnections(server, closed);
    },
  };
};
