import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll } from '../store/engine/queries.ts';
import type { Stored } from '../store/schema.ts';
import { type ApprovalAsk, approvalAsks } from '../store/tables/approval-asks.ts';

const readAsk = (row: Stored<'approvalAsks'>): ApprovalAsk => {
  const { teamId: _, requestId: __, ...ask } = approvalAsks.read(row);
  return ask;
};

export interface Subject {
  teamId: string;
  /** A link or a batch. */
  requestId: string;
}

export const createApprovalAskStore = ({ db }: StoreDatabase) => ({
  /** By round, then by user id. */
  list: ({ teamId, requestId }: Subject) =>
    findAll(
      db
        .selectFrom('approvalAsks')
        .selectAll()
        .where('teamId', '=', teamId)
        .where('requestId', '=', requestId)
        .orderBy('round')
        .orderBy('userId'),
      readAsk,
    ),

  /** Skips people who were asked before. */
  add: async (subject: Subject, asks: readonly ApprovalAsk[]) => {
    if (asks.length === 0) return;
    await db
      .insertInto('approvalAsks')
      .values(asks.map((ask) => approvalAsks.write({ ...subject, ...ask })))
      .onConflict((conflict) => conflict.columns(['teamId', 'requestId', 'userId']).doNothing())
      .execute();
  },
});
