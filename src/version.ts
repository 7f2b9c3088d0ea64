import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** From package.json, one folder up from both `src/` and `dist/`. */
export const version = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version;
