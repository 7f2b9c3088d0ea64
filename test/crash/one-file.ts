import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { runStandIn } from '../../tools/stand-in.ts';

const DIST = new URL('../../dist/src/', import.meta.url);
const STANDBY = fileURLToPath(new URL('./standby.mjs', import.meta.url));

/**
 * Bundles the app and its packages into one file with a shared V8 compile cache: finding and compiling more than a
 * thousand files is most of a process's start.
 */
export const writeOneFile = async (): Promise<{ path: string; remove(): Promise<void> }> => {
  // Next to the entry, to keep its path to package.json.
  const path = fileURLToPath(new URL(`crash-${randomUUID()}.cjs`, DIST));
  const bundle = await rolldown({
    input: fileURLToPath(new URL('run-process.js', DIST)),
    platform: 'node',
    // Packages with native code stay in node_modules.
    external: ['libsql', 'pg-native'],
    logLevel: 'silent',
  });
  await bundle.write({ file: path, format: 'cjs', codeSplitting: false });
  await bundle.close();
  const { code, stderr } = await runStandIn([STANDBY, 'compile', path]);
  if (code !== 0) throw new Error(`The app in one file could not be compiled (${code}):\n${stderr}`);
  return {
    path,
    remove: async () => {
      for (const file of [path, `${path}.compiled`]) await rm(file, { force: true });
    },
  };
};
