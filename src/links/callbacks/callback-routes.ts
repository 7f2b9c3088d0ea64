import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import { type Identity, judgeToken } from '../../identity.ts';
import { hashToken } from '../../ids.ts';
import { type BodyUnread, createBodyReader } from '../../web/body-reader.ts';
import { refuseUnread } from '../../web/http-server.ts';
import {
  BUSY,
  type CallbackAnswer,
  type CallbackIntakeOptions,
  createCallbackIntake,
  NOT_FOUND,
} from './callback-intake.ts';

interface CallbackRoutesOptions extends CallbackIntakeOptions {
  /** Proves the addresses that were handed out. */
  identity: Identity;
}

const BODY = { maxBytes: 64 * 1024, patienceMs: 10_000 };
/** Requests being read; as many more may wait for their commit. With the size of a body this bounds the memory. */
const AT_ONCE = 256;
const UNREAD: Record<Exclude<BodyUnread, 'gone'>, [status: number, headers?: OutgoingHttpHeaders]> = {
  'too-large': [413],
  'too-slow': [408],
  evicted: [503, { 'retry-after': '1' }],
};

/**
 * `/callbacks/{token}`, for every way a service may call. A callback is only evidence: it is stored, and it wakes the
 * check that asks the service itself. The sender is answered after the commit.
 *
 * A token proves itself before we look anything up or read anything that comes with it; one that does not gets a 404. So
 * strangers cost no statement, and do not hold up requests whose bodies are being read. Neither the token nor the address
 * that contains it is ever logged.
 */
export const buildCallbackRoutes = (options: CallbackRoutesOptions): CustomRoute[] => {
  const { identity, clock, log } = options;
  const intake = createCallbackIntake(options);
  const bodies = createBodyReader({ atOnce: AT_ONCE, maxBytes: AT_ONCE * BODY.maxBytes });
  let waiting = 0;

  const handle = async (request: RoutedRequest, response: ServerResponse): Promise<void> => {
    const token = String(request.params?.['token'] ?? '');
    if (judgeToken(identity, 'callback', token, clock.now()) === 'foreign')
      return refuseUnread(response, NOT_FOUND.status);
    const body = await bodies.read(request, BODY);
    if (body === 'gone') return;
    if (typeof body === 'string') return refuseUnread(response, ...UNREAD[body]);
    if (waiting >= AT_ONCE) return answer(response, BUSY);
    waiting += 1;
    try {
      const [, query = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
      answer(response, await intake.take(hashToken(token), query, body));
    } finally {
      waiting -= 1;
    }
  };

  return [
    {
      path: '/callbacks/:token',
      method: ['POST', 'PUT', 'GET'],
      // Bolt does not wait for this handler, so a rejection would leave the request hanging for ever.
      handler: (request, response) => {
        handle(request, response).catch((error: unknown) => {
          log.error({ err: error }, 'callback not stored');
          if (response.headersSent) response.destroy();
          else refuseUnread(response, 503, buildHeaders(BUSY));
        });
      },
    },
  ];
};

type RoutedRequest = IncomingMessage & { params?: Record<string, unknown> };

function answer(response: ServerResponse, reply: CallbackAnswer): void {
  response.writeHead(reply.status, buildHeaders(reply)).end(reply.text);
}

function buildHeaders({ text = '', retryAfterS }: CallbackAnswer): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  };
  if (text !== '') headers['content-type'] = 'text/plain';
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS);
  return headers;
}
