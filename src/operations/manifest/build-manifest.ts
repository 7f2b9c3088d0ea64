import { type Manifest, manifestSchema } from '../../config/manifest-schema.ts';

/**
 * HTTP at an address (no trailing slash), or Socket Mode, which needs no address. `isForMany`: workspaces and
 * whole organisations install the app themselves.
 */
export type Delivery = { url: string; isForMany: boolean } | 'socket';

/**
 * The manifest for one installation, validated again. The addresses in `source` are examples; each keeps its path
 * and gets the given address in front. Throws zod's error when the result does not have Slack's shape.
 */
export const buildManifest = (source: Manifest, delivery: Delivery): Manifest =>
  manifestSchema.parse(delivery === 'socket' ? forSocket(source) : forHttp(source, delivery));

function forHttp(source: Manifest, { url, isForMany }: Exclude<Delivery, 'socket'>): Manifest {
  const { features, oauth_config: oauth, settings } = source;
  const move = (address: string): string => `${url}${new URL(address).pathname}`;
  const { event_subscriptions: events, interactivity } = settings;
  return {
    ...source,
    features: {
      ...features,
      ...(features.slash_commands && {
        slash_commands: features.slash_commands.map((slash) => ({
          ...slash,
          ...(slash.url && { url: move(slash.url) }),
        })),
      }),
    },
    oauth_config: { ...oauth, ...(isForMany && { redirect_urls: [`${url}/slack/oauth_redirect`] }) },
    settings: {
      ...settings,
      socket_mode_enabled: false,
      org_deploy_enabled: isForMany,
      ...(events && {
        event_subscriptions: {
          ...events,
          ...(events.request_url && { request_url: move(events.request_url) }),
        },
      }),
      ...(interactivity && {
        interactivity: {
          ...interactivity,
          ...(interactivity.request_url && { request_url: move(interactivity.request_url) }),
          ...(interactivity.message_menu_options_url && {
            message_menu_options_url: move(interactivity.message_menu_options_url),
          }),
        },
      }),
    },
  };
}

function forSocket(source: Manifest): Manifest {
  const { event_subscriptions: events, interactivity } = source.settings;
  return {
    ...source,
    features: {
      ...source.features,
      ...(source.features.slash_commands && {
        slash_commands: source.features.slash_commands.map(({ url: _url, ...slash }) => slash),
      }),
    },
    settings: {
      ...source.settings,
      socket_mode_enabled: true,
      ...(events && { event_subscriptions: events.bot_events ? { bot_events: events.bot_events } : {} }),
      ...(interactivity && { interactivity: { is_enabled: interactivity.is_enabled } }),
    },
  };
}
