import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll } from '../store/engine/queries.ts';
import { type MessagePlace, readPlace } from '../store/place.ts';
import type { Stored } from '../store/schema.ts';
import { approvalAsks } from '../store/tables/approvals.ts';

export type { AskReason } from '../store/tables/approvals.ts';

const readAsk = (row: Stored<'approvalAsks'>) => {
  const { teamId: _, approvalId: __, channelId, ts, ...ask } = approvalAsks.read(row);
  return { ...ask, place: readPlace(channelId, ts) };
};

/** A person who was asked by direct message to approve a request. `place`: null if the message is not posted yet. */
export type ApprovalAsk = ReturnType<typeof readAsk>;

export interface Subject {
  teamId: string;
  approvalId: string;
}

export const createApprovalAskStore = ({ db }: StoreDatabase) => ({
  /** By round, then by user id. */
  list: ({ teamId, approvalId }: Subject) =>
    findAll(
      db
        .selectFrom('approvalAsks')
        .selectAll()
        .where('teamId', '=', teamId)
        .where('approvalId', '=', approvalId)
        .orderBy('round')
        .orderBy('userId'),
      readAsk,
    ),

  /** Skips people who were asked before. */
  add: async (subject: Subject, asks: readonly Omit<ApprovalAsk, 'place'>[]) => {
    if (asks.length === 0) return;
    await db
      .insertInto('approvalAsks')
      .values(asks.map((ask) => approvalAsks.write({ ...subject, ...ask })))
      .onConflict((conflict) => conflict.columns(['teamId', 'approvalId', 'userId']).doNothing())
      .execute();
  },

  /** Only a person's first message counts. */
  setPlace: async ({ teamId, approvalId }: Subject, userId: string, { channelId, ts }: MessagePlace) => {
    await db
      .updateTable('approvalAsks')
      .set({ channelId, ts })
      .where('teamId', '=', teamId)
      .where('approvalId', '=', approvalId)
      .where('userId', '=', userId)
      .where('ts', 'is', null)
      .execute();
  },
});

export type ApprovalAskStore = ReturnType<typeof createApprovalAskStore>;
