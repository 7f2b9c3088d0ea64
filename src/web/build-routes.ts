import type { CustomRoute } from '@slack/bolt';
import { buildCallbackRoutes } from './callback-routes.ts';
import { buildHealthRoutes } from './health-routes.ts';
import { buildMetricsRoute } from './metrics-route.ts';

export interface RouteDependencies {
  readiness: Parameters<typeof buildHealthRoutes>[0]['readiness'];
  metrics: Parameters<typeof buildMetricsRoute>[0];
  /** Null: the payment service cannot reach this app. */
  callbacks: Parameters<typeof buildCallbackRoutes>[0] | null;
}

/** What is answered over HTTP besides Slack, for everybody. */
export const buildRoutes = ({ readiness, metrics, callbacks }: RouteDependencies): CustomRoute[] => [
  ...buildHealthRoutes({ readiness }),
  buildMetricsRoute(metrics),
  ...(callbacks === null ? [] : buildCallbackRoutes(callbacks)),
];
