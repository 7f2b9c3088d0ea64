import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import { createRecentMap } from './recent-map.ts';
import { currentRequest } from './request-context.ts';

export type { DestinationStream };
export type Log = Logger;

/** Field names that hold secrets or customers' data in this app. They never reach a log line. */
const REDACTED = [
  'apiKey',
  'accountId',
  'secretKey',
  'token',
  'botToken',
  'signingSecret',
  'authorization',
  'FullName',
  'Email',
  'Phone',
  'Address',
  'notes',
  'callback_url',
  'request',
  'answer',
  'serviceMessage',
];

/** JSON lines on standard output, each with the request it belongs to. `fields` are redacted up to two levels down. */
export const createLog = (
  level: string,
  destination?: DestinationStream,
  now: () => number = Date.now,
): Log => {
  const faults = createFaultLines(now);
  const options: LoggerOptions = {
    hooks: {
      logMethod(line, write, number) {
        const [fields, ...words] = line;
        const repeated = number < WARN ? 0 : faults.take(number, fields, words);
        if (repeated === null) return;
        if (repeated === 0) write.apply(this, line);
        else write.apply(this, [{ ...Object(fields), repeated }, ...words] as unknown as typeof line);
      },
    },
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: { err: describeError },
    mixin: nameRequest,
  };
  return destination ? pino(options, destination) : pino(options);
};

/** pino's number. */
const WARN = 40;
const FAULT_EVERY_MS = 60_000;
/** More faults than this at a time are told each time. */
const MOST_FAULTS = 1_000;

/**
 * A fault that lasts is one line a minute, however often and for how many links or jobs it is met. Two lines are about the
 * same fault if they have the same words and the same error. A line with a `reference`, which a person may read out, is
 * always written, and so is one that names something and no error.
 */
const createFaultLines = (now: () => number) => {
  const told = createRecentMap<{ at: number; repeated: number }>(MOST_FAULTS);
  return {
    /** How often it was left out since it was last written; null: leave it out now. */
    take: (level: number, fields: unknown, words: readonly unknown[]): number | null => {
      const key = nameFault(level, fields, words);
      if (key === null) return 0;
      const known = told.get(key);
      if (known !== undefined && Math.abs(now() - known.at) < FAULT_EVERY_MS) {
        known.repeated += 1;
        return null;
      }
      told.set(key, { at: now(), repeated: 0 });
      return known?.repeated ?? 0;
    },
  };
};

/** Null: not a fault that can last. Numbers measure, and ids say where the fault was met: neither makes it another. */
function nameFault(level: number, fields: unknown, words: readonly unknown[]): string | null {
  // Without fields, the words come first.
  if (typeof fields !== 'object' || fields === null) return JSON.stringify([level, fields, words]);
  const { err, link: _, job: __, ...others } = fields as Record<string, unknown>;
  if ('reference' in fields || (err === undefined && Object.keys(fields).length > 0)) return null;
  const texts = Object.entries(others).filter(([, value]) => typeof value === 'string');
  return JSON.stringify([level, words, texts, nameError(err)]);
}

function nameError(error: unknown): unknown {
  if (!(error instanceof Error)) return null;
  return [error.name, 'code' in error ? error.code : null, error.message, nameError(error.cause)];
}

/** Not called `request`: that name is kept for bodies, and is redacted. */
function nameRequest(): object {
  const request = currentRequest();
  return request ? { requestId: request.id } : {};
}

/**
 * An error's name, code and stack, never its other properties: they can hold a request body.
 * Messages of our own errors carry no customer data; messages from libraries are cut short.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an error object' };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    ...(code ? { code } : {}),
    message: error.message.slice(0, 300),
    at: error.stack
      ?.split('\n')
      .slice(1, 4)
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** How many characters may wait for a slow reader; later lines are dropped. */
const MAX_BUFFERED = 16 * 1024 * 1024;
const STDOUT = 1;

/**
 * Standard output for the log, which never blocks on its reader. pino's own destination waits for its last lines to be
 * written, so a process whose log has no reader would never exit. Call it once.
 */
export const openStandardOutput = (): DestinationStream => {
  const output = new sonicBoom.SonicBoom({ fd: STDOUT, maxLength: MAX_BUFFERED });
  let isRead = true;
  let isWritten = true;
  output.on('drain', () => {
    isWritten = true;
  });
  output.on('error', (error: NodeJS.ErrnoException) => {
    // Other errors, such as a full disk, pass: the lines are written with the next one.
    isRead = error.code !== 'EPIPE';
  });
  process.once('exit', () => {
    if (isRead && !isWritten && canWrite()) output.flushSync();
  });
  return {
    write: (line) => {
      if (!isRead) return;
      isWritten = false;
      output.write(line);
    },
  };
};

/** Whether standard output still has a reader: only writing a line shows it. */
function canWrite(): boolean {
  const line = { level: 'info', time: new Date().toISOString(), msg: 'ending' };
  try {
    writeSync(STDOUT, `${JSON.stringify(line)}\n`);
    return true;
  } catch {
    // Nobody is left to report this to.
    return false;
  }
}
