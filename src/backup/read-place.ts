import { ConfigError } from '../config.ts';
import { environmentSchema } from '../environment.ts';

const placeSchema = environmentSchema.pick({ DATA_DIR: true, DATABASE_URL: true });

/** Where the data is, by the two settings that say so: the others may be missing. Throws `ConfigError`. */
export const readPlace = (
  env: Record<string, string | undefined>,
): { dataDir: string; isShared: boolean } => {
  const given = Object.entries(env).filter(([, value]) => value?.trim());
  const result = placeSchema.safeParse(Object.fromEntries(given));
  if (!result.success)
    throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  return { dataDir: result.data.DATA_DIR, isShared: result.data.DATABASE_URL !== undefined };
};
