import { createHash } from 'node:crypto';
import type { MessageMetadata } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import { isChannel } from '../blocks/place.ts';
import type { Clock } from '../clock.ts';
import type { JobContext, JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Log } from '../log.ts';
import type { Job, NewJob } from '../store/job.ts';
import { buildShow, type MessageStore, type Placed, type Subject } from '../store/message-store.ts';
import { editMessage, LANDS_WITHIN_MS, type MessagePlace, type Post, postMessage } from './messages.ts';
import { CHANNEL_NOT_FOUND } from './slack-errors.ts';
import {
  buildLater,
  NotInstalledError,
  readSlackFailure,
  type SlackFailure,
  settleRefusal,
} from './slack-failure.ts';

/**
 * The one way to keep a message true. A thing has at most one message that follows it: the table `messages` says where it is and
 * what Slack shows of it, and one job for each thing edits it when the thing has changed.
 *
 * Slack cannot post exactly once: a process can die between Slack's answer and our commit. So what is posted first is harmless if
 * it appears twice, its place is stored before anything else, and an edit, which may be repeated, says the rest. A crash at the worst
 * moment leaves an extra first post, never two full messages.
 */

/** A thing as it is now, and its message. */
export interface Showing {
  /** Where its message is, if that was read with the thing; null: nowhere. */
  placed?: Placed | null;
  /** Null: it is not posted. */
  post: FirstPost | null;
  /** What is true, for the message that has this place. */
  now(placed: Placed): Message | Promise<Message>;
  /** Not in plain form: without its blocks it says nothing. */
  isWhole?: boolean;
  /** It is posted again where `post` says, since nobody would look for it where it is. `isGone`: somebody deleted it. */
  isOutOfSight?(placed: Placed, isGone: boolean): boolean;
  /** It was posted again, there or in another person’s messages: what stays behind with the old message, and the jobs that say there where it is now. */
  leave?(left: Placed): Promise<{ without?: Subject; jobs: readonly NewJob[] }>;
  /** Slack will not take it, or not without a person’s help: whom to tell. `placed`: null: it was never posted. */
  refused(
    failure: Pick<SlackFailure, 'code' | 'why'>,
    placed: Placed | null,
  ): readonly NewJob[] | Promise<readonly NewJob[]>;
}

/** What is posted once, and where. */
export interface FirstPost {
  channel: string;
  /** The thread it goes into, if that takes it. */
  threadTs?: string | null;
  /** Whose messages it goes to if the conversation refuses it, now or later. */
  otherwise: string | null;
  /** Without a state or buttons. `isElsewhere`: for the person named in `otherwise`. */
  message(isElsewhere: boolean): Message | Promise<Message>;
  metadata?: MessageMetadata;
  /** What else is to be shown once it is posted, or can be posted nowhere. */
  beside?(): Promise<readonly NewJob[]>;
}

/** Null: there is nothing to show. */
export type LoadShowing = (subject: Subject) => Promise<Showing | null>;

/** By what is shown. */
export type Shown = Readonly<Record<string, LoadShowing>>;

interface ShowParts {
  store: { messages: MessageStore };
  clients: { of(teamId: string): Promise<WebClient> };
  clock: Clock;
  log: Log;
}

const payloadSchema = z.object({ what: z.string(), id: z.string() });

const subjectOf = ({ teamId, payload }: Pick<Job, 'teamId' | 'payload'>): Subject => ({
  teamId,
  ...payloadSchema.parse(payload),
});

export const createShowJob = (parts: ShowParts, shown: Shown): JobKind => {
  const { store, clients, clock } = parts;
  return {
    maxTries: Number.POSITIVE_INFINITY,
    timeoutMs: 5 * 60_000,
    run: async (job, context) => {
      const subject = subjectOf(job);
      const load = shown[subject.what];
      if (load === undefined) return { outcome: 'failed', reason: 'nothing that can be shown' };
      try {
        return await show(subject, { job, context, load, client: await clients.of(job.teamId), parts });
      } catch (error) {
        // The workspace removed the app: nobody is waiting, and there is nowhere to report it.
        if (error instanceof NotInstalledError) return { outcome: 'failed', reason: 'app removed' };
        throw error;
      }
    },
    // It may have edited the message after the process that has the job by now.
    onLost: async (job) => {
      await store.messages.doubt(subjectOf(job), null, clock.now());
      return [buildShow(subjectOf(job))];
    },
  };
};

interface Run {
  job: Job;
  context: Pick<JobContext, 'givenUp'>;
  load: LoadShowing;
  client: WebClient;
  parts: ShowParts;
}

const withNext = (ended: JobOutcome, more: readonly NewJob[]): JobOutcome => ({
  ...ended,
  next: [...(ended.next ?? []), ...more],
});

async function show(subject: Subject, { job, context, load, client, parts }: Run): Promise<JobOutcome> {
  const { messages } = parts.store;
  const now = () => parts.clock.now();
  const thing = await load(subject);
  if (thing === null) return { outcome: 'done' };
  let placed = thing.placed === undefined ? await messages.find(subject) : thing.placed;
  const { givenUp } = context;
  let beside: readonly NewJob[] = [];
  if (givenUp !== null)
    return {
      outcome: 'failed',
      reason: givenUp,
      next: await thing.refused({ code: givenUp, why: 'unclear' }, placed),
    };
  try {
    if (placed === null) {
      if (thing.post === null) return { outcome: 'done' };
      placed = await post(subject, thing.post, { isAgain: job.attempts > 0, client, parts });
      beside = (await thing.post.beside?.()) ?? [];
    } else {
      if (job.takenOver) {
        // What the dead process sent last may have been shown, or still be.
        await messages.doubt(subject, now() + LANDS_WITHIN_MS, now());
        placed = { ...placed, shown: null, settlesAt: now() + LANDS_WITHIN_MS };
      }
      placed = await follow(placed, thing, client, parts);
    }
    return withNext(await edit(placed, thing, client, now()), beside);
  } catch (error) {
    const failure = readSlackFailure(error);
    // Its text alone may be there, or all of it.
    if (placed !== null) await messages.doubt(subject, null, now());
    if (failure.kind === 'passing') {
      if (failure.why !== 'scope')
        return withNext({ ...settleRefusal(error), ...(placed !== null && { isApart: true }) }, beside);
      return { ...buildLater(failure), next: [...(await thing.refused(failure, placed)), ...beside] };
    }
    if (placed === null) beside = (await thing.post?.beside?.()) ?? [];
    return withNext(await endRefused(subject, { failure, placed, thing, load, client, parts }), beside);
  }
}

/** Whose messages a message is in, or may go on in; null: it has a channel alone. */
const personOf = ({ channel, otherwise }: FirstPost): string | null =>
  otherwise ?? (isChannel(channel) ? null : channel);

interface NextPlace extends Pick<Placed, 'userId' | 'refusal'> {
  post: Post;
  /** The message that it left there when the place closed. */
  left?: { ts: string; threadTs: string | null } | undefined;
}

/** Where it may belong by now, the best first. */
const findNextPlaces = async (
  placed: Placed,
  { post: first, isOutOfSight }: Showing,
  isGone: boolean,
): Promise<NextPlace[]> => {
  if (first === null) return [];
  const meant = async (): Promise<NextPlace> => ({
    post: { ...(await buildPost(first, false)), threadTs: first.threadTs ?? null },
    userId: isChannel(first.channel) ? null : first.channel,
    refusal: null,
  });
  if (isOutOfSight?.(placed, isGone) === true) return [await meant()];
  // The channel that refused it may take it by now.
  const back =
    placed.refusal !== null && isChannel(first.channel)
      ? [{ ...(await meant()), left: placed.refusal.left }]
      : [];
  // A message in a person’s own conversation with the app follows its thing to the person who has that now.
  const userId = placed.userId === null ? null : personOf(first);
  if (userId === null || userId === placed.userId) return back;
  const post = await buildPost(first, userId === first.otherwise);
  return [...back, { post: { ...post, channel: userId }, userId, refusal: placed.refusal }];
};

/** Null: somebody deleted what it left. */
const returnTo = async (
  { ts, threadTs }: NonNullable<NextPlace['left']>,
  { channel, message }: Post,
  client: WebClient,
): Promise<(MessagePlace & { threadTs: string | null }) | null> => {
  try {
    await editMessage(client, { channelId: channel, ts }, message);
    return { channelId: channel, ts, threadTs };
  } catch (error) {
    if (readSlackFailure(error).why === 'gone') return null;
    throw error;
  }
};

/** Posts it again where it belongs now. */
async function follow(
  placed: Placed,
  thing: Showing,
  client: WebClient,
  { store, clock, log }: ShowParts,
  isGone = false,
): Promise<Placed> {
  const { leave } = thing;
  if (leave === undefined) return placed;
  const { teamId, what, id } = placed;
  const subject = { teamId, what, id };
  for (const { post, left, ...place } of await findNextPlaces(placed, thing, isGone)) {
    try {
      const posted = (left && (await returnTo(left, post, client))) ?? (await postMessage(client, post));
      const { channelId, ts, threadTs } = posted;
      const { jobs, ...behind } = await leave(placed);
      const move = { subject, left: placed.ts, place: { channelId, ts, threadTs, ...place }, ...behind };
      return await store.messages.move(move, clock.now(), jobs);
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.why === 'later') throw error;
      // It goes on where it is; the next change tries again.
      log.info({ ...subject, reason: failure.code }, 'message not moved');
    }
  }
  return placed;
}

/** What a message shows, in short. */
export const hashOf = (message: Message): string =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url').slice(0, 22);

/** Edits the message, unless it shows already what is true. */
async function edit(placed: Placed, thing: Showing, client: WebClient, now: number): Promise<JobOutcome> {
  const { teamId, what, id, ts, settlesAt } = placed;
  const message = await thing.now(placed);
  const shown = hashOf(message);
  const next = settlesAt !== null && settlesAt > now ? [buildShow(placed, { dueAt: settlesAt })] : [];
  if (shown === placed.shown) return { outcome: 'done', next };
  await editMessage(client, placed, message, { isWhole: thing.isWhole ?? false });
  return { outcome: 'done', message: { teamId, what, id, ts, shown }, next };
}

const buildPost = async (first: FirstPost, isElsewhere: boolean): Promise<Post> => ({
  channel: isElsewhere && first.otherwise !== null ? first.otherwise : first.channel,
  message: await first.message(isElsewhere),
  ...(first.metadata && { metadata: first.metadata }),
});

async function post(
  subject: Subject,
  first: FirstPost,
  { isAgain, client, parts }: { isAgain: boolean; client: WebClient; parts: ShowParts },
): Promise<Placed> {
  const { threadTs = null, otherwise } = first;
  const { clock, store, log } = parts;
  const meant = await buildPost(first, false);
  const elsewhere = otherwise === null ? null : await buildPost(first, true);
  const postThere = () => postMessage(client, { ...meant, isAgain }, elsewhere);
  const { refusedAs, ...posted } =
    threadTs === null
      ? await postThere()
      : await postMessage(client, { ...meant, isAgain, threadTs }).catch((error: unknown) => {
          // The thread does not take it; its conversation may.
          if (readSlackFailure(error).kind !== 'permanent') throw error;
          return postThere();
        });
  if (refusedAs !== null) log.info({ ...subject, reason: refusedAs }, 'channel refused a message');
  const refusal = refusedAs === null ? null : { code: refusedAs, at: clock.now() };
  const userId = refusal === null ? (isChannel(first.channel) ? null : first.channel) : otherwise;
  return store.messages.place(subject, { ...posted, userId, refusal }, clock.now());
}

/** Slack tells the new id of a channel within this time, and its messages are edited again. */
const NEW_ID_WITHIN_MS = 60 * 60_000;

/** Slack will never take it there. What is in a closed conversation goes on in the messages of a person, with the reason. */
async function endRefused(
  subject: Subject,
  {
    failure,
    placed,
    thing,
    load,
    client,
    parts,
  }: {
    failure: SlackFailure;
    placed: Placed | null;
    thing: Showing;
    load: LoadShowing;
    client: WebClient;
    parts: ShowParts;
  },
): Promise<JobOutcome> {
  const { store, clock, log } = parts;
  const { code } = failure;
  log.warn({ ...subject, reason: code }, 'message refused');
  // The channel got a new id while we were posting under the old one.
  const moved: JobOutcome = { outcome: 'later', reason: 'channel_id_changed', retryAfterMs: null };
  if (placed === null) {
    const now = await load(subject);
    if (now?.post && now.post.channel !== thing.post?.channel) return moved;
    return { outcome: 'failed', reason: code, next: await thing.refused(failure, null) };
  }
  const stored = await store.messages.find(subject);
  if (stored !== null && stored.channelId !== placed.channelId) return moved;
  // Nobody sees a message that was deleted, so nothing is left to correct; what is new since is posted.
  if (failure.why === 'gone') {
    const again = await follow(placed, thing, client, parts, true);
    if (again !== placed) return edit(again, thing, client, clock.now());
    const { teamId, what, id, ts } = placed;
    const message = { teamId, what, id, ts, shown: code };
    return { outcome: 'done', message, next: await thing.refused(failure, placed) };
  }
  const first = thing.post;
  // A channel that got a new id is unknown for a moment under its old one, and then this is tried again.
  const isNews = placed.shown !== null || clock.now() < placed.updatedAt + NEW_ID_WITHIN_MS;
  const isClosed = failure.why === 'closed' && !(code === CHANNEL_NOT_FOUND && isNews);
  if (first === null || first.otherwise === null || !isClosed || placed.refusal !== null)
    return { outcome: 'failed', reason: code, next: await thing.refused(failure, placed) };
  try {
    const { refusedAs: _, ...posted } = await postMessage(client, await buildPost(first, true));
    const left = { ts: placed.ts, threadTs: placed.threadTs };
    const place = { ...posted, userId: first.otherwise, refusal: { code, at: clock.now(), left } };
    const there = await store.messages.move({ subject, left: placed.ts, place }, clock.now());
    return await edit(there, thing, client, clock.now());
  } catch (error) {
    return settleRefusal(
      error,
      async ({ code: reason }): Promise<JobOutcome> => ({
        ...{ outcome: 'failed', reason },
        next: await thing.refused(failure, placed),
      }),
    );
  }
}
