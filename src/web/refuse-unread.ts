import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** How long a sender that is not read to its end has to hear why. */
const LINGER_MS = 500;

/**
 * An answer without a word, while the sender may still be sending. The rest is not read; closing at once would lose
 * the answer on its way, so the connection is closed a moment later.
 */
export const refuseUnread = (
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
): void => {
  const isWhole = response.req.complete;
  response.writeHead(status, {
    'content-length': 0,
    'cache-control': 'no-store',
    ...headers,
    ...(isWhole ? {} : { connection: 'close' }),
  });
  if (isWhole) {
    response.end();
    return;
  }
  response.flushHeaders();
  const timer = setTimeout(() => response.end(), LINGER_MS);
  response.on('close', () => clearTimeout(timer));
};
