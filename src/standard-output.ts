import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';
import sonicBoom from 'sonic-boom';

/** Characters of lines that wait for their reader. What is logged beyond that while it stands still is lost. */
const MOST_WAITING = 16 * 1024 * 1024;
const STDOUT = 1;

/**
 * Standard output for the log, without waiting for whoever reads it. pino's own destination writes its last lines at the
 * end of the process for as long as it takes: one whose log nobody reads any more would never end. Call it once.
 */
export const openStandardOutput = (): DestinationStream => {
  const output = new sonicBoom.SonicBoom({ fd: STDOUT, maxLength: MOST_WAITING });
  let isRead = true;
  let isWritten = true;
  output.on('drain', () => {
    isWritten = true;
  });
  output.on('error', (error: NodeJS.ErrnoException) => {
    // Other faults, such as a full disk, pass: the lines are written with the next one.
    isRead = error.code !== 'EPIPE';
  });
  process.once('exit', () => {
    if (isRead && !isWritten && takesLine()) output.flushSync();
  });
  return {
    write: (line) => {
      if (!isRead) return;
      isWritten = false;
      output.write(line);
    },
  };
};

/** What is left at the end is written only after a first line of it could be: nothing else shows that nobody reads. */
function takesLine(): boolean {
  const line = { level: 'info', time: new Date().toISOString(), msg: 'ending' };
  try {
    writeSync(STDOUT, `${JSON.stringify(line)}\n`);
    return true;
  } catch {
    // There is nobody left to be told.
    return false;
  }
}
