import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CustomRoute, HTTPReceiver, type Logger, SocketModeReceiver } from '@slack/bolt';
import type { Log } from '../log.ts';
import {
  allowPaths,
  answerUnrouted,
  BACKLOG,
  closeIdleConnections,
  type Receiving,
  SERVER_OPTIONS,
  untilListening,
  type WatchListener,
} from './http-server.ts';
import { readSlackBodies, SLACK_PATH } from './slack-bodies.ts';

interface Received {
  publicUrl: string | null;
  routes: CustomRoute[];
  watch: WatchListener;
  logger: Logger;
  log: Log;
}

/** Keeps the connection to Slack open. */
interface Socket {
  /** Resolves after the first attempt, whether or not it succeeded. */
  start(client: SocketModeReceiver['client']): Promise<void>;
  /** Resolves when every request that has arrived is answered, or Slack no longer waits for it. */
  stop(): Promise<void>;
}

interface ReceivingDependencies extends Received {
  socket: Socket;
  slack: { signingSecret: string | null; appToken: string | null; apiUrl: string };
}

/** Uses a socket if there is a token for one, otherwise HTTP. */
export const openReceiving = ({ slack, socket, ...received }: ReceivingDependencies): Receiving => {
  const { appToken, signingSecret, apiUrl } = slack;
  if (appToken !== null) return receiveBySocket({ ...received, socket, appToken, slackApiUrl: apiUrl });
  if (signingSecret === null) throw new TypeError('Slack by HTTP needs a signing secret');
  return receiveByHttp({ ...received, signingSecret });
};

/** Slack, the payment service and the operator all reach one port over HTTP. */
const receiveByHttp = ({
  signingSecret,
  publicUrl,
  routes,
  watch,
  logger,
  log,
}: Received & { signingSecret: string }): Receiving => {
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
      const listening = await untilListening(
        'PORT',
        port,
        app.start({ port, backlog: BACKLOG }, SERVER_OPTIONS),
      );
      if (!(listening instanceof Server)) throw new TypeError('not an HTTP server');
      server = listening;
      return (server.address() as AddressInfo).port;
    },
    stop: async (app) => {
      // Right after the turn that took what was waiting to connect: what waits when the port closes is reset.
      await nextTurn();
      const stopped = app.stop();
      if (server !== null) await closeIdleConnections(server, stopped);
      await stopped;
    },
  };
};

/** The connection has its own retries. */
const ONCE = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, timeout: 20_000 };

/**
 * Slack comes over a socket that we open, so nothing has to reach this machine from outside. The port stays
 * open for the operator and, if there is a public address, for the payment service.
 */
const receiveBySocket = ({
  appToken,
  slackApiUrl,
  socket,
  ...received
}: Received & { appToken: string; slackApiUrl: string; socket: Socket }): Receiving => {
  const receiver = new SocketModeReceiver({
    appToken,
    // `socket` says what went wrong, once.
    logger: { ...received.logger, error: (...words) => received.logger.warn(...words) },
    autoReconnectEnabled: false,
    installerOptions: { clientOptions: { slackApiUrl, ...ONCE } },
  });
  const web = serveRoutes('PORT', received);
  return {
    receiver,
    start: async (_app, port) => {
      const listening = await web.start(port);
      await socket.start(receiver.client);
      return listening;
    },
    stop: async (app) => {
      await socket.stop();
      await app.stop();
      await web.stop();
    },
  };
};

/** Routes on a port where no request of Slack arrives. */
export const serveRoutes = (
  variable: 'PORT' | 'METRICS_PORT',
  { publicUrl, routes, watch, logger, log }: Received,
) => {
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
    /** Resolves with the port. */
    start: async (port: number): Promise<number> => {
      server.listen({ port, backlog: BACKLOG });
      await untilListening(variable, port, once(server, 'listening'));
      return (server.address() as AddressInfo).port;
    },
    stop: async (): Promise<void> => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      await closeIdleConnections(server, closed);
    },
  };
};
