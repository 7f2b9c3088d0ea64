import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerCall } from '../answer-call.ts';
import { type BlockFault, checkMessageBlocks, checkView } from '../check-blocks.ts';
import { isRecord, type JsonRecord, readList, readText } from '../page/read-json.ts';
import type { World } from '../slack-world.ts';
import { refuseArguments } from './argument-names.ts';
import { chatMethods } from './chat.ts';
import { fileMethods } from './file-methods.ts';
import { functionMethods } from './function-methods.ts';
import { lookupMethods } from './lookup-methods.ts';
import { fail, type Method } from './method.ts';
import { findNeededScopes } from './method-rules.ts';
import { readCall } from './read-call.ts';
import { viewMethods } from './view-methods.ts';

const GIVEN = ['blocks', 'message', 'view'] as const;

const checkMessage = (message: unknown): BlockFault[] =>
  isRecord(message)
    ? [
        ...checkMessageBlocks(message['blocks'] ?? []),
        ...readList(message['attachments']).flatMap((one) =>
          isRecord(one) && one['blocks'] !== undefined ? checkMessageBlocks(one['blocks']) : [],
        ),
      ]
    : [{ pointer: '/message', message: 'must provide an object' }];

/** Checks only the schema: there is no workspace, so files and channels are not looked up. */
const validate: Method = (args) => {
  const given = GIVEN.filter((name) => args[name] !== undefined && args[name] !== '');
  const [what] = given;
  if (what === undefined || given.length > 1) return fail('invalid_arguments');
  const value = args[what];
  const faults =
    what === 'view' ? checkView(value) : what === 'message' ? checkMessage(value) : checkMessageBlocks(value);
  return faults.length === 0 ? { ok: true } : refuse(what, faults);
};

/** As the reference and `BlocksValidateResponse` of `@slack/web-api` have it. */
const refuse = (what: (typeof GIVEN)[number], faults: BlockFault[]): JsonRecord => ({
  ok: false,
  error: `invalid_${what}`,
  errors: faults.map(({ pointer, message }) => ({ code: 'failed_constraint', pointer, message })),
  response_metadata: {
    messages: faults.map(({ pointer, message }) => `[ERROR] ${message} [json-pointer:${pointer}]`),
  },
});

const validateMethods: Record<string, Method> = { 'blocks.validate': validate };

const METHODS = new Map<string, Method>(
  Object.entries({
    ...lookupMethods,
    ...chatMethods,
    ...viewMethods,
    ...fileMethods,
    ...functionMethods,
    ...validateMethods,
  }),
);

/** Needs no token. */
const OPEN = new Set(['api.test', 'blocks.validate']);

/** Opens a Socket Mode connection with an app-level token. */
export const CONNECT = 'apps.connections.open';

export const handleWebApi = async (
  request: IncomingMessage,
  response: ServerResponse,
  { name, body, query }: { name: string; body: Buffer; query: URLSearchParams },
  world: World,
): Promise<void> => {
  const { token, args } = await readCall(request, body, query);
  const work = (isSpoilt: boolean): JsonRecord => {
    if (name === CONNECT) return refuseArguments(name, args) ?? world.sockets.connect(token);
    if (!OPEN.has(name) && token === undefined) return fail('not_authed');
    const refusal = OPEN.has(name) || token === undefined ? null : world.access.refuse(token);
    if (refusal !== null) return fail(refusal);
    const method = METHODS.get(name);
    if (method === undefined) return fail('unknown_method');
    const refused = refuseArguments(name, args) ?? refuseScope(name, args, token, world);
    if (refused !== null) return refused;
    return world.effects.answering(() => method(args, world, token), { response, isSpoilt });
  };
  const grant = token === undefined ? null : world.access.grantOf(token);
  const headers = { 'x-oauth-scopes': (grant?.scopes ?? []).join(',') };
  // Rate limits count per workspace and app: an unknown token belongs to neither.
  const retryAfter = grant === null ? null : world.rateLimits.take(name, findChannel(name, args, world));
  // Refused calls do not fetch pictures.
  if (grant !== null && retryAfter === null) await world.pictures.fetchAll(args);
  await answerCall({ name, args, response, headers, retryAfter }, work, world);
};

/** Slack's refusal if the token lacks permission; otherwise null. */
const refuseScope = (
  name: string,
  args: JsonRecord,
  token: string | undefined,
  world: World,
): JsonRecord | null => {
  const needed = findNeededScopes(name, args, world);
  const provided = token === undefined ? [] : (world.access.grantOf(token)?.scopes ?? []);
  if (needed.length === 0 || needed.some((scope) => provided.includes(scope))) return null;
  return { ...fail('missing_scope'), needed: needed.join(','), provided: provided.join(',') };
};

/** A post to a person counts for their DM with the app. */
const findChannel = (name: string, args: JsonRecord, { workspace }: World): string =>
  name === 'chat.postMessage' ? (workspace.resolve(readText(args['channel']))?.id ?? '') : '';
