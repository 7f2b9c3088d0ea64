import { z } from 'zod';

const manifestSchema = z.object({
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
});

/** What an app asks for when it is installed now. */
export const readBotScopes = (manifest: unknown): string[] =>
  manifestSchema.parse(manifest).oauth_config.scopes.bot;
