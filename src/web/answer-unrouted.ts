import type { ServerResponse } from 'node:http';
import type { Log } from '../log.ts';
import { refuseUnread } from './refuse-unread.ts';

/** Bolt's code for a path without a route, and Node's for a request target that is not a path. */
const NO_PATH = new Set(['slack_bolt_http_receiver_deferred_request_error', 'ERR_INVALID_URL']);

/**
 * Answers 404 without a body. Bolt's own handler logs the path, and a path can hold a secret, such
 * as a callback's token.
 */
export const answerUnrouted = (error: unknown, response: ServerResponse, log: Log): void => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isUnknownPath = error instanceof URIError || NO_PATH.has(code);
  if (!isUnknownPath) log.error({ err: error }, 'request not dispatched');
  refuseUnread(response, isUnknownPath ? 404 : 500);
};
