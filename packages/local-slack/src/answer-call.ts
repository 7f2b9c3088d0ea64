import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Journal } from './journal.ts';
import type { CallListener } from './local-slack-api.ts';
import type { BrokenRule, SlackFault } from './page/page-api.ts';
import { type JsonRecord, readText } from './page/read-json.ts';
import { explainRefusal } from './rule-sources.ts';
import { SlackFailure } from './slack-failure.ts';
import type { FaultTaker } from './slack-faults.ts';
import { fail } from './web-api/method.ts';

/** Whether this connection has carried a call before. Call once per request. */
export const createConnections = () => {
  const used = new WeakSet<Socket>();
  return {
    isReused(socket: Socket | null): boolean {
      if (socket === null) return false;
      const isReused = used.has(socket);
      used.add(socket);
      return isReused;
    },
  };
};

export type Connections = ReturnType<typeof createConnections>;

interface Answered {
  name: string;
  args: JsonRecord;
  response: ServerResponse;
  fault: SlackFault | undefined;
}

const PLANNED: BrokenRule[] = [{ rule: 'a fault that was switched on', source: 'the Faults panel' }];

/** Whether the refusal is the fault itself. */
const isPlanned = (fault: SlackFault | undefined, answer: JsonRecord | null): boolean =>
  fault !== undefined &&
  answer?.['ok'] === false &&
  [fault.error, fault.answer?.['error'], 'internal_error', 'ratelimited'].includes(readText(answer['error']));

/** Records an answer to the app and sends it. Status 0: the connection ends without one. */
export const createFinish = ({ name, args, response, fault }: Answered, journal: Journal) => {
  const startedAt = performance.now();
  return (status: number, answer: JsonRecord | null, headers: Record<string, string> = {}): void => {
    const broken = isPlanned(fault, answer) ? PLANNED : explainRefusal(name, args, answer);
    const why = broken.length === 0 ? {} : { broken };
    journal.addCall({ method: name, args, answer, status, isFault: fault !== undefined, ...why });
    journal.add({
      direction: 'app-to-slack',
      what: name,
      status,
      durationMs: Math.round(performance.now() - startedAt),
      request: args,
      answer,
      ...why,
    });
    if (status !== 0)
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
        .end(JSON.stringify(answer));
    // A graceful end: clients report “other side closed”.
    else if (fault?.closedWhileIdle) response.socket?.end();
    else response.socket?.destroy();
  };
};

interface Call {
  name: string;
  args: JsonRecord;
  response: ServerResponse;
  headers?: Record<string, string>;
  /** Seconds to wait if the call exceeds a rate limit; otherwise null. */
  retryAfter?: number | null;
}

interface CallDeps {
  connections: Connections;
  faults: FaultTaker;
  journal: Journal;
  onCall?: CallListener;
}

/** Answers one Web API call, with any planned fault. `isSpoilt`: the app will get a different answer. */
export const answerCall = async (
  { name, args, response, headers = {}, retryAfter: tooSoon = null }: Call,
  work: (isSpoilt: boolean) => JsonRecord,
  { connections, faults, journal, onCall = () => {} }: CallDeps,
): Promise<void> => {
  onCall({ method: name, args, when: 'arrived' });
  const isReused = connections.isReused(response.socket);
  const fault = tooSoon === null ? faults.take(name, isReused, args['channel']) : undefined;
  const send = createFinish({ name, args, response, fault }, journal);
  const finish: typeof send = (status, answer, more) => {
    if (status !== 0 && answer?.['ok'] === true)
      response.once('finish', () => onCall({ method: name, args, when: 'answered' }));
    send(status, answer, { ...headers, ...more });
  };
  const perform = (isSpoilt = false): JsonRecord => {
    try {
      return work(isSpoilt);
    } catch (error) {
      if (error instanceof SlackFailure) return fail(error.code, error.messages);
      throw error;
    }
  };
  if (tooSoon !== null) return finish(429, fail('ratelimited'), { 'retry-after': String(tooSoon) });
  if (fault?.delayMs) await delay(fault.delayMs);
  if (fault?.closedWhileIdle || fault?.dropBeforeWork) return finish(0, null);
  if (fault?.dropAfterWork) return finish(0, perform(true));
  if (fault?.status !== undefined || fault?.retryAfter !== undefined) {
    if (fault.afterWork) perform(true);
    const status = fault.status ?? 429;
    const retryAfter = fault.retryAfter ?? (status === 429 ? 1 : undefined);
    return finish(
      status,
      fail(fault.error ?? (status === 429 ? 'ratelimited' : 'internal_error')),
      retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    );
  }
  finish(200, fault?.answer ?? (fault?.error === undefined ? perform() : fail(fault.error)));
};
