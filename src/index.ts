import { existsSync } from 'node:fs';
import { createApp } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { DatabaseUnreachableError } from './store/database-unreachable.ts';
import { DataDirInUseError } from './store/process-lock.ts';

/** sysexits.h: EX_CONFIG. */
const EXIT_CONFIG = 78;
/** A stop that takes longer than this is cut: what is in hand is in the database. */
const STOP_WITHIN_MS = 9_000;

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(EXIT_CONFIG);
};

const readEnvironment = () => {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return refuse(error.message);
    throw error;
  }
};

const { config, warnings } = readEnvironment();
const log = createLog(config.logLevel);
for (const warning of warnings) log.warn(warning);

try {
  const paylink = await createApp({ config, log });
  const port = await paylink.start();
  log.info({ port }, 'Paylink is ready');

  const stop = (signal: string) => {
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    paylink.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  if (error instanceof DataDirInUseError) refuse(error.message);
  if (error instanceof DatabaseUnreachableError) process.stderr.write(`${error.message}\n`);
  log.fatal({ err: error }, 'did not start');
  process.exit(1);
}
