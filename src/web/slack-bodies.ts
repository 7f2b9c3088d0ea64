import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { HTTPModuleFunctions } from '@slack/bolt';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { type BodyUnread, createBodyReader } from './body-reader.ts';
import { refuseUnread } from './http-server.ts';

export const SLACK_PATH = '/slack/events';

interface SlackBodyLimits {
  /** A form with a hundred fields, or a button press under a full table, takes half of this as Slack writes it. */
  bodyBytes: number;
  bodyMs: number;
  atOnce: number;
  /** All bodies being read, together. */
  bytesAtOnce: number;
  /** Requests that are read but not answered yet. */
  unanswered: number;
}

const LIMITS: SlackBodyLimits = {
  bodyBytes: 512 * 1024,
  bodyMs: 10_000,
  atOnce: 256,
  bytesAtOnce: 16 * 1024 * 1024,
  // Slack waits three seconds. Behind more requests than this, a request would be answered too late, and so would
  // every one after it.
  unanswered: 200,
};
/**
 * Slack checks that the app is there with an unsigned request: `ssl_check=1` and a token. Bolt accepts
 * nothing else without a signature.
 */
const UNSIGNED = { maxBytes: 2_048, atOnce: 64 };

/**
 * Reads requests to Slack's path before Bolt does, because Bolt would read any number of bodies of any length at once.
 * Senders without a signature cannot take places from those with one.
 */
export const readSlackBodies = ({
  log,
  limits: given = {},
}: {
  log: Log;
  limits?: Partial<SlackBodyLimits>;
}) => {
  const limits = { ...LIMITS, ...given };
  const signed = createBodyReader({ atOnce: limits.atOnce, maxBytes: limits.bytesAtOnce });
  const unsigned = createBodyReader({
    atOnce: UNSIGNED.atOnce,
    maxBytes: UNSIGNED.atOnce * UNSIGNED.maxBytes,
  });

  let unanswered = 0;
  let isFull = false;

  /** Counts a request until it is answered. False: no room. */
  const enter = (response: ServerResponse): boolean => {
    if (unanswered >= limits.unanswered) {
      if (!isFull) log.warn({ unanswered }, 'requests from Slack refused: too many at once');
      isFull = true;
      return false;
    }
    let isAnswered = false;
    const leave = () => {
      if (isAnswered) return;
      isAnswered = true;
      unanswered -= 1;
      if (unanswered <= limits.unanswered / 2) isFull = false;
    };
    unanswered += 1;
    response.once('finish', leave).once('close', leave);
    return true;
  };

  const read = async (request: IncomingMessage): Promise<Buffer | BodyUnread | 'unsigned'> => {
    const maxBytes = limits.bodyBytes;
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) return 'too-large';
    const patienceMs = limits.bodyMs;
    if (isAhead(request)) return 'unsigned';
    if (looksSigned(request)) return signed.read(request, { maxBytes, patienceMs });
    const body = await unsigned.read(request, { maxBytes: UNSIGNED.maxBytes, patienceMs });
    return body === 'too-large' ? 'unsigned' : body;
  };

  const refuse = (request: IncomingMessage, response: ServerResponse, why: Refusal) => {
    if (why === 'gone') return;
    if (why === 'too-large' && looksSigned(request))
      log.warn({ length: request.headers['content-length'] ?? null }, 'a request from Slack was too large');
    const { status, headers } = ANSWERS[why];
    refuseUnread(response, status, headers);
  };

  return (listen: RequestListener): RequestListener =>
    (request, response) => {
      const [path] = (request.url ?? '').split('?', 1);
      if (path !== SLACK_PATH || request.method !== 'POST') return listen(request, response);
      const take = async () => {
        const body = await read(request);
        if (typeof body === 'string') return refuse(request, response, body);
        // Bolt takes this instead of reading the body.
        const buffered = Object.assign(request, { rawBody: body });
        if (!isSafeForBolt(buffered)) return refuse(request, response, 'unsafe');
        if (!enter(response)) return refuse(request, response, 'too-many');
        listen(request, response);
      };
      take().catch((error: unknown) => {
        log.error({ err: error }, 'request not dispatched');
        if (response.headersSent) response.destroy();
        else refuseUnread(response, 500);
      });
    };
};

/**
 * After any of these, Slack sends an event again; for a command, it tells the person that the app did not respond.
 */
const ANSWERS = {
  'too-large': { status: 413, headers: {} },
  'too-slow': { status: 408, headers: {} },
  evicted: { status: 503, headers: { 'retry-after': '1' } },
  'too-many': { status: 503, headers: { 'retry-after': '1' } },
  unsigned: { status: 401, headers: {} },
  unsafe: { status: 400, headers: {} },
};

type Refusal = BodyUnread | 'unsigned' | 'too-many' | 'unsafe';

/**
 * Bolt 5 reads a body and answers Slack's challenge in a promise that nobody awaits, so a null, or a challenge nested too
 * deeply to be written, would end the process. It catches what goes wrong after that.
 */
const safeSchema = z.looseObject({ challenge: z.string().optional() });

function isSafeForBolt(request: Parameters<typeof HTTPModuleFunctions.parseHTTPRequestBody>[0]): boolean {
  let body: unknown;
  try {
    body = HTTPModuleFunctions.parseHTTPRequestBody(request);
  } catch {
    // Bolt refuses it for its signature or its syntax.
    return true;
  }
  return safeSchema.safeParse(body).success;
}

/** Bolt refuses what is older than five minutes, by the real time; what is signed ahead could be sent again for longer. */
const isAhead = ({ headers }: IncomingMessage): boolean =>
  Number(headers['x-slack-request-timestamp'] ?? 0) > Date.now() / 1000 + 5 * 60;

/** Whether the body is worth reading. Only the body can show whether it is really Slack's. */
function looksSigned({ headers }: IncomingMessage): boolean {
  return (
    /^v0=[0-9a-f]{64}$/.test(String(headers['x-slack-signature'])) &&
    /^\d{1,12}$/.test(String(headers['x-slack-request-timestamp']))
  );
}
