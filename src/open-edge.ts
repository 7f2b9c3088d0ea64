import { setMaxListeners } from 'node:events';
import type { App } from './app-parts.ts';
import { createBoltApp } from './create-bolt-app.ts';
import { createPendingWork } from './delivery/pending-work.ts';
import { buildPictureRoute } from './delivery/pictures/picture-routes.ts';
import { buildCallbackRoutes } from './links/callbacks/callback-routes.ts';
import type { OpenBase } from './open-base.ts';
import { buildHealthRoutes, buildMetricsRoute, type Readiness } from './operations/health.ts';
import { createBoltLogger } from './slack/bolt-logger.ts';
import { Refused } from './slack/refused.ts';
import { watchRequests } from './web/http-server.ts';
import { openReceiving } from './web/open-receiving.ts';

/** What HTTP and Socket Mode receive, and who answers it. */
export const openEdge = (
  app: App,
  {
    fetchSlack,
    metrics,
    socket,
    isLeaving,
    readiness,
  }: Pick<OpenBase, 'fetchSlack' | 'metrics' | 'socket'> & {
    isLeaving: () => boolean;
    readiness: () => Promise<Readiness>;
  },
) => {
  const { config, identity, ids, pictures, store, clock, log } = app;
  const { publicUrl } = config;
  const requests = { newId: () => `req_${ids.nonce()}`, now: () => performance.now() };
  const receiving = openReceiving({
    slack: config.slack,
    publicUrl,
    routes: [
      ...buildHealthRoutes({ readiness }),
      buildMetricsRoute(metrics),
      // Without a public address, the payment service cannot reach this app.
      ...(publicUrl === null
        ? []
        : buildCallbackRoutes({
            identity,
            callbacks: store.callbacks,
            clock,
            log,
          })),
      // Slack cannot fetch pictures from everywhere.
      ...(pictures.isPublic ? [buildPictureRoute({ pictures, log })] : []),
      ...app.routes,
    ],
    watch: (listen) => watchRequests(listen, { ...requests, isLeaving, onAnswered: metrics.onAnswered }),
    socket,
    logger: createBoltLogger(log),
    log,
  });
  const work = createPendingWork();
  const stopping = new AbortController();
  // Every form that waits to show its result again adds a listener: more than Node's ten at a busy counter.
  setMaxListeners(0, stopping.signal);
  const bolt = createBoltApp({
    app,
    work,
    stopping: stopping.signal,
    receiver: receiving.receiver,
    fetchSlack,
    requests,
    onRequest: metrics.onSlackRequest,
  });
  let isListening = false;
  return {
    /** Resolves with the port. */
    start: async (): Promise<number> => {
      const port = await receiving.start(bolt, config.port);
      isListening = true;
      return port;
    },
    /** Takes no more requests. */
    stop: async (): Promise<void> => {
      if (isListening) await receiving.stop(bolt);
      stopping.abort(new Refused('Paylink was restarted while it read. Ask again in a minute.'));
    },
    /** Resolves when what was asked for is done. */
    finished: work.finished,
  };
};
