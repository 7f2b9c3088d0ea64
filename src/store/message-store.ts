import type { Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, findOne } from './engine/queries.ts';
import type { Row } from './engine/table.ts';
import { type NewJob, NOT_ENDED } from './job.ts';
import type { MessagePlace } from './place.ts';
import type { Schema } from './schema.ts';
import type { CardRefusal } from './tables/link-details.ts';
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
  threadTs?: string | undefined;
  /** Why it is not where it was meant to be. */
  refusal: CardRefusal | null;
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

/** Call it in the transaction that ends the job of the edit. */
export const writeShown = async (
  trx: Transaction<Schema>,
  { teamId, what, id, ts, shown }: ShownMessage,
  at: number,
): Promise<void> => {
  await trx
    .updateTable('messages')
    .set({ shown: sql`case when settles_at > ${at} then null else ${shown} end`, updatedAt: at })
    .where('teamId', '=', teamId)
    .where('what', '=', what)
    .where('id', '=', id)
    .where('ts', '=', ts)
    .execute();
};

export const createMessageStore = ({ db }: StoreDatabase) => {
  const find = ({ teamId, what, id }: Subject) =>
    db
      .selectFrom('messages')
      .selectAll()
      .where('teamId', '=', teamId)
      .where('what', '=', what)
      .where('id', '=', id);
  const change = ({ teamId, what, id }: Subject) =>
    db.updateTable('messages').where('teamId', '=', teamId).where('what', '=', what).where('id', '=', id);
  const get = async (subject: Subject): Promise<Placed> =>
    messages.read(await find(subject).executeTakeFirstOrThrow());

  return {
    /** Null: it is posted nowhere. */
    find: (subject: Subject) => findOne(find(subject), messages.read),

    /** Stores where it is. Of two posts the first that is stored counts; returns that one. */
    place: async ({ teamId, what, id }: Subject, place: NewPlace, at: number): Promise<Placed> => {
      const { channelId, ts, threadTs = null, refusal } = place;
      const row = await db
        .insertInto('messages')
        .values(
          messages.write({
            ...{ teamId, what, id, channelId, ts, threadTs, refusal },
            ...{ shown: null, settlesAt: null, updatedAt: at },
          }),
        )
        .onConflict((conflict) => conflict.columns(['teamId', 'what', 'id']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? get({ teamId, what, id }) : messages.read(row);
    },

    /** It was posted elsewhere, instead of the message with the `ts` of `left`. Returns the one that counts now. */
    move: async (subject: Subject, left: string, place: NewPlace, at: number): Promise<Placed> => {
      const { channelId, ts, threadTs = null, refusal } = place;
      await change(subject)
        .set({ ...messages.write({ channelId, ts, threadTs, refusal, shown: null }), updatedAt: at })
        .where('ts', '=', left)
        .execute();
      return get(subject);
    },

    /** Nobody knows what Slack shows; `settlesAt`: an edit that is on its way may change it until then. */
    doubt: async (subject: Subject, settlesAt: number | null, at: number): Promise<void> => {
      await change(subject)
        .set({ shown: null, updatedAt: at, ...(settlesAt !== null && { settlesAt }) })
        .execute();
    },

    /** What shows something old, though nothing that would change that waits or was tried since `triedBefore`; newest first. */
    behind: (ask: {
      what: readonly string[];
      from: number;
      to: number;
      triedBefore: number;
      limit: number;
    }) =>
      findAll(
        db
          .selectFrom('messages')
          .select(['teamId', 'what', 'id'])
          // As in the index `messages_behind`.
          .where(sql<boolean>`shown is null`)
          .where('updatedAt', '>=', ask.from)
          .where('updatedAt', '<=', ask.to)
          .where('what', 'in', ask.what)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('jobs')
                  .select('jobs.seq')
                  .where('jobs.key', '=', sql<string>`'show:' || messages.what || ':' || messages.id`)
                  .where((job) =>
                    job.or([job('jobs.state', 'in', NOT_ENDED), job('jobs.updatedAt', '>', ask.triedBefore)]),
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
