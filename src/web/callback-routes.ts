import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import type { Clock } from '../clock.ts';
import { hashToken } from '../ids.ts';
import { hashCallback, readCallbackEvidence } from '../links/callback-evidence.ts';
import type { Log } from '../log.ts';
import type { CallbackStore, CallbackTaken, IncomingCallback } from '../store/callback-store.ts';
import { type BodyUnread, createBodiesInHand } from './bodies-in-hand.ts';
import { createCallbackBatches } from './callback-batches.ts';
import { parseCallbackPayload } from './callback-payload.ts';
import { type CallbackThrottle, createCallbackThrottle } from './callback-throttle.ts';
import { refuseUnread } from './refuse-unread.ts';

export interface CallbackRoutesOptions {
  callbacks: CallbackStore;
  clock: Clock;
  log: Log;
  /** A link has become due for its check. */
  onStored: () => void;
  throttle?: CallbackThrottle;
  limits?: Partial<CallbackLimits>;
}

export interface CallbackLimits {
  bodyBytes: number;
  bodyMs: number;
  /** Requests being read, and once more those that wait for their commit; with `bodyBytes` this bounds the memory. */
  atOnce: number;
}

const LIMITS: CallbackLimits = { bodyBytes: 64 * 1024, bodyMs: 10_000, atOnce: 256 };
/** Of one size whatever comes, and a few: while one waits for the database the next is read and parsed. */
const BATCH = 32;
const BATCHES_AT_ONCE = 3;
/** Strangers are looked up too, so many with one question. */
const LOOK_UPS = { max: 200, atOnce: 2 };
/** A full link's evidence stays full: what helps is its check, and that is planned. */
const FULL_RETRY_S = 30;

interface Answer {
  status: number;
  text?: string;
  retryAfterS?: number;
}

const OK: Answer = { status: 200, text: 'ok' };
const NOT_FOUND: Answer = { status: 404 };
const BUSY: Answer = { status: 503, retryAfterS: 1 };
const UNREAD: Record<Exclude<BodyUnread, 'gone'>, [status: number, headers?: OutgoingHttpHeaders]> = {
  'too-large': [413],
  'too-slow': [408],
  'pushed-out': [503, { 'retry-after': '1' }],
};

/**
 * `/callbacks/{token}`, in every manner in which a service may call. What comes is evidence and never truth:
 * it is stored, and it wakes the check that asks the service itself. The sender is answered after the commit.
 *
 * Every token goes the same way to its 404, known form or not: hashed, and looked up by the hash, before anything that
 * comes with it is read. So strangers hold no place among those whose bodies are read. Neither the token nor the
 * address it came in is ever logged.
 */
export const buildCallbackRoutes = (options: CallbackRoutesOptions): CustomRoute[] => {
  const { callbacks, clock, log, onStored } = options;
  const throttle = options.throttle ?? createCallbackThrottle({ clock });
  const limits = { ...LIMITS, ...options.limits };
  const bodies = createBodiesInHand({
    atOnce: limits.atOnce,
    maxBytes: limits.atOnce * limits.bodyBytes,
  });
  let waiting = 0;

  const lookUps = createCallbackBatches<string, 'known' | 'unknown' | 'failed'>({
    ...LOOK_UPS,
    take: async (tokenHashes) => {
      try {
        const known = await callbacks.findKnown([...new Set(tokenHashes)]);
        return tokenHashes.map((tokenHash) => (known.has(tokenHash) ? 'known' : 'unknown'));
      } catch (error) {
        log.error({ err: error, callbacks: tokenHashes.length }, 'callbacks were not looked up');
        return tokenHashes.map(() => 'failed');
      }
    },
  });

  const batches = createCallbackBatches<IncomingCallback, CallbackTaken | 'failed'>({
    max: BATCH,
    atOnce: BATCHES_AT_ONCE,
    take: async (batch) => {
      try {
        const taken = await callbacks.take(batch);
        if (taken.includes('stored') || taken.includes('full')) onStored();
        return taken;
      } catch (error) {
        log.error({ err: error, callbacks: batch.length }, 'callbacks were not stored');
        return batch.map(() => 'failed');
      }
    },
  });

  /** Some services say the same of everything that befalls a link: equal words may be about something new. */
  const lookAgain = async (tokenHash: string): Promise<void> => {
    if (!throttle.mayRepeat(tokenHash)) return;
    await callbacks.wake(tokenHash, clock.now());
    onStored();
  };

  const take = async (tokenHash: string, query: string, body: Buffer): Promise<Answer> => {
    const evidenceHash = hashCallback(body, query);
    const admission = throttle.admit(tokenHash, evidenceHash);
    if (admission.is === 'repeated') {
      await lookAgain(tokenHash);
      return OK;
    }
    if (admission.is === 'late') {
      if (admission.isFirst) {
        // Among what is turned away may be the one callback that is real.
        await callbacks.wake(tokenHash, clock.now());
        onStored();
      }
      return { status: 429, retryAfterS: Math.ceil(admission.waitMs / 1000) };
    }
    const evidence = readCallbackEvidence(parseCallbackPayload(body, query));
    const taken = await batches.add({ tokenHash, evidenceHash, evidence, receivedAt: clock.now() });
    if (taken === 'failed') return BUSY;
    if (taken === 'unknown') return NOT_FOUND;
    if (taken === 'full') return { status: 429, retryAfterS: FULL_RETRY_S };
    const saysNothing = body.length === 0 && query === '';
    throttle.remember(tokenHash, saysNothing ? null : evidenceHash);
    if (taken === 'repeated') await lookAgain(tokenHash);
    return OK;
  };

  const handle = async (request: RoutedRequest, response: ServerResponse): Promise<void> => {
    const tokenHash = hashToken(String(request.params?.['token'] ?? ''));
    const token = throttle.knows(tokenHash) ? 'known' : await lookUps.add(tokenHash);
    if (token === 'unknown') return refuseUnread(response, 404);
    if (token === 'failed') return refuseUnread(response, 503, buildHeaders(BUSY));
    const body = await bodies.read(request, { maxBytes: limits.bodyBytes, patienceMs: limits.bodyMs });
    if (body === 'gone') return;
    if (typeof body === 'string') return refuseUnread(response, ...UNREAD[body]);
    if (waiting >= limits.atOnce) return answer(response, BUSY);
    waiting += 1;
    try {
      const [, query = ''] = /\?(.*)$/s.exec(request.url ?? '') ?? [];
      answer(response, await take(tokenHash, query, body));
    } finally {
      waiting -= 1;
    }
  };

  return [
    {
      path: '/callbacks/:token',
      method: ['POST', 'PUT', 'GET'],
      // A rejection here would leave the request hanging for ever: Bolt does not wait for it.
      handler: (request, response) => {
        handle(request, response).catch((error: unknown) => {
          log.error({ err: error }, 'a callback was not taken');
          if (response.headersSent) response.destroy();
          else refuseUnread(response, 503, buildHeaders(BUSY));
        });
      },
    },
  ];
};

type RoutedRequest = IncomingMessage & { params?: Record<string, unknown> };

function answer(response: ServerResponse, reply: Answer): void {
  response.writeHead(reply.status, buildHeaders(reply)).end(reply.text);
}

function buildHeaders({ text = '', retryAfterS }: Answer): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  };
  if (text !== '') headers['content-type'] = 'text/plain';
  if (retryAfterS !== undefined) headers['retry-after'] = String(retryAfterS);
  return headers;
}
