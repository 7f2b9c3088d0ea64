import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerCall } from '../answer-call.ts';
import type { JsonRecord } from '../read-json.ts';
import type { World } from '../world.ts';
import { chatMethods } from './chat.ts';
import { fileMethods } from './file-methods.ts';
import { lookupMethods } from './lookup-methods.ts';
import { fail, type Method } from './method.ts';
import { readCall } from './read-call.ts';
import { viewMethods } from './view-methods.ts';

const METHODS = new Map<string, Method>(
  Object.entries({ ...lookupMethods, ...chatMethods, ...viewMethods, ...fileMethods }),
);

/** Needs no token. */
const OPEN = new Set(['api.test']);

/** Opens a way for Socket Mode, with a token of its own kind. */
export const CONNECT = 'apps.connections.open';

export const handleWebApi = async (
  request: IncomingMessage,
  response: ServerResponse,
  { name, body, query }: { name: string; body: Buffer; query: URLSearchParams },
  world: World,
): Promise<void> => {
  const { token, args } = await readCall(request, body, query);
  const work = (isSpoilt: boolean): JsonRecord => {
    if (name === CONNECT) return world.sockets.connect(token);
    if (!OPEN.has(name) && token === undefined) return fail('not_authed');
    const refusal = OPEN.has(name) || token === undefined ? null : world.access.refuse(token);
    if (refusal !== null) return fail(refusal);
    const method = METHODS.get(name);
    if (method === undefined) return fail('unknown_method');
    return world.effects.answering(() => method(args, world), { response, isSpoilt });
  };
  if (token !== undefined && world.access.refuse(token) === null) await world.pictures.bring(args);
  const headers = { 'x-oauth-scopes': (world.access.current()?.scopes ?? []).join(',') };
  await answerCall({ name, args, response, headers }, work, world);
};
