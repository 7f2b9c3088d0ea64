import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import type { Log } from '../../log.ts';
import { refuseUnread } from '../../web/refuse-unread.ts';
import { drawSample, SAMPLE } from './draw-qr.ts';
import type { Pictures } from './pictures.ts';

type RoutedRequest = IncomingMessage & { params?: Record<string, unknown> };

/** 256 bits in base64url. Anything else is refused without asking the database. */
const TOKEN = /^[\w-]{43}$/;
/** Slack fetches each picture that it shows once. A sender that asks for very many has to wait. */
const MOST_AT_ONCE = 16;
const COME_AGAIN_SECONDS = 1;

/** `GET /pictures/{token}.png`: a QR code or a chart for Slack to fetch, open to anyone who knows the address. */
export const buildPictureRoute = ({
  pictures,
  log,
}: {
  pictures: Pick<Pictures, 'read'>;
  log: Log;
}): CustomRoute => {
  let inHand = 0;
  let drawn: Promise<Buffer> | null = null;
  const sample = (): Promise<Buffer> => {
    drawn ??= drawSample().catch((error: unknown) => {
      drawn = null;
      throw error;
    });
    return drawn;
  };

  const answer = async (request: RoutedRequest, response: ServerResponse): Promise<void> => {
    const token = String(request.params?.['token'] ?? '');
    if (token !== SAMPLE && !TOKEN.test(token)) return refuseUnread(response, 404);
    if (inHand >= MOST_AT_ONCE)
      return refuseUnread(response, 503, { 'retry-after': String(COME_AGAIN_SECONDS) });
    inHand += 1;
    try {
      const png = token === SAMPLE ? await sample() : await pictures.read(token);
      if (png === null) return refuseUnread(response, 404);
      response.writeHead(200, {
        'content-type': 'image/png',
        'content-length': png.length,
        // Caches between us and Slack must not keep it: the picture can expire at any moment.
        'cache-control': 'private, max-age=300',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'content-security-policy': "default-src 'none'",
      });
      response.end(request.method === 'HEAD' ? undefined : png);
    } finally {
      inHand -= 1;
    }
  };

  return {
    path: '/pictures/:token.png',
    method: ['GET', 'HEAD'],
    // Bolt does not wait for this handler, so a rejection would leave the request hanging for ever.
    handler: (request, response) => {
      answer(request, response).catch((error: unknown) => {
        // Slack then shows the message without the picture, or refuses the message and tells us there.
        log.error({ err: error }, 'picture not given');
        if (response.headersSent) response.destroy();
        else refuseUnread(response, 500);
      });
    },
  };
};
