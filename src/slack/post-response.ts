import { z } from 'zod';
import type { Message, TwinMessage } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';
import { RESPONSE_URL_USED_UP, readSlackCode } from './slack-errors.ts';
import { ResponseRefused, type ResponseUrls } from './slack-fetch.ts';

export interface ResponseAddress {
  /** Slack takes five posts there within thirty minutes. */
  url: string;
  /** Whether the answer replaces the message of the pressed button. */
  isReplacing: boolean;
}

/**
 * Posts a message for one person to a `response_url`. Of a table and its plain version, the table goes first, and the
 * plain one if Slack refuses it. The plain one goes at once if Slack refused a table recently or this is the last post it
 * accepts. Throws `ResponseRefused`.
 */
export const postResponse = async (
  { url, isReplacing }: ResponseAddress,
  message: Message | TwinMessage,
  { tables, responses }: { tables: BlockSupport; responses: ResponseUrls },
): Promise<void> => {
  const twins = 'rich' in message ? message : { rich: message, plain: message };
  const post = (one: Message, isInPlace: boolean): Promise<string | null> =>
    responses.left(url) === 0 ? Promise.resolve(RESPONSE_URL_USED_UP) : send(responses, url, one, isInPlace);
  const isPlain = tables.isRefused() || responses.left(url) === 1;
  let refusal = await post(isPlain ? twins.plain : twins.rich, isReplacing);
  // A reload of Slack removes ephemeral messages.
  if (refusal !== null && readSlackCode(refusal) === 'gone' && isReplacing)
    refusal = await post(isPlain ? twins.plain : twins.rich, false);
  // Whatever the code, and for a failure of Slack too: a new block may be what it cannot take.
  if (
    refusal !== null &&
    readSlackCode(refusal) !== 'addressUsed' &&
    !isPlain &&
    twins.rich !== twins.plain
  ) {
    if (readSlackCode(refusal) === 'blocks') tables.markRefused();
    refusal = await post(twins.plain, isReplacing);
  }
  if (refusal !== null) throw new ResponseRefused(refusal);
};

const answerSchema = z.object({ ok: z.boolean().optional(), error: z.string().optional() });

/** Null if Slack accepts it. Slack refuses with 200 and `ok: false`, or with 4xx and a code. */
async function send(
  responses: ResponseUrls,
  url: string,
  message: Message,
  isReplacing: boolean,
): Promise<string | null> {
  const answer = await responses.post(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response_type: 'ephemeral', replace_original: isReplacing, ...message }),
  });
  const text = (await answer.text()).slice(0, 500);
  const read = parseAnswer(text);
  if (answer.ok && read?.ok !== false) return null;
  return read?.error ?? (/^[a-z_]{3,60}$/.test(text.trim()) ? text.trim() : `status ${answer.status}`);
}

function parseAnswer(text: string): z.infer<typeof answerSchema> | null {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Slack rolls out new blocks workspace by workspace: an hour after a refusal we try again. */
const REMEMBERED_MS = 60 * 60_000;
const MOST_KEPT = 5_000;

/** Whether Slack accepts a kind of block in one workspace, as far as this process knows. */
export interface BlockSupport {
  isRefused(): boolean;
  /** Call this when Slack has just refused one. */
  markRefused(): void;
}

/** By workspace: a block that Slack refuses in one may work in another. */
export const createBlockSupport = (clock: Pick<Clock, 'now'>): ((teamId: string) => BlockSupport) => {
  const refusedUntil = createRecentMap<number>(MOST_KEPT);
  return (teamId) => ({
    isRefused: () => clock.now() < (refusedUntil.get(teamId) ?? 0),
    markRefused: () => {
      refusedUntil.set(teamId, clock.now() + REMEMBERED_MS);
    },
  });
};

/** After this, people wonder. Any sooner, the message would only flicker and use up one of five posts. */
const QUIET_MS = 1_000;

/** Calls `say` if the task takes longer than a second. Returns after `say`, so that the last message stays last. */
export const sayWhenSlow = async <T>(
  task: Promise<T>,
  { clock }: { clock: Clock },
  say: () => Promise<unknown>,
): Promise<T> => {
  const ended = new AbortController();
  let said: Promise<unknown> = Promise.resolve();
  const waiting = clock.sleep(QUIET_MS, ended.signal).then(() => {
    if (!ended.signal.aborted) said = say();
  });
  try {
    return await task;
  } finally {
    ended.abort();
    await waiting;
    await said;
  }
};
