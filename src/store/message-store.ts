import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, findOne, isInList, toListParameter } from './engine/queries.ts';
import type { Row } from './engine/table.ts';
import { insertJobs, type NewJob, NOT_ENDED } from './job.ts';
import type { MessagePlace } from './place.ts';
import type { Schema } from './schema.ts';
import { messages } from './tables/messages.ts';

/** A thing that a message follows; `what`: as the registry of `slack/show.ts` names it. */
export interface Subject {
  teamId: string;
  what: string;
  id: string;
}

/** A message that has a place. */
export type Placed = Row<typeof messages>;

export interface NewPlace extends MessagePlace {
  threadTs?: string | null | undefined;
  /** The person whose messages it is in; none: it is in a channel. */
  userId?: string | null;
  /** Slack's code, if its channel refused it. */
  refusedAs: string | null;
}

/** What an edit showed, as a hash. Not stored if the message is another by now, or an earlier edit may still come over this one. */
export interface ShownMessage extends Subject {
  ts: string;
  shown: string;
}

/** The key of the job that shows a thing. */
export const keyOfShow = ({ what, id }: Pick<Subject, 'what' | 'id'>): string => `show:${what}:${id}`;

/** The one job that shows a thing: see `AGAIN`. `lane`: for one that may be the first post. */
export const buildShow = (
  { teamId, what, id }: Subject,
  more: Pick<NewJob, 'dueAt' | 'lane' | 'linkId'> = {},
): NewJob => ({
  id: keyOfShow({ what, id }),
  teamId,
  kind: 'show',
  payload: { what, id },
  ...more,
});

/** What the end of a job says of messages. */
export interface MessageChange {
  /** What the message shows that it edited. */
  message?: ShownMessage;
}

export const writeMessages = async (
  trx: Transaction<Schema>,
  { message }: MessageChange,
  at: number,
): Promise<void> => {
  if (message) await writeShown(trx, message, at);
};

/** In the transaction that ends the job of the edit. */
const writeShown = async (
  trx: Transaction<Schema>,
  { teamId, what, id, ts, shown }: ShownMessage,
  at: number,
): Promise<void> => {
  await trx
    .updateTable('messages')
    .set({ shown: sql`case when settles_at > ${at} then null else ${shown} end`, updatedAt: at })
    .where(isOf({ teamId, what, id }))
    .where('ts', '=', ts)
    .execute();
};

/** Of two posts the first that is stored counts: null if there is one. */
export const placeMessage = async (
  on: Kysely<Schema>,
  { teamId, what, id }: Subject,
  { channelId, ts, threadTs = null, userId = null, refusedAs }: NewPlace,
  { shown, at }: { shown: string | null; at: number },
): Promise<Placed | null> => {
  const row = await on
    .insertInto('messages')
    .values(
      messages.write({
        ...{ teamId, what, id, channelId, ts, threadTs, userId, refusedAs },
        ...{ shown, settlesAt: null, updatedAt: at },
      }),
    )
    .onConflict((conflict) => conflict.columns(['teamId', 'what', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : messages.read(row);
};

const isOf = ({ teamId, what, id }: Subject) =>
  sql<boolean>`team_id = ${teamId} and what = ${what} and id = ${id}`;

export const createMessageStore = (database: StoreDatabase) => {
  const { db, engine } = database;
  const find = (subject: Subject) => db.selectFrom('messages').selectAll().where(isOf(subject));
  const get = async (subject: Subject): Promise<Placed> =>
    messages.read(await find(subject).executeTakeFirstOrThrow());

  return {
    /** Null: it is posted nowhere. */
    find: (subject: Subject) => findOne(find(subject), messages.read),

    /** Stores where it is. Returns the place that counts. */
    place: async (subject: Subject, place: NewPlace, at: number): Promise<Placed> =>
      (await placeMessage(db, subject, place, { shown: null, at })) ?? get(subject),

    /** It goes on as another message. Not moved if it is another by now. Returns the place that counts. */
    move: async (left: Placed, place: NewPlace, at: number): Promise<Placed> => {
      const { channelId, ts, threadTs = null, userId = null, refusedAs } = place;
      await db
        .updateTable('messages')
        .set({
          ...messages.write({ channelId, ts, threadTs, userId, refusedAs, shown: null }),
          updatedAt: at,
        })
        .where(isOf(left))
        .where('ts', '=', left.ts)
        .execute();
      return get(left);
    },

    /** Its channel refuses what belongs to it: it is to go on elsewhere. Nothing if it is elsewhere by now. */
    refuse: (placed: Subject & MessagePlace, refusedAs: string, at: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx
          .updateTable('messages')
          .set({ refusedAs })
          .where(isOf(placed))
          .where('channelId', '=', placed.channelId)
          .where('ts', '=', placed.ts)
          .execute();
        await insertJobs(trx, [buildShow(placed)], at);
      }),

    /** Where things of one sort are, by their ids. */
    places: async (teamId: string, what: string, ids: readonly string[]): Promise<Map<string, Placed>> => {
      if (ids.length === 0) return new Map();
      const all = db.selectFrom('messages').selectAll().where('teamId', '=', teamId).where('what', '=', what);
      const rows = await all.where(isInList(engine, 'id', toListParameter(engine, ids))).execute();
      return new Map(rows.map((row) => [row.id, messages.read(row)]));
    },

    /** Those of one sort whose ids begin with `start` and a colon. */
    startingWith: (teamId: string, what: string, start: string) =>
      findAll(
        db
          .selectFrom('messages')
          .selectAll()
          .where('teamId', '=', teamId)
          .where('what', '=', what)
          .where(sql<boolean>`substr(id, 1, ${start.length + 1}) = ${`${start}:`}`),
        messages.read,
      ),

    /** Nobody knows what Slack shows; `settlesAt`: an edit that is on its way may change it until then. */
    doubt: async (subject: Subject, settlesAt: number | null, at: number): Promise<void> => {
      await db
        .updateTable('messages')
        .set({
          ...{ shown: null, updatedAt: sql`case when shown is null then updated_at else ${at} end` },
          ...(settlesAt !== null && { settlesAt }),
        })
        .where(isOf(subject))
        .execute();
    },

    /** What shows something old, though nothing that would change that waits or was asked for since `askedBefore`; newest first. */
    behind: (ask: { from: number; to: number; askedBefore: number; limit: number }) =>
      findAll(
        db
          .selectFrom('messages')
          .select(['teamId', 'what', 'id'])
          // As in the index `messages_behind`.
          .where(sql<boolean>`shown is null`)
          .where('updatedAt', '>=', ask.from)
          .where('updatedAt', '<=', ask.to)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('jobs')
                  .select('jobs.seq')
                  .where('jobs.key', '=', sql<string>`'show:' || messages.what || ':' || messages.id`)
                  .where((job) =>
                    job.or([job('jobs.state', 'in', NOT_ENDED), job('jobs.createdAt', '>', ask.askedBefore)]),
                  ),
              ),
            ),
          )
          .orderBy('updatedAt', 'desc')
          .limit(ask.limit),
        (row): Subject => row,
      ),
  };
};

/** Where the messages are that follow things, and what they show. */
export type MessageStore = ReturnType<typeof createMessageStore>;
