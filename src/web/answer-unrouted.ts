import type { HTTPReceiver } from '@slack/bolt';
import type { Log } from '../log.ts';

type DispatchErrorHandler = NonNullable<
  NonNullable<ConstructorParameters<typeof HTTPReceiver>[0]>['dispatchErrorHandler']
>;

/** Bolt's code for a path that nothing is registered for, and Node's for a target that is no path. */
const NO_PATH = new Set(['slack_bolt_http_receiver_deferred_request_error', 'ERR_INVALID_URL']);

/**
 * 404 without a word. Bolt's own handler logs the path, and a path can hold a secret: a callback's token,
 * for one.
 */
export const createUnroutedAnswer =
  (log: Log): DispatchErrorHandler =>
  async ({ error, response }) => {
    const isUnknownPath = error instanceof URIError || ('code' in error && NO_PATH.has(String(error.code)));
    if (!isUnknownPath) log.error({ err: error }, 'request not dispatched');
    response.writeHead(isUnknownPath ? 404 : 500).end();
  };
