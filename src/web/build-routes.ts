import type { CustomRoute } from '@slack/bolt';
import { buildCallbackRoutes } from './callback-routes.ts';
import { buildHealthRoutes } from './health-routes.ts';
import { buildMetricsRoute } from './metrics-route.ts';

export interface RouteDependencies {
  isReady: () => Promise<boolean>;
  metrics: Parameters<typeof buildMetricsRoute>[0];
  /** Null: the payment service cannot reach this app. */
  callbacks: Parameters<typeof buildCallbackRoutes>[0] | null;
}

/** What is answered over HTTP besides Slack, for everybody. */
export const buildRoutes = ({ isReady, metrics, callbacks }: RouteDependencies): CustomRoute[] => [
  ...buildHealthRoutes({ isReady }),
  buildMetricsRoute(metrics),
  ...(callbacks === null ? [] : buildCallbackRoutes(callbacks)),
];
