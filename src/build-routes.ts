import type { CustomRoute } from '@slack/bolt';
import { buildPictureRoute } from './delivery/pictures/picture-routes.ts';
import { buildCallbackRoutes } from './links/callbacks/callback-routes.ts';
import { buildHealthRoutes, buildMetricsRoute } from './operations/health.ts';

interface RouteDependencies {
  readiness: Parameters<typeof buildHealthRoutes>[0]['readiness'];
  metrics: Parameters<typeof buildMetricsRoute>[0];
  /** Null: the payment service cannot reach this app. */
  callbacks: Parameters<typeof buildCallbackRoutes>[0] | null;
  /** Null: Slack cannot fetch pictures from here. */
  pictures: Parameters<typeof buildPictureRoute>[0] | null;
}

/** HTTP routes other than Slack's, for single- and multi-workspace setups alike. */
export const buildRoutes = ({
  readiness,
  metrics,
  callbacks,
  pictures,
}: RouteDependencies): CustomRoute[] => [
  ...buildHealthRoutes({ readiness }),
  buildMetricsRoute(metrics),
  ...(callbacks === null ? [] : buildCallbackRoutes(callbacks)),
  ...(pictures === null ? [] : [buildPictureRoute(pictures)]),
];
