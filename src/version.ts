import { createRequire } from 'node:module';
import { z } from 'zod';

const read = createRequire(import.meta.url);

export const version = z.object({ version: z.string() }).parse(read('#package.json')).version;

/** Which code runs: what `tools/build/stamp.mjs` wrote, or null where nothing was built. */
const readBuild = (): string => {
  try {
    return z.object({ build: z.string() }).parse(read('#build.json')).build;
  } catch {
    return 'not built';
  }
};

export const build = readBuild();

/** Wherever Paylink says what runs. */
export const whatRuns = `Paylink ${version} (${build})`;
