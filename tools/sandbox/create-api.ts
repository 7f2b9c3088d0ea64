import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Answer, buildRefusal, buildSuccess, sendAnswer, sendSpoilt } from './answer.ts';
import { checkCaller, type SandboxCredentials, type SignatureRule } from './check-caller.ts';
import { doWork } from './do-work.ts';
import type { Work } from './generate-link.ts';
import { type MadeLinks, type OpenRequest, withoutSecrets } from './journal.ts';
import { matchRoute, type Route } from './match-route.ts';
import { type AnswerChange, type Answering, sendRaw } from './raw-answers.ts';
import { parseJson, readBody } from './read-limited-body.ts';
import type { Look } from './record-look.ts';
import type { ResponseShape } from './response-shape.ts';
import type { SandboxCallListener } from './sandbox-api.ts';
import type { CallFaults, Fault, FaultTaker } from './service-faults.ts';

interface ApiOptions extends Pick<Work, 'ledger' | 'maxPageSize' | 'fixedPageSize' | 'amountLimitFils'> {
  now: () => number;
  look: () => Look;
  credentials: SandboxCredentials;
  signature: SignatureRule;
  faults: Pick<FaultTaker, 'take' | 'isOut'>;
  madeLinks: MadeLinks;
  openEntry: (request: OpenRequest) => OpenRequest;
  onCall: SandboxCallListener;
  wait: (ms: number) => Promise<void>;
  answering: () => Answering | null;
  changed: () => void;
}

const BODY_LIMIT = 1024 * 1024;
/** The answer that a fault spoils when no work is done. */
const ACCEPTED = buildSuccess('Request accepted', {});
const OUT_OF_SERVICE = buildRefusal(503, 'The service is not available');

/** Serves everything below the API prefix. */
export const createApi = (options: ApiOptions) => {
  const { now, credentials, signature, changed } = options;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '', headers } = request;
    const [path = '', ...rest] = target.split('?');
    const route = matchRoute(path);
    const entry = options.openEntry({
      at: now(),
      method,
      path: target,
      operation: route?.operation ?? null,
      headers: withoutSecrets(headers),
      body: null,
      status: null,
    });
    response.once('close', () => {
      entry.status = response.headersSent ? response.statusCode : 'dropped';
      changed();
    });

    const bytes = await readBody(request, BODY_LIMIT);
    const isTooLarge = bytes === 'too-large';
    const body = isTooLarge ? undefined : parseJson(bytes);
    entry.body = isTooLarge || bytes.length === 0 ? null : (body ?? bytes.toString());
    changed();

    const answering = options.answering();
    // Awaited only if there is one: faults that are added when a request arrives are meant for the next.
    const given =
      answering &&
      (await answering({
        ...{ method, target, headers, body: isTooLarge ? Buffer.alloc(0) : bytes },
        headerNames: request.rawHeaders.filter((_, at) => at % 2 === 0),
      }));
    if (given && typeof given !== 'function') return sendRaw(response, given);
    const change: AnswerChange = given ?? ((own) => own);
    if (options.faults.isOut()) return sendAnswer(response, OUT_OF_SERVICE);
    const refusal =
      (isTooLarge
        ? buildRefusal(400, 'Request body is too large')
        : checkCaller({ method, headers, target, body: bytes }, credentials, signature)) ??
      checkRoute(route, method);
    if (refusal || !route) {
      sendAnswer(response, refusal ?? buildRefusal(404, 'No such path'));
      return;
    }

    const { operation } = route;
    options.onCall({ operation, body, when: 'arrived' });
    response.once('finish', () => {
      if (response.statusCode < 300) options.onCall({ operation, body, when: 'answered' });
    });
    const callFaults = options.faults.take(route.operation);
    const work = (look: Look): Answer =>
      change(
        checkContent(route, request, bytes) ??
          doWork({
            ...options,
            route,
            look,
            headers,
            query: new URLSearchParams(rest.join('?')),
            body,
            at: now(),
            made: (orderId) => watchAnswer(orderId, callFaults, response),
          }),
      );
    await answerWith(callFaults, work, response, body);
  };

  async function answerWith(
    { delays, mishap }: CallFaults,
    work: (look: Look) => Answer,
    response: ServerResponse,
    sent: unknown,
  ): Promise<void> {
    await waitFor(delays.filter((delay) => !delay.afterWork));
    if (mishap?.kind === 'drop-before-work') return drop(response);
    if (mishap && replacesAnswer(mishap) && !mishap.afterWork)
      return sendSpoilt(response, ACCEPTED, mishap, sent);

    const look = options.look();
    const generated = findShape(mishap) ?? look.shape.generated;
    const answer = work({ ...look, shape: { ...look.shape, generated } });
    changed();
    await waitFor(delays.filter((delay) => delay.afterWork));
    if (mishap?.kind === 'drop-after-work') return drop(response);
    if (mishap) return sendSpoilt(response, answer, mishap, sent);
    sendAnswer(response, answer);
  }

  /** Records whether the answer about a new link reached the caller. */
  function watchAnswer(orderId: string, { mishap }: CallFaults, response: ServerResponse): void {
    options.madeLinks.made(orderId);
    const settle = (): void => {
      const isWhole = response.writableFinished && (mishap === undefined || mishap.kind === 'no-address');
      options.madeLinks.answered(orderId, isWhole ? 'sent' : 'lost');
      changed();
    };
    if (response.closed) settle();
    else response.once('close', settle);
  }

  async function waitFor(delays: readonly Fault[]): Promise<void> {
    for (const { delayMs = 0 } of delays) await options.wait(delayMs);
  }
};

function checkRoute(route: Route | undefined, method: string): Answer | undefined {
  if (!route) return buildRefusal(404, 'No such path');
  if (route.method === method) return undefined;
  return buildRefusal(405, 'Method not allowed', { headers: { Allow: route.method } });
}

function checkContent(
  { method }: Route,
  request: IncomingMessage,
  bytes: Buffer | 'too-large',
): Answer | undefined {
  if (method !== 'POST') return undefined;
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return buildRefusal(415, 'Content-Type must be application/json');
  }
  return bytes.length === 0 ? buildRefusal(400, 'Request body is empty', { code: '91' }) : undefined;
}

/** How the link is described if the answer leaves some of it out. */
function findShape(mishap: Fault | undefined): ResponseShape['generated'] | undefined {
  if (mishap?.kind === 'no-address' || mishap?.holds === 'order') return 'no-address';
  return mishap?.holds === 'page' ? 'string' : undefined;
}

function replacesAnswer({ kind }: Fault): boolean {
  return kind !== 'drop-after-work' && kind !== 'no-address';
}

function drop(response: ServerResponse): void {
  response.destroy();
}
