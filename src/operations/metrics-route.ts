import type { CustomRoute } from '@slack/bolt';
import type { Metrics } from './metrics/metrics.ts';

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
