import { z } from 'zod';
import type { Features } from './page/page-api.ts';

const shortcutSchema = z.object({
  type: z.enum(['global', 'message']),
  name: z.string(),
  description: z.string(),
  callback_id: z.string(),
});

const manifestSchema = z.object({
  display_information: z.object({ name: z.string() }).optional(),
  features: z
    .object({
      slash_commands: z
        .array(
          z.object({
            command: z.string(),
            description: z.string(),
            usage_hint: z.string().default(''),
            should_escape: z.boolean().default(false),
          }),
        )
        .default([]),
      shortcuts: z.array(shortcutSchema).default([]),
    })
    .default({ slash_commands: [], shortcuts: [] }),
  settings: z
    .object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }).optional() })
    .optional(),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

/** An app’s name, what its manifest asks for (scopes and events), and what it offers people: commands and shortcuts. */
export const readManifest = (
  manifest: unknown,
): { name: string | null; features: Features; scopes: string[] } => {
  const { display_information, features, settings, oauth_config } = manifestSchema.parse(manifest);
  return {
    name: display_information?.name ?? null,
    features: {
      commands: features.slash_commands.map(({ usage_hint, should_escape, ...command }) => ({
        ...command,
        usageHint: usage_hint,
        shouldEscape: should_escape,
      })),
      shortcuts: features.shortcuts.map(({ callback_id, ...shortcut }) => ({
        ...shortcut,
        callbackId: callback_id,
      })),
      events: settings?.event_subscriptions?.bot_events ?? [],
    },
    scopes: oauth_config.scopes.bot,
  };
};
