import { systemClock } from '../clock.ts';
import { ConfigError } from '../config/config.ts';
import { loadEnvFile } from '../config/env-file.ts';
import { readOptions, readSlackPlace, USAGE } from './read-options.ts';
import { FolderError, readRecording } from './recording.ts';
import { buildComparison, replay, startLocalSlack } from './replay.ts';
import { EXIT, runRehearsal } from './run-rehearsal.ts';

const fail = (text: string, code: number): void => {
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
};

const [stop, hurry] = [new AbortController(), new AbortController()];
/** npm forwards a Ctrl-C that the terminal has already sent. */
const SAME_PRESS_MS = 1_000;
let pressedAt = 0;
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    if (stop.signal.aborted) {
      if (Date.now() - pressedAt > SAME_PRESS_MS) hurry.abort();
      return;
    }
    pressedAt = Date.now();
    stop.abort();
    process.stderr.write('\nStopping and cleaning up. Press again to stop at once.\n');
  });

// The reader is gone, as with `| head`.
process.stdout.on('error', () => stop.abort());

const read = readOptions(process.argv.slice(2));
if ('fault' in read) fail(read.fault, EXIT.notReady);
else if (read.options.help) process.stdout.write(USAGE);
else if (read.options.replay !== null) await replayFolder(read.options.replay);
else {
  try {
    process.exitCode = await runRehearsal({
      options: read.options,
      place: readSlackPlace(loadEnvFile(process.env)),
      clock: systemClock,
      write: (text) => process.stdout.write(text),
      stop: stop.signal,
      hurry: hurry.signal,
    });
  } catch (error) {
    if (!(error instanceof FolderError) && !(error instanceof ConfigError)) throw error;
    fail(error.message, EXIT.notReady);
  }
}

async function replayFolder(folder: string): Promise<void> {
  try {
    const calls = readRecording(folder);
    const { place, clock, stop: end } = await startLocalSlack();
    const differences = await replay(calls, { place, clock, signal: stop.signal });
    end();
    process.stdout.write(buildComparison(calls.length, differences));
    process.exitCode = differences.length === 0 ? EXIT.good : EXIT.bad;
  } catch (error) {
    if (!(error instanceof FolderError)) throw error;
    fail(error.message, EXIT.notReady);
  }
}
