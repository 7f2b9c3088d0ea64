import { z } from 'zod';
import type { SlashCommand } from './page/page-api.ts';

const manifestSchema = z.object({
  features: z.object({
    slash_commands: z.array(
      z.object({ command: z.string(), description: z.string(), usage_hint: z.string().default('') }),
    ),
  }),
});

/** The commands of an app's manifest, for the composer's completion. */
export const readSlashCommands = (manifest: unknown): SlashCommand[] =>
  manifestSchema.parse(manifest).features.slash_commands.map((slash) => ({
    command: slash.command,
    description: slash.description,
    usageHint: slash.usage_hint,
  }));
