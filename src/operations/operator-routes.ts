import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import type { Metrics } from './metrics/metrics.ts';
import type { Readiness } from './readiness.ts';

/** `/healthz`: the process answers. `/readyz`: it can also do its job. */
export const buildHealthRoutes = ({ readiness }: { readiness: () => Promise<Readiness> }): CustomRoute[] => [
  {
    path: '/healthz',
    method: 'GET',
    handler: (_request, response) => answer(response, { isReady: true, detail: '' }),
  },
  {
    path: '/readyz',
    method: 'GET',
    // Bolt does not await this handler: a rejection would leave the request hanging forever.
    handler: (_request: IncomingMessage, response: ServerResponse) => {
      readiness().then(
        (ready) => answer(response, ready),
        () => answer(response, { isReady: false, detail: '' }),
      );
    },
  },
];

/** The first line is for machines, the second for people. */
function answer(response: ServerResponse, { isReady, detail }: Readiness): void {
  response.writeHead(isReady ? 200 : 503, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end(`${isReady ? 'ok' : 'not ready'}\n${detail === '' ? '' : `${detail}\n`}`);
}

/** `/metrics`: counts and times for Prometheus. No customers, staff or links in them. */
export const buildMetricsRoute = ({ read }: Pick<Metrics, 'read'>): CustomRoute => ({
  path: '/metrics',
  method: 'GET',
  // Bolt does not await this handler: a rejection would leave the request hanging forever.
  handler: (_request, response) => {
    read().then(
      ({ contentType, text }) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500, { 'cache-control': 'no-store' }).end(),
    );
  },
});
