import { createRequire } from 'node:module';
import { z } from 'zod';
import { isLoopback } from '../is-loopback.ts';

const address = z
  .string()
  .refine((url) => URL.canParse(url) && (new URL(url).protocol === 'https:' || isLoopback(url)), {
    error: 'must be an https address',
  });
const scopes = z.array(z.string().regex(/^[a-z]+([.:_-][a-z]+)*$/, 'is not written like a scope')).max(255);
const callbackId = z.string().min(1).max(255);

const displayInformation = z.strictObject({
  name: z.string().min(1).max(35),
  description: z.string().max(140).optional(),
  long_description: z.string().min(175).max(4_000).optional(),
  background_color: z
    .string()
    .regex(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #0b5c4a')
    .optional(),
});

const slashCommand = z.strictObject({
  command: z
    .string()
    .regex(/^\/\S+$/, 'must be one word after a slash')
    .max(32),
  url: address.optional(),
  description: z.string().min(1).max(2_000),
  usage_hint: z.string().max(1_000).optional(),
  should_escape: z.boolean().optional(),
});

const features = z.strictObject({
  app_home: z
    .strictObject({
      home_tab_enabled: z.boolean().optional(),
      messages_tab_enabled: z.boolean().optional(),
      messages_tab_read_only_enabled: z.boolean().optional(),
    })
    .optional(),
  bot_user: z
    .strictObject({
      display_name: z
        .string()
        .regex(/^[\w.-]+$/, 'may hold letters, digits, dash, underscore and dot')
        .max(80),
      always_online: z.boolean().optional(),
    })
    .optional(),
  slash_commands: z.array(slashCommand).max(50).optional(),
  shortcuts: z
    .array(
      z.strictObject({
        type: z.enum(['global', 'message']),
        name: z.string().min(1).max(24),
        description: z.string().min(1).max(150),
        callback_id: callbackId,
      }),
    )
    .max(10)
    .optional(),
  unfurl_domains: z.array(z.string()).max(5).optional(),
});

/** Version 2 of the manifest lists what is required; version 1 said it of each property. */
const parameters = z.strictObject({
  properties: z.record(
    z.string(),
    z.strictObject({ type: z.string(), title: z.string(), description: z.string().optional() }),
  ),
  required: z.array(z.string()),
});

const functions = z.record(
  z.string().max(100),
  z.strictObject({
    ...{ title: z.string(), description: z.string() },
    ...{ input_parameters: parameters, output_parameters: parameters },
  }),
);

const settings = z.strictObject({
  event_subscriptions: z
    .strictObject({
      request_url: address.optional(),
      bot_events: z.array(z.string()).max(100).optional(),
    })
    .optional(),
  interactivity: z
    .strictObject({
      is_enabled: z.boolean(),
      request_url: address.optional(),
      message_menu_options_url: address.optional(),
    })
    .optional(),
  allowed_ip_address_ranges: z.array(z.string()).max(10).optional(),
  function_runtime: z.literal('remote').optional(),
  org_deploy_enabled: z.boolean().optional(),
  socket_mode_enabled: z.boolean().optional(),
  token_rotation_enabled: z.boolean().optional(),
});

/** Only the members of Slack's app manifest (major version 2) that this app uses or may come to use. */
export const manifestSchema = z.strictObject({
  _metadata: z.strictObject({ major_version: z.literal(2), minor_version: z.number().int().optional() }),
  display_information: displayInformation,
  features,
  functions: functions.optional(),
  oauth_config: z.strictObject({
    redirect_urls: z.array(address).optional(),
    scopes: z.strictObject({ bot: scopes, bot_optional: scopes.optional() }),
  }),
  settings,
});

export type Manifest = z.infer<typeof manifestSchema>;

/** `manifest.json`, the single source for the app's registration at Slack. Throws when its shape is not Slack's. */
export const readManifest = (): Manifest =>
  manifestSchema.parse(createRequire(import.meta.url)('#manifest.json'));
