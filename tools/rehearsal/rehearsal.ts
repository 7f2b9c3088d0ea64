import { systemClock } from '../../src/clock.ts';
import { ConfigError } from '../../src/config/config.ts';
import { loadEnvFile } from '../../src/config/env-file.ts';
import { readOptions, readSlackPlace, USAGE } from './read-options.ts';
import { EXIT, runRehearsal } from './run-rehearsal.ts';

/** npm forwards a Ctrl-C that the terminal has already sent. */
const SAME_PRESS_MS = 1_000;
const stop = new AbortController();
let pressedAt = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    if (stop.signal.aborted) {
      if (Date.now() - pressedAt > SAME_PRESS_MS) process.exit(EXIT.stopped);
      return;
    }
    pressedAt = Date.now();
    stop.abort();
    process.stderr.write('\nStopping and removing what was posted. Press again to leave it there.\n');
  });

// The reader is gone, as with `| head`.
process.stdout.on('error', () => stop.abort());

const fail = (text: string): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = EXIT.notReady;
};

const read = readOptions(process.argv.slice(2));
if ('fault' in read) fail(read.fault);
else if (read.options.help) process.stdout.write(USAGE);
else {
  try {
    process.exitCode = await runRehearsal({
      options: read.options,
      place: readSlackPlace(loadEnvFile(process.env)),
      clock: systemClock,
      write: (text) => process.stdout.write(text),
      stop: stop.signal,
    });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    fail(error.message);
  }
}
