import { type Logger, LogLevel } from '@slack/bolt';
import type { Log } from '../log.ts';

/**
 * Writes the lines of Bolt and the Web client to our log. Only their words and errors: anything else they
 * pass can be a payload with customers' data, and their debug lines hold whole requests.
 */
export const createBoltLogger = (log: Log): Logger => {
  const write =
    (level: 'info' | 'warn' | 'error') =>
    (...parts: unknown[]) => {
      const words = parts.filter((part) => typeof part === 'string').join(' ');
      const error = parts.find((part) => part instanceof Error);
      log[level](error ? { err: error } : {}, words.slice(0, 300));
    };
  return {
    debug: () => {},
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
};

/** For the Web client. */
export const createClientLogger = (log: Log): Logger => {
  const logger = createBoltLogger(log);
  // A call that Slack refuses also throws. The caller then tries another way or reports it, so a
  // warning is enough here.
  return { ...logger, error: logger.warn };
};
