import { z } from 'zod';
import type { Features } from './page/page-api.ts';

const manifestSchema = z.object({
  features: z.object({
    slash_commands: z.array(
      z.object({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }),
    ),
    shortcuts: z
      .array(
        z.object({
          type: z.enum(['global', 'message']),
          name: z.string(),
          description: z.string(),
          callback_id: z.string(),
        }),
      )
      .default([]),
  }),
});

/** What an app's manifest offers people: commands for the composer's completion, and shortcuts. */
export const readFeatures = (manifest: unknown): Features => {
  const { slash_commands, shortcuts } = manifestSchema.parse(manifest).features;
  return {
    commands: slash_commands.map((slash) => ({
      command: slash.command,
      description: slash.description,
      usageHint: slash.usage_hint,
    })),
    shortcuts: shortcuts.map(({ callback_id, ...shortcut }) => ({ ...shortcut, callbackId: callback_id })),
  };
};
