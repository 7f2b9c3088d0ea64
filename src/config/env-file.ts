import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';
import { explainUnreadable } from './variables.ts';

/**
 * Adds the settings of the file `.env` in the working folder, if there is one, to the environment of this process,
 * which takes precedence. With `PAYLINK_ENV_FILE=off` there the environment is whole, and the file is left alone. Throws
 * `ConfigError` when the file cannot be read.
 */
export const loadEnvFile = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  if (env['PAYLINK_ENV_FILE'] === 'off') return env;
  for (const [name, value] of Object.entries(parseEnv(readText()))) env[name] ??= value;
  return env;
};

/** Node's own `process.loadEnvFile` calls a file that this user may not read missing. */
function readText(): string {
  try {
    // Some editors begin a file with a byte order mark, which would become part of the first name.
    return readFileSync('.env', 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code, words } = explainUnreadable(error);
    if (code === 'ENOENT') return '';
    throw new ConfigError([`.env ${words}`]);
  }
}
