import { setMaxListeners } from 'node:events';
import type { RequestListener } from 'node:http';
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
import { openReceiving, serveRoutes } from './web/open-receiving.ts';

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
  const { publicUrl, metricsPort } = config;
  const requests = { newId: () => `req_${ids.nonce()}`, now: () => performance.now() };
  const served = {
    publicUrl,
    watch: (listen: RequestListener) =>
      watchRequests(listen, { ...requests, isLeaving, onAnswered: metrics.onAnswered }),
    logger: createBoltLogger(log),
    log,
  };
  const health = buildHealthRoutes({ readiness });
  const counts = buildMetricsRoute(metrics);
  const ownPort =
    metricsPort === null ? null : serveRoutes('METRICS_PORT', { ...served, routes: [...health, counts] });
  const receiving = openReceiving({
    ...served,
    slack: config.slack,
    socket,
    routes: [
      // Also next to a port of their own: a proxy and a platform ask the port that they send traffic to.
      ...health,
      ...(ownPort === null ? [counts] : []),
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
      if (ownPort !== null && metricsPort !== null)
        log.info({ port: await ownPort.start(metricsPort) }, 'metrics have their own port');
      const port = await receiving.start(bolt, config.port);
      isListening = true;
      return port;
    },
    /** Takes no more requests. */
    stop: async (): Promise<void> => {
      if (isListening) await receiving.stop(bolt);
      await ownPort?.stop();
      stopping.abort(new Refused('Paylink was restarted while it read. Ask again in a minute.'));
    },
    /** Resolves when what was asked for is done. */
    finished: work.finished,
  };
};
