import { createApp, type Paylink } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, ConfigError, loadConfig } from './config/config.ts';
import { loadEnvFile } from './config/env-file.ts';
import { createLog, type DestinationStream, type Log, openStandardOutput } from './log.ts';
import { RemedyError } from './remedy-error.ts';
import { whatRuns } from './version.ts';

/** Docker kills after ten seconds. A slower stop is cut off, which is safe: unfinished work is in the database. */
const STOP_WITHIN_MS = 9_000;
/**
 * After SIGTERM, how long requests still arrive: a proxy that asks `/readyz` every second has noticed by then. Not after
 * Ctrl-C, where a person waits.
 */
const LEAVE_FOR_MS = 3_000;
/** A start that has not finished this long after a stop signal is waiting on something that does not answer. */
const START_ENDS_WITHIN_MS = 3_000;

/** In words for the person who started it, and in the log's form for whatever collects the log. Returns the exit code. */
const refuse = (error: unknown, log: Log): number => {
  if (error instanceof RemedyError) process.stderr.write(`${error.message}\n`);
  if (!(error instanceof RemedyError) || error.exitCode === 1) {
    log.fatal({ err: error }, 'did not start');
    return 1;
  }
  const { exitCode, message } = error;
  const { faults, warnings } = error instanceof ConfigError ? error : { faults: [message], warnings: [] };
  log.fatal({ exitCode, faults, warnings }, 'did not start: its surroundings are not right');
  return exitCode;
};

const readConfig = (env: NodeJS.ProcessEnv, output: DestinationStream) => {
  try {
    return loadConfig(loadEnvFile(env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return process.exit(refuse(error, createLog('info', output)));
  }
};

/** What runs, for the first line that an operator looks at. */
const describe = ({ slack, databaseUrl }: Config) => ({
  app: whatRuns,
  engine: databaseUrl === null ? 'sqlite' : 'postgres',
  workspaces: slack.access.kind === 'token' ? 'one' : 'many',
  slackBy: slack.appToken === null ? 'http' : 'socket',
});

/**
 * Reads `env`, to which a file `.env` adds, and runs until `stopping` aborts (its reason is the signal's name), then ends the process. The abort may come at any
 * moment, even during the start.
 */
export const runProcess = async (env: NodeJS.ProcessEnv, stopping: AbortSignal): Promise<never> => {
  const output = openStandardOutput();
  const { config, warnings } = readConfig(env, output);
  const log = createLog(config.logLevel, output);
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
      if (!stopping.aborted) log.info({ ...describe(config), port }, 'Paylink is ready');
      return true;
    });
    const isStarted = await Promise.race([started, signalled.then(() => false)]);
    await signalled;
    if (isStarted && stopping.reason === 'SIGTERM') {
      app.leave();
      await systemClock.sleep(LEAVE_FOR_MS);
    }
    await Promise.race([started.catch(() => undefined), systemClock.sleep(START_ENDS_WITHIN_MS)]);
  };

  try {
    paylink = await createApp({ config, log });
    if (!stopping.aborted) await run(paylink);
  } catch (error) {
    const code = refuse(error, log);
    process.exit(code === 1 && stopping.aborted && paylink === null ? 0 : code);
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
