import { createApp, type Paylink } from './app.ts';
import { systemClock } from './clock.ts';
import { ConfigError, loadConfig } from './config/config.ts';
import { loadEnvFile } from './config/env-file.ts';
import { createLog, openStandardOutput } from './log.ts';
import { DataDirInUseError } from './store/engine/data-dir.ts';
import { DatabaseUnreachableError, DatabaseUnusableError } from './store/engine/database-errors.ts';
import { PortUnusableError } from './web/http-server.ts';

/** sysexits.h: EX_CONFIG. */
const EXIT_CONFIG = 78;
/** A slower stop is cut off. That is safe: unfinished work is in the database. */
const STOP_WITHIN_MS = 9_000;
/** A start that has not finished this long after a stop signal is waiting on something that does not answer. */
const START_ENDS_WITHIN_MS = 3_000;

const namesItsRemedy = (error: unknown): error is Error =>
  error instanceof DatabaseUnreachableError ||
  error instanceof DatabaseUnusableError ||
  error instanceof PortUnusableError;

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(EXIT_CONFIG);
};

const readConfig = (env: NodeJS.ProcessEnv) => {
  try {
    return loadConfig(loadEnvFile(env));
  } catch (error) {
    if (error instanceof ConfigError) return refuse(error.message);
    throw error;
  }
};

/**
 * Reads `env`, to which a file `.env` adds, and runs until `stopping` aborts (its reason is the signal's name), then ends the process. The abort may come at any
 * moment, even during the start.
 */
export const runProcess = async (env: NodeJS.ProcessEnv, stopping: AbortSignal): Promise<never> => {
  const { config, warnings } = readConfig(env);
  const log = createLog(config.logLevel, openStandardOutput());
  for (const warning of warnings) log.warn(warning);
  // We can no longer trust our state. Unfinished work is in the database; the next process continues it.
  process.once('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    process.exit(1);
  });

  let paylink: Paylink | null = null;
  const signalled = new Promise<void>((resolve) => {
    const onSignal = () => {
      log.info({ signal: stopping.reason }, 'stopping');
      // Until the app exists no work has begun, so a forced exit is still a clean one.
      setTimeout(() => process.exit(paylink === null ? 0 : 1), STOP_WITHIN_MS).unref();
      resolve();
    };
    if (stopping.aborted) onSignal();
    else stopping.addEventListener('abort', onSignal, { once: true });
  });

  const run = async (app: Paylink): Promise<void> => {
    const started = app.start().then((port) => {
      if (!stopping.aborted) log.info({ port }, 'Paylink is ready');
    });
    await Promise.race([started, signalled]);
    await signalled;
    await Promise.race([started.catch(() => undefined), systemClock.sleep(START_ENDS_WITHIN_MS)]);
  };

  try {
    paylink = await createApp({ config, log });
    if (!stopping.aborted) await run(paylink);
  } catch (error) {
    if (error instanceof DataDirInUseError || error instanceof ConfigError) refuse(error.message);
    if (namesItsRemedy(error)) process.stderr.write(`${error.message}\n`);
    log.fatal({ err: error }, 'did not start');
    process.exit(stopping.aborted && paylink === null ? 0 : 1);
  }
  try {
    await paylink.stop();
    log.info('stopped');
  } catch (error) {
    log.fatal({ err: error }, 'did not stop cleanly');
    process.exit(1);
  }
  process.exit(0);
};
