import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import type { Log } from '../../log.ts';
import { refuseUnread } from '../../web/http-server.ts';
import type { Pictures } from './pictures.ts';

type RoutedRequest = IncomingMessage & { params?: Record<string, unknown> };

/** Slack fetches each picture once, so only an attacker reaches this many requests at a time. */
const MAX_REQUESTS = 16;
const RETRY_AFTER_SECONDS = 1;

/** `GET /pictures/{token}.png`: a QR code for Slack to fetch, open to anyone who knows the address. */
export const buildPictureRoute = ({
  pictures,
  log,
}: {
  pictures: Pick<Pictures, 'read'>;
  log: Log;
}): CustomRoute => {
  let active = 0;

  const answer = async (request: RoutedRequest, response: ServerResponse): Promise<void> => {
    const token = String(request.params?.['token'] ?? '');
    if (active >= MAX_REQUESTS)
      return refuseUnread(response, 503, { 'retry-after': String(RETRY_AFTER_SECONDS) });
    active += 1;
    try {
      const png = await pictures.read(token);
      if (png === null) return refuseUnread(response, 404);
      response.writeHead(200, {
        'content-type': 'image/png',
        'content-length': png.length,
        // Shared caches must not keep it: the picture can expire at any moment.
        'cache-control': 'private, max-age=300',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'",
      });
      response.end(request.method === 'HEAD' ? undefined : png);
    } finally {
      active -= 1;
    }
  };

  return {
    path: '/pictures/:token.png',
    method: ['GET', 'HEAD'],
    // Bolt does not await this handler, so a rejection would leave the request hanging.
    handler: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        // Slack then shows the message without the picture, or rejects the message with an error.
        log.error({ err: error }, 'picture not sent');
        if (response.headersSent) response.destroy();
        else refuseUnread(response, 500);
      });
    },
  };
};
