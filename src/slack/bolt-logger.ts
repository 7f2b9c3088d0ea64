import { type Logger, LogLevel } from '@slack/bolt';
import type { Log } from '../log.ts';

/**
 * Bolt's and the Web client's own lines in our log. Only their words and errors: what else they hand over can
 * be a payload with customers' data, and their debug lines hold whole requests.
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

/** The Web client's. */
export const createClientLogger = (log: Log): Logger => {
  const logger = createBoltLogger(log);
  // Slack's reasons against a call are thrown as well: whoever asked asks otherwise, or tells of it.
  return { ...logger, error: logger.warn };
};
