import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError } from './config.ts';

const REASONS: Record<string, string> = {
  EACCES: 'give the file to the user that runs Paylink',
  EISDIR: 'it is a folder; Docker makes one where the file to mount is missing',
};

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
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return '';
    throw new ConfigError([
      `.env cannot be read (${code}): ${REASONS[code] ?? 'check the file and its disk'}`,
    ]);
  }
}
