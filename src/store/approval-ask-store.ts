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

interface Subject {
  teamId: string;
  approvalId: string;
}

export interface ApprovalAskStore {
  /** By round, then by user id. */
  list(subject: Subject): Promise<ApprovalAsk[]>;
  /** Skips people who were asked before. */
  add(subject: Subject, asks: readonly Omit<ApprovalAsk, 'place'>[]): Promise<void>;
  /** Only a person's first message counts. */
  setPlace(subject: Subject, userId: string, place: { channelId: string; ts: string }): Promise<void>;
}

export const createApprovalAskStore = ({ db }: StoreDatabase): ApprovalAskStore => ({
  list: async ({ teamId, approvalId }) => {
    const rows = await db
      .selectFrom('approval_asks')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('approval_id', '=', approvalId)
      .orderBy('round')
      .orderBy('user_id')
      .execute();
    return rows.map(({ user_id, round, reason, asked_at, channel_id, ts }) => ({
      userId: user_id,
      round,
      reason: z.enum(REASONS).parse(reason),
      askedAt: asked_at,
      place: channel_id === null || ts === null ? null : { channelId: channel_id, ts },
    }));
  },

  add: async ({ teamId, approvalId }, asks) => {
    if (asks.length === 0) return;
    await db
      .insertInto('approval_asks')
      .values(
        asks.map(({ userId, round, reason, askedAt }) => ({
          team_id: teamId,
          approval_id: approvalId,
          user_id: userId,
          round,
          reason,
          asked_at: askedAt,
          channel_id: null,
          ts: null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['team_id', 'approval_id', 'user_id']).doNothing())
      .execute();
  },

  setPlace: async ({ teamId, approvalId }, userId, { channelId, ts }) => {
    await db
      .updateTable('approval_asks')
      .set({ channel_id: channelId, ts })
      .where('team_id', '=', teamId)
      .where('approval_id', '=', approvalId)
      .where('user_id', '=', userId)
      .where('ts', 'is', null)
      .execute();
  },
});
