import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** How long a sender has to read our refusal while we read no more of its body. */
const LINGER_MS = 500;

/**
 * Sends an answer without a body, even while the sender is still sending. We do not read the rest. Closing at
 * once would lose the answer on its way, so the connection closes a moment later.
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
