import { createHash } from 'node:crypto';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import type { JobContext, JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Log } from '../log.ts';
import type { Job, NewJob } from '../store/job.ts';
import { buildShow, type MessageStore, type Placed, type Subject } from '../store/message-store.ts';
import { editMessage, LANDS_WITHIN_MS, postMessage } from './messages.ts';
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
  /** Where it is posted first; null: nowhere. `otherwise`: whose messages it goes to if the conversation refuses it. */
  place: { channel: string; threadTs?: string | null; otherwise: string | null } | null;
  /** Without a state or buttons. `isElsewhere`: it goes to the person named in `otherwise`. */
  first(isElsewhere: boolean): Message | Promise<Message>;
  /** What is true, for the message that has this place. */
  now(placed: Placed): Message | Promise<Message>;
  /** Slack will not take it, or not without a person’s help: whom to tell. `placed`: null: it was never posted. */
  refused(failure: Pick<SlackFailure, 'code' | 'why'>, placed: Placed | null): readonly NewJob[];
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

async function show(subject: Subject, { job, context, load, client, parts }: Run): Promise<JobOutcome> {
  const { messages } = parts.store;
  const now = () => parts.clock.now();
  let placed = await messages.find(subject);
  const loaded = await load(subject);
  if (loaded === null) return { outcome: 'done' };
  let thing = loaded;
  const { givenUp } = context;
  if (givenUp !== null)
    return {
      outcome: 'failed',
      reason: givenUp,
      next: thing.refused({ code: givenUp, why: 'unclear' }, placed),
    };
  try {
    if (placed === null) {
      if (thing.place === null) return { outcome: 'done' };
      placed = await post(subject, thing, { isAgain: job.attempts > 0, client, parts });
      // Slack took its time.
      thing = (await load(subject)) ?? thing;
    } else if (job.takenOver) {
      // What the dead process sent last may have been shown, or still be.
      await messages.doubt(subject, now() + LANDS_WITHIN_MS, now());
      placed = { ...placed, shown: null, settlesAt: now() + LANDS_WITHIN_MS };
    }
    return await edit(placed, thing, client, now());
  } catch (error) {
    const failure = readSlackFailure(error);
    // Its text alone may be there, or all of it.
    if (placed !== null) await messages.doubt(subject, null, now());
    if (failure.kind === 'passing') {
      if (failure.why !== 'scope')
        return { ...settleRefusal(error), ...(placed !== null && { isApart: true }) };
      return { ...buildLater(failure), next: thing.refused(failure, placed) };
    }
    return endRefused(subject, { failure, placed, thing, client, parts });
  }
}

const hashOf = (message: Message): string =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url').slice(0, 22);

/** Edits the message, unless it shows already what is true. */
async function edit(placed: Placed, thing: Showing, client: WebClient, now: number): Promise<JobOutcome> {
  const { teamId, what, id, ts, settlesAt } = placed;
  const message = await thing.now(placed);
  const shown = hashOf(message);
  const next = settlesAt !== null && settlesAt > now ? [buildShow(placed, { dueAt: settlesAt })] : [];
  if (shown === placed.shown) return { outcome: 'done', next };
  await editMessage(client, placed, message);
  return { outcome: 'done', message: { teamId, what, id, ts, shown }, next };
}

async function post(
  subject: Subject,
  { place, first }: Showing,
  { isAgain, client, parts }: { isAgain: boolean; client: WebClient; parts: ShowParts },
): Promise<Placed> {
  if (place === null) throw new Error('it has no place');
  const { channel, threadTs = null, otherwise } = place;
  const { clock, store, log } = parts;
  const { refusedAs, ...posted } = await postMessage(
    client,
    { channel, threadTs, message: await first(false), isAgain },
    otherwise === null ? null : { channel: otherwise, message: await first(true) },
  );
  if (refusedAs !== null) log.info({ ...subject, reason: refusedAs }, 'channel refused a message');
  const refusal = refusedAs === null ? null : { code: refusedAs, at: clock.now() };
  return store.messages.place(subject, { ...posted, refusal }, clock.now());
}

/** Slack will never take it there. What is in a closed conversation goes on in the messages of a person, with the reason. */
async function endRefused(
  subject: Subject,
  {
    failure,
    placed,
    thing,
    client,
    parts,
  }: { failure: SlackFailure; placed: Placed | null; thing: Showing; client: WebClient; parts: ShowParts },
): Promise<JobOutcome> {
  const { store, clock, log } = parts;
  const { code } = failure;
  log.warn({ ...subject, reason: code }, 'message refused');
  if (placed === null) return { outcome: 'failed', reason: code, next: thing.refused(failure, null) };
  const stored = await store.messages.find(subject);
  if (stored !== null && stored.channelId !== placed.channelId)
    return { outcome: 'later', reason: 'channel_id_changed', retryAfterMs: null };
  // Nobody sees a message that was deleted, so nothing is left to correct.
  if (failure.why === 'gone') {
    const { teamId, what, id, ts } = placed;
    const message = { teamId, what, id, ts, shown: code };
    return { outcome: 'done', message, next: thing.refused(failure, placed) };
  }
  const otherwise = thing.place?.otherwise ?? null;
  if (otherwise === null || failure.why !== 'closed' || placed.refusal !== null)
    return { outcome: 'failed', reason: code, next: thing.refused(failure, placed) };
  try {
    const { refusedAs: _, ...posted } = await postMessage(client, {
      channel: otherwise,
      message: await thing.first(true),
    });
    const refusal = { code, at: clock.now() };
    const moved = await store.messages.move(subject, placed.ts, { ...posted, refusal }, clock.now());
    return await edit(moved, thing, client, clock.now());
  } catch (error) {
    return settleRefusal(error, ({ code: reason }) => ({
      ...{ outcome: 'failed', reason },
      next: thing.refused(failure, placed),
    }));
  }
}
