import { createHash } from 'node:crypto';
import type { MessageMetadata } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import { isChannel } from '../blocks/place.ts';
import type { Clock } from '../clock.ts';
import { defineJob } from '../delivery/define-job.ts';
import type { JobContext, JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Log } from '../log.ts';
import type { Job, NewJob } from '../store/job.ts';
import { buildShow, type MessageStore, type Placed, type Subject } from '../store/message-store.ts';
import { DELIVERY, editMessage, LANDS_WITHIN_MS, type MessagePlace, postMessage } from './messages.ts';
import { CHANNEL_NOT_FOUND, readSlackCode } from './slack-errors.ts';
import {
  buildLater,
  isOutOfReach,
  isUnreachable,
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
  /** Slack takes it nowhere: whom to tell. `placed`: null: it was never posted. */
  refused?(code: string, placed: Placed | null): readonly NewJob[] | Promise<readonly NewJob[]>;
}

/** What is posted once, and where. */
export interface FirstPost {
  channel: string;
  /** The thread it goes into, if that takes it. */
  threadTs?: string | null;
  /** Who gets it when Slack takes it there no more: the first of them whom Slack reaches. */
  otherwise?(): Promise<readonly string[]>;
  /** Without a state or buttons. */
  message(): Message;
  metadata?: MessageMetadata;
  /** What else is to be shown once it is posted, or can be posted nowhere. */
  beside?(): Promise<readonly NewJob[]>;
}

/** Null: there is nothing to show. Several: it is shown in these. */
export type LoadShowing = (subject: Subject) => Promise<Showing | readonly Subject[] | null>;

/** By what is shown. */
export type Shown<App> = Readonly<Record<string, (subject: Subject, app: App) => ReturnType<LoadShowing>>>;

interface ShowParts {
  store: { messages: MessageStore };
  clients: { of(teamId: string): Promise<WebClient> };
  clock: Clock;
  log: Log;
}

const showSchema = z.object({ what: z.string(), id: z.string() });

const subjectOf = ({ teamId, payload }: Pick<Job, 'teamId' | 'payload'>): Subject => ({
  teamId,
  ...showSchema.parse(payload),
});

const createShowJob = <App extends ShowParts>(
  app: App,
  shown: Shown<App>,
): JobKind<[z.output<typeof showSchema>]> => {
  const { store, clients, clock } = app;
  return {
    ...DELIVERY,
    run: async (job, context, payload) => {
      const subject = { teamId: job.teamId, ...payload };
      const load: LoadShowing = async (one) => (await shown[one.what]?.(one, app)) ?? null;
      try {
        return await show(subject, { job, context, load, client: await clients.of(job.teamId), parts: app });
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

export const showJob = <App extends ShowParts>(shown: Shown<App>) =>
  defineJob(
    showSchema.refine(({ what }) => what in shown),
    (app: App) => createShowJob(app, shown),
  );

interface Run {
  job: Job;
  context: Pick<JobContext, 'givenUp'>;
  load: LoadShowing;
  client: WebClient;
  parts: ShowParts;
}

export const withNext = (ended: JobOutcome, more: readonly NewJob[]): JobOutcome => ({
  ...ended,
  next: [...(ended.next ?? []), ...more],
});

/** Half a minute: Slack tells us the new id of a channel meanwhile. */
const TRIES_FOR_NEW_ID = 5;

const mayHaveNewId = (code: string, { attempts }: Pick<Job, 'attempts'>): boolean =>
  code === CHANNEL_NOT_FOUND && attempts < TRIES_FOR_NEW_ID;

const comeAgain = (reason: string): JobOutcome => ({
  ...{ outcome: 'later', reason, retryAfterMs: null },
  isApart: true,
});

async function show(subject: Subject, { job, context, load, client, parts }: Run): Promise<JobOutcome> {
  const { messages } = parts.store;
  const now = () => parts.clock.now();
  const thing = await load(subject);
  if (thing === null) return { outcome: 'done' };
  if (isSeveral(thing)) return { outcome: 'done', next: thing.map((one) => buildShow(one)) };
  let placed = thing.placed === undefined ? await messages.find(subject) : thing.placed;
  let beside: readonly NewJob[] = [];
  const code = context.givenUp ?? refusedThereAs(placed);
  if (code !== null) return goOn(subject, { code, placed, thing, client, parts });
  try {
    if (placed === null) {
      if (thing.post === null) return { outcome: 'done' };
      placed = await post(subject, thing.post, { isAgain: job.attempts > 0, client, parts });
      beside = (await thing.post.beside?.()) ?? [];
    } else if (job.takenOver) {
      // What the dead process sent last may have been shown, or still be.
      await messages.doubt(subject, now() + LANDS_WITHIN_MS, now());
      placed = { ...placed, shown: null, settlesAt: now() + LANDS_WITHIN_MS };
    }
    return withNext(await edit(placed, thing, client, now()), beside);
  } catch (error) {
    const failure = readSlackFailure(error);
    // Its text alone may be there, or all of it.
    if (placed !== null) await messages.doubt(subject, null, now());
    if (placed !== null && mayHaveNewId(failure.code, job)) return comeAgain(failure.code);
    // What only a person can permit is not waited for by whoever has nothing yet.
    if (failure.kind === 'passing' && (failure.why !== 'scope' || placed !== null))
      return withNext({ ...settleRefusal(error), ...(placed !== null && { isApart: true }) }, beside);
    if (placed === null) beside = (await thing.post?.beside?.()) ?? [];
    return withNext(await endRefused(subject, { failure, placed, thing, load, client, parts }), beside);
  }
}

/** Slack's code for what its channel refused of it, until it goes on elsewhere; null: it takes all, or is in a person's messages. */
export const refusedThereAs = (placed: Pick<Placed, 'userId' | 'refusedAs'> | null): string | null =>
  placed?.userId === null ? placed.refusedAs : null;

/** For a job whose reply to a message its channel refused for good: the message goes on in the messages of a person, and then the job. */
export const leaveChannel = async (
  placed: Subject & MessagePlace,
  code: string,
  job: Pick<Job, 'attempts'>,
  { store: { messages }, clock }: Pick<ShowParts, 'store' | 'clock'>,
): Promise<JobOutcome> => {
  if (!mayHaveNewId(code, job)) await messages.refuse(placed, code, clock.now());
  return comeAgain(code);
};

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

async function post(
  subject: Subject,
  { channel, threadTs = null, message, metadata }: FirstPost,
  { isAgain, client, parts }: { isAgain: boolean; client: WebClient; parts: ShowParts },
): Promise<Placed> {
  const first = { channel, message: message(), isAgain, ...(metadata && { metadata }) };
  const posted = await postMessage(client, { ...first, threadTs }).catch((error: unknown) => {
    // The thread does not take it; its conversation may.
    if (threadTs === null || readSlackFailure(error).kind !== 'permanent') throw error;
    return postMessage(client, first);
  });
  const place = { ...posted, userId: isChannel(channel) ? null : channel, refusedAs: null };
  return parts.store.messages.place(subject, place, parts.clock.now());
}

/** Slack will never take it there, or not without a person's permission. */
async function endRefused(
  subject: Subject,
  { failure, load, ...known }: Omit<Known, 'code'> & { failure: SlackFailure; load: LoadShowing },
): Promise<JobOutcome> {
  const { placed, thing, parts } = known;
  const { code } = failure;
  parts.log.warn({ ...subject, reason: code }, 'message refused');
  // The channel got a new id while we were posting under the old one.
  if (placed === null && !(await isStillFor(thing.post?.channel, load, subject)))
    return comeAgain('channel_id_changed');
  const isPersons = placed !== null && placed.userId !== null;
  // What a person's messages refuse for its form they would refuse again.
  const ended: JobOutcome =
    isPersons && !isOutOfReach(failure) && !isUnreachable(failure)
      ? { outcome: 'failed', reason: code, next: (await thing.refused?.(code, placed)) ?? [] }
      : await goOn(subject, { ...known, code });
  // Until a person permits it, if nobody else has it.
  const mayPass = ended.outcome === 'failed' && failure.kind === 'passing';
  return mayPass ? withNext(buildLater(failure), ended.next ?? []) : ended;
}

const isSeveral = (loaded: Showing | readonly Subject[]): loaded is readonly Subject[] =>
  Array.isArray(loaded);

const isStillFor = async (channel: string | undefined, load: LoadShowing, subject: Subject) => {
  const thing = await load(subject);
  return (thing === null || isSeveral(thing) ? undefined : thing.post?.channel) === channel;
};

interface Known {
  /** Slack's. */
  code: string;
  placed: Placed | null;
  thing: Showing;
  client: WebClient;
  parts: ShowParts;
}

/** What a channel refuses goes on in the messages of a person, from then on. */
async function goOn(subject: Subject, { code, placed, thing, client, parts }: Known): Promise<JobOutcome> {
  const { store, clock } = parts;
  try {
    const place = thing.post && (await postElsewhere(thing.post, client));
    if (place) {
      const there = { ...place, refusedAs: code };
      const now =
        placed === null
          ? await store.messages.place(subject, there, clock.now())
          : await store.messages.move(placed, there, clock.now());
      return await edit(now, thing, client, clock.now());
    }
  } catch (error) {
    const ended = await settleRefusal(error, async ({ code: reason }) => ({
      ...{ outcome: 'failed' as const, reason },
      next: (await thing.refused?.(code, placed)) ?? [],
    }));
    return ended.outcome === 'later' ? { ...ended, isApart: true } : ended;
  }
  const next = (await thing.refused?.(code, placed)) ?? [];
  if (placed === null || readSlackCode(code) !== 'gone') return { outcome: 'failed', reason: code, next };
  // Nobody sees a message that was deleted, so nothing is left to correct.
  const { teamId, what, id, ts } = placed;
  return { outcome: 'done', message: { teamId, what, id, ts, shown: code }, next };
}

/** Null: Slack reaches none of its people. */
async function postElsewhere({ otherwise, message, metadata }: FirstPost, client: WebClient) {
  for (const userId of (await otherwise?.()) ?? [])
    try {
      const first = { channel: userId, message: message(), ...(metadata && { metadata }) };
      return { ...(await postMessage(client, first)), userId };
    } catch (error) {
      if (!isUnreachable(readSlackFailure(error))) throw error;
    }
  return null;
}
