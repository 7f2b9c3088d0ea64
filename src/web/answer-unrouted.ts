import type { ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { refuseUnread } from './refuse-unread.ts';

/** Bolt's code for a path that nothing is registered for, and Node's for a target that is no path. */
const NO_PATH = new Set(['slack_bolt_http_receiver_deferred_request_error', 'ERR_INVALID_URL']);

/**
 * 404 without a word. Bolt's own handler logs the path, and a path can hold a secret: a callback's token,
 * for one.
 */
export const answerUnrouted = (error: unknown, response: ServerResponse, log: Log): void => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isUnknownPath = error instanceof URIError || NO_PATH.has(code);
  if (!isUnknownPath) log.error({ err: error }, 'request not dispatched');
  refuseUnread(response, isUnknownPath ? 404 : 500);
};
