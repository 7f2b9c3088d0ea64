import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonRecord } from '../read-json.ts';
import { SlackFailure } from '../slack-failure.ts';
import type { World } from '../world.ts';
import { chatMethods } from './chat.ts';
import { fileMethods } from './file-methods.ts';
import { lookupMethods } from './lookup-methods.ts';
import { fail, type Method } from './method.ts';
import { readArguments } from './read-arguments.ts';
import { viewMethods } from './view-methods.ts';

const METHODS = new Map<string, Method>(
  Object.entries({ ...lookupMethods, ...chatMethods, ...viewMethods, ...fileMethods }),
);

/** Needs no token. */
const OPEN = new Set(['api.test']);

export const handleWebApi = async (
  request: IncomingMessage,
  response: ServerResponse,
  { name, body, query }: { name: string; body: Buffer; query: URLSearchParams },
  world: World,
): Promise<void> => {
  const startedAt = performance.now();
  const { token, ...args } = await readArguments(request.headers['content-type'] ?? '', body, query);
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? token;

  const finish = (status: number, answer: JsonRecord | null, headers: Record<string, string> = {}) => {
    world.journal.addCall({ method: name, args, answer, status });
    world.journal.add({
      direction: 'app-to-slack',
      what: name,
      status,
      durationMs: Math.round(performance.now() - startedAt),
      request: args,
      answer,
    });
    if (status === 0) {
      response.socket?.destroy();
      return;
    }
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'x-oauth-scopes': world.scopes.join(','),
      ...headers,
    });
    response.end(JSON.stringify(answer));
  };

  /** `isSpoilt`: the app will be told something else. */
  const perform = (isSpoilt = false): JsonRecord => {
    if (!OPEN.has(name) && bearer === undefined) return fail('not_authed');
    if (!OPEN.has(name) && bearer !== world.botToken) return fail('invalid_auth');
    const method = METHODS.get(name);
    if (method === undefined) return fail('unknown_method');
    try {
      return world.effects.answering(() => method(args, world), { response, isSpoilt });
    } catch (error) {
      if (error instanceof SlackFailure) return fail(error.code, error.messages);
      throw error;
    }
  };

  const fault = world.faults.take(name);
  if (fault?.delayMs) await delay(fault.delayMs);
  if (fault?.dropBeforeWork) return finish(0, null);
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
  finish(200, fault?.error === undefined ? perform() : fail(fault.error));
};
