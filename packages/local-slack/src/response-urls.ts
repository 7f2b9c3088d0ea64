import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createFinish } from './answer-call.ts';
import { limits } from './limits.ts';
import { isRecord, type JsonRecord, parseJson, readList, readRecord, readText } from './page/read-json.ts';
import { receiveBlocks } from './receive-content.ts';
import { SlackFailure } from './slack-failure.ts';
import { responseUrlMethod } from './slack-faults.ts';
import type { World } from './slack-world.ts';
import { fail } from './web-api/method.ts';

/** What a response_url refers to: conversation, person, and the message of the action. */
interface ResponseTarget {
  user: string;
  channel: string;
  messageTs: string | null;
}

interface Issued extends ResponseTarget {
  at: number;
  uses: number;
}

export const responsePath = '/response/';

export const createResponseUrls = (deps: {
  now: () => number;
  secret: () => string;
  baseUrl: () => string;
}) => {
  const issued = new Map<string, Issued>();
  return {
    issue(target: ResponseTarget): string {
      const secret = deps.secret();
      issued.set(secret, { ...target, at: deps.now(), uses: 0 });
      return `${deps.baseUrl()}${responsePath}${secret}`;
    },
    /** Counts one use; fails if it is unknown, expired or used up. */
    use(secret: string): ({ ok: true } & ResponseTarget) | { ok: false; error: 'expired_url' | 'used_url' } {
      const found = issued.get(secret);
      if (found === undefined) return { ok: false, error: 'expired_url' };
      if (deps.now() - found.at > limits.responseUrl.minutes * 60_000)
        return { ok: false, error: 'expired_url' };
      if (found.uses >= limits.responseUrl.uses) return { ok: false, error: 'used_url' };
      found.uses += 1;
      return { ok: true, ...found };
    },
  };
};

export type ResponseUrls = ReturnType<typeof createResponseUrls>;

const readContent = (body: JsonRecord, world: World) => {
  const given = body['blocks'];
  const blocks = given === undefined || given === null ? null : receiveBlocks(given, world);
  const text = readText(body['text']);
  const attachments = readList(body['attachments']);
  if (text === '' && (blocks === null || blocks.length === 0) && attachments.length === 0)
    throw new SlackFailure('no_text');
  return { text, blocks, attachments };
};

/**
 * Applies an app's answer to a command, or its post to a response_url: a new message for one person or everybody, or
 * a change of the original message. Throws Slack's refusal.
 */
export const postResponse = (body: JsonRecord, target: ResponseTarget, world: World): void => {
  const original =
    target.messageTs === null
      ? undefined
      : world.messages.find(target.channel, target.messageTs, target.user);
  if (body['delete_original'] === true) {
    if (original === undefined) throw new SlackFailure('message_not_found');
    world.messages.remove(original);
    return;
  }
  const content = readContent(body, world);
  if (body['replace_original'] === true && target.messageTs !== null) {
    if (original === undefined) throw new SlackFailure('message_not_found');
    world.messages.edit(original, {
      ...content,
      editedAt: readList(content.blocks).length > 0 ? null : world.ids.ts(),
    });
    return;
  }
  const inChannel = body['response_type'] === 'in_channel';
  // An answer to an ephemeral message cannot become public.
  const isPublic = inChannel && (original === undefined || original.ephemeralTo === null);
  const thread = readText(body['thread_ts']);
  world.messages.add({
    ...content,
    channel: target.channel,
    user: world.team.ids.botUser,
    threadTs: thread === '' ? null : thread,
    ephemeralTo: isPublic ? null : target.user,
  });
};

/**
 * A post to a `response_url`: a new message, or the original replaced or deleted. Refusals are 404 with an error
 * code.
 */
export const handleResponseUrl = async (
  response: ServerResponse,
  { secret, body }: { secret: string; body: Buffer },
  world: World,
): Promise<void> => {
  const json = parseJson(body.toString('utf8'));
  const fault = world.faults.take(responseUrlMethod, world.connections.isReused(response.socket));
  const finish = createFinish(
    { name: responseUrlMethod, args: readRecord(json), response, fault },
    world.journal,
  );
  if (fault?.delayMs) await delay(fault.delayMs);
  if (fault?.closedWhileIdle || fault?.dropBeforeWork) return finish(0, null);
  const isRefused = fault?.status !== undefined || fault?.error !== undefined;
  if (isRefused && !fault.afterWork)
    return finish(fault.status ?? 200, fail(fault.error ?? 'internal_error'));
  await world.pictures.fetchAll(json);
  const target = world.responseUrls.use(secret);
  if (!target.ok) return finish(404, fail(target.error));
  if (!isRecord(json)) return finish(404, fail('invalid_payload'));
  try {
    postResponse(json, target, world);
  } catch (error) {
    if (!(error instanceof SlackFailure)) throw error;
    return finish(404, fail(error.code, error.messages));
  }
  if (fault?.dropAfterWork) return finish(0, { ok: true });
  if (isRefused) return finish(fault.status ?? 200, fail(fault.error ?? 'internal_error'));
  finish(200, { ok: true });
};
