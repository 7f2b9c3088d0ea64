import type { StoreDatabase } from '../store/engine/database.ts';
import { findAll } from '../store/engine/queries.ts';
import type { Stored } from '../store/schema.ts';
import { approvalAsks } from '../store/tables/approvals.ts';

export type { AskReason } from '../store/tables/approvals.ts';

const readAsk = (row: Stored<'approvalAsks'>) => {
  const { teamId: _, approvalId: __, ...ask } = approvalAsks.read(row);
  return ask;
};

/** A person who is asked by direct message to approve a request. */
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
  add: async (subject: Subject, asks: readonly ApprovalAsk[]) => {
    if (asks.length === 0) return;
    await db
      .insertInto('approvalAsks')
      .values(asks.map((ask) => approvalAsks.write({ ...subject, ...ask })))
      .onConflict((conflict) => conflict.columns(['teamId', 'approvalId', 'userId']).doNothing())
      .execute();
  },
});

export type ApprovalAskStore = ReturnType<typeof createApprovalAskStore>;
