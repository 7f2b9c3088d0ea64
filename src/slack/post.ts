import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import { defineJob, type JobDefinition } from '../delivery/define-job.ts';
import type { JobContext, JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Job, NewJob } from '../store/job.ts';
import { keyOfShow, type MessageStore, type Placed, type Subject } from '../store/message-store.ts';
import { DELIVERY, type Post, type Posted, postMessage } from './messages.ts';
import { leaveChannel, refusedThereAs, withNext } from './show.ts';
import { buildLater, isRefusedByPlace, readSlackFailure, settleRefusal } from './slack-failure.ts';
import { canSay, type Says } from './tell.ts';

/**
 * The one way to reply in the thread of a message that follows a thing (`slack/show.ts`). It is written at its sending. Where the thread
 * takes no reply that its person sees, they are told by direct message, at once. In a lane, replies keep their order. One is
 * repeated only if a process dies between Slack's answer and our commit.
 */

const postSchema = z.object({
  card: z.object({ what: z.string(), id: z.string() }),
  what: z.string(),
  ids: z.unknown().optional(),
});

/** Posted once for each `key`. `what`, `ids`: what it is about. */
export const buildPost = (
  { key, ...job }: { key: string } & Pick<NewJob, 'teamId' | 'lane' | 'linkId' | 'dueAt'>,
  { what: card, id }: Pick<Subject, 'what' | 'id'>,
  { what, ids = {} }: { what: string; ids?: object },
): NewJob => ({
  ...{ id: key, kind: 'post', ...job },
  payload: { card: { what: card, id }, what, ids } satisfies z.infer<typeof postSchema>,
});

/** Of a reply that is to be written. */
export interface ToReply<Ids = unknown> {
  job: Job;
  teamId: string;
  ids: Ids;
}

export interface Reply {
  /** Where the card is, if that was read with what is said. */
  placed?: Placed | null;
  /** Who sees the thread if the card is in their messages. */
  person: string;
  /** `thread`: in it alone; `both`: shown in the channel, too; `channel`: in the channel itself. */
  in: 'thread' | 'both' | 'channel';
  message: Message;
  /** The direct message that is sent in its place if the thread takes no reply; null: they miss nothing. */
  instead: NewJob | null;
  /** Once it is posted. */
  sent?(place: Posted): Promise<readonly NewJob[]>;
  /** What follows when it has ended, whatever became of it. */
  next?: readonly NewJob[];
}

/** Null: there is nothing to say any more. An outcome: not now. */
export type WriteReply<Ids = unknown> = (one: ToReply<Ids>) => Promise<Reply | JobOutcome | null>;

export type Replies<App> = Says<App, WriteReply<never>>;

export const defineReplies = <App, Ids extends Record<string, z.ZodType>>(
  ids: Ids,
  of: (app: App) => { [What in keyof Ids]: WriteReply<z.output<Ids[What]>> },
): Replies<App> => ({ ids, of });

interface PostParts {
  store: { messages: MessageStore; jobs: { isWaiting(key: string): Promise<boolean> } };
  clients: { of(teamId: string): Promise<WebClient> };
  clock: Clock;
}

/** Its card may be behind it in its lane, or on its way to a person. */
const CARD_NOT_POSTED: JobOutcome = {
  ...{ outcome: 'later', reason: 'card not posted yet', retryAfterMs: null },
  isApart: true,
};

const createPostJob = <App extends PostParts>(
  app: App,
  known: Replies<App>['ids'],
  writes: ReturnType<Replies<App>['of']>,
  tell: JobKind,
): JobKind<[z.output<typeof postSchema>]> => ({
  ...DELIVERY,
  run: async (job, context, { card, what, ids = {} }) => {
    const { teamId } = job;
    const reply = await writes[what]?.({ job, teamId, ids: known[what]?.parse(ids) as never });
    if (reply == null) return { outcome: 'done' };
    if ('outcome' in reply) return reply;
    const ended = await send({ reply, card: { teamId, ...card }, job, context, app, tell });
    return ended.outcome === 'later' ? ended : withNext(ended, reply.next ?? []);
  },
});

/** `tell`: the job that sends direct messages. */
export const postJob = <App extends PostParts>(said: Replies<App>, tell: JobDefinition<App>) =>
  defineJob(
    postSchema.refine(({ what, ids }) => canSay(said.ids, what, ids)),
    (app: App) => createPostJob(app, said.ids, said.of(app), tell.kind(app)),
  );

interface Sending {
  reply: Reply;
  card: Subject;
  job: Job;
  context: JobContext;
  app: PostParts;
  tell: JobKind;
}

async function send({ reply, card, job, context, app, tell }: Sending): Promise<JobOutcome> {
  const { person, instead } = reply;
  const next = instead === null ? [] : [instead];
  if (context.givenUp !== null) return { outcome: 'failed', reason: context.givenUp, next };
  const sendInstead = async (): Promise<JobOutcome> =>
    instead === null
      ? { outcome: 'done' }
      : tell.run({ ...job, id: instead.id, payload: instead.payload }, context);
  const placed = reply.placed === undefined ? await app.store.messages.find(card) : reply.placed;
  const isSeen = refusedThereAs(placed) === null && (placed?.userId ?? person) === person;
  if (placed === null || !isSeen)
    return (await app.store.jobs.isWaiting(keyOfShow(card))) ? CARD_NOT_POSTED : sendInstead();
  try {
    const sent = await postReply(await app.clients.of(card.teamId), placed, reply, job.attempts > 0);
    return { outcome: 'done', next: (await reply.sent?.(sent)) ?? [] };
  } catch (error) {
    const failure = readSlackFailure(error);
    // What only a person can permit is not waited for.
    if (failure.kind === 'passing' && failure.why === 'scope') return { ...buildLater(failure), next };
    return settleRefusal(error, ({ code }) =>
      placed.userId === null ? leaveChannel({ ...placed, ...card }, code, job, app) : sendInstead(),
    );
  }
}

/** Also in the channel, unless that forbids broadcasting thread replies. */
const postReply = async (
  client: WebClient,
  { channelId: channel, ts, threadTs }: Placed,
  { in: where, message }: Reply,
  isAgain: boolean,
): Promise<Posted> => {
  const post: Post = { channel, message, isAgain, threadTs: where === 'channel' ? null : (threadTs ?? ts) };
  try {
    return await postMessage(client, { ...post, isBroadcast: where === 'both' });
  } catch (error) {
    if (where !== 'both' || !isRefusedByPlace(readSlackFailure(error))) throw error;
    return postMessage(client, post);
  }
};
