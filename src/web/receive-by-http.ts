import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CustomRoute, HTTPReceiver, type Logger } from '@slack/bolt';
import type { Log } from '../log.ts';
import { answerUnrouted } from './answer-unrouted.ts';
import { letConnectionsGo, MOST_WAITING_CONNECTIONS, openDoor, SERVER_OPTIONS } from './door.ts';
import type { Receiving, WatchListener } from './receiving.ts';
import { SLACK_PATH, takeSlackBodies } from './slack-bodies.ts';

/** Slack, the payment service and the operator all reach one port over HTTP. */
export const receiveByHttp = ({
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
  const door = openDoor({ paths: [SLACK_PATH, ...routes.map(({ path }) => path)], publicUrl });
  receiver.requestListener = watch(door(takeSlackBodies({ log })(receiver.requestListener)));
  let server: Server | null = null;
  return {
    receiver,
    start: async (app, port) => {
      const listening = await app.start({ port, backlog: MOST_WAITING_CONNECTIONS }, SERVER_OPTIONS);
      if (!(listening instanceof Server)) throw new TypeError('not an HTTP server');
      server = listening;
      return (server.address() as AddressInfo).port;
    },
    stop: async (app) => {
      const stopped = app.stop();
      if (server !== null) await letConnectionsGo(server, stopped);
      await stopped;
    },
  };
};
