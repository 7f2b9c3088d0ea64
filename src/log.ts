import { writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';
import { currentRequest } from './request-context.ts';

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
export const createLog = (level: string, destination?: DestinationStream): Log => {
  const options = {
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
