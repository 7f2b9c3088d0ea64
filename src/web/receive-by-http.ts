import type { AddressInfo } from 'node:net';
import { type CustomRoute, HTTPReceiver, type Logger } from '@slack/bolt';
import type { Log } from '../log.ts';
import { answerUnrouted } from './answer-unrouted.ts';
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
  return {
    receiver,
    start: async (app, port) => {
      const server = await app.start(port);
      return (server.address() as AddressInfo).port;
    },
    stop: async (app) => {
      await app.stop();
    },
  };
};
