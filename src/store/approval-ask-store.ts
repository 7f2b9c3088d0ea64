import { z } from 'zod';
import type { StoreDatabase } from './engine/database.ts';

/** Why this person was asked: an approver; no approver apart from the creator; nobody answered in time. */
const REASONS = ['approver', 'no-other-approver', 'no-answer'] as const;

export type AskReason = (typeof REASONS)[number];

/** A person who was asked by direct message to approve a request. */
export interface ApprovalAsk {
  userId: string;
  /** 0 for the first people asked; each later round asks others. */
  round: number;
  reason: AskReason;
  /** In epoch milliseconds. */
  askedAt: number;
  /** Where the message is; null: not posted yet. */
  place: { channelId: string; ts: string } | null;
}

export interface Subject {
  teamId: string;
  approvalId: string;
}

export const createApprovalAskStore = ({ db }: StoreDatabase) => ({
  /** By round, then by user id. */
  list: async ({ teamId, approvalId }: Subject): Promise<ApprovalAsk[]> => {
    const rows = await db
      .selectFrom('approvalAsks')
      .selectAll()
      .where('teamId', '=', teamId)
      .where('approvalId', '=', approvalId)
      .orderBy('round')
      .orderBy('userId')
      .execute();
    return rows.map(({ userId, round, reason, askedAt, channelId, ts }) => ({
      userId: userId,
      round,
      reason: z.enum(REASONS).parse(reason),
      askedAt: askedAt,
      place: channelId === null || ts === null ? null : { channelId: channelId, ts },
    }));
  },

  /** Skips people who were asked before. */
  add: async ({ teamId, approvalId }: Subject, asks: readonly Omit<ApprovalAsk, 'place'>[]) => {
    if (asks.length === 0) return;
    await db
      .insertInto('approvalAsks')
      .values(
        asks.map(({ userId, round, reason, askedAt }) => ({
          teamId: teamId,
          approvalId: approvalId,
          userId: userId,
          round,
          reason,
          askedAt: askedAt,
          channelId: null,
          ts: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['teamId', 'approvalId', 'userId']).doNothing())
      .execute();
  },

  /** Only a person's first message counts. */
  setPlace: async (
    { teamId, approvalId }: Subject,
    userId: string,
    { channelId, ts }: { channelId: string; ts: string },
  ) => {
    await db
      .updateTable('approvalAsks')
      .set({ channelId: channelId, ts })
      .where('teamId', '=', teamId)
      .where('approvalId', '=', approvalId)
      .where('userId', '=', userId)
      .where('ts', 'is', null)
      .execute();
  },
});

export type ApprovalAskStore = ReturnType<typeof createApprovalAskStore>;
