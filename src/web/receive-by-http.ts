import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CustomRoute, HTTPReceiver, type Logger } from '@slack/bolt';
import type { Log } from '../log.ts';
import { answerUnrouted } from './answer-unrouted.ts';
import { keepConnections, letConnectionsGo } from './connections.ts';
import type { Receiving, WatchListener } from './receiving.ts';

/** Slack, the payment service and the operator all come by HTTP to one port. */
export const receiveByHttp = ({
  signingSecret,
  routes,
  watch,
  logger,
  log,
}: {
  signingSecret: string;
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
  receiver.requestListener = watch(receiver.requestListener);
  let server: Server | null = null;
  return {
    receiver,
    start: async (app, port) => {
      const listening = await app.start(port);
      if (!(listening instanceof Server)) throw new TypeError('not an HTTP server');
      server = listening;
      keepConnections(server);
      return (server.address() as AddressInfo).port;
    },
    stop: async (app) => {
      const stopped = app.stop();
      if (server !== null) await letConnectionsGo(server, stopped);
      await stopped;
    },
  };
};
