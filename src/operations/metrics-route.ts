import type { CustomRoute } from '@slack/bolt';
import type { Metrics } from './metrics/metrics.ts';

/** `/metrics`: counts and times for Prometheus, without customers, people or links. */
export const buildMetricsRoute = ({ read }: Pick<Metrics, 'read'>): CustomRoute => ({
  path: '/metrics',
  method: 'GET',
  // A rejection here would leave the request hanging for ever: Bolt does not wait for it.
  handler: (_request, response) => {
    read().then(
      ({ contentType, text }) =>
        response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500, { 'cache-control': 'no-store' }).end(),
    );
  },
});
