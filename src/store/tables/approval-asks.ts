import { count, defineTable, instant, type Row, text, word } from '../engine/table.ts';

/** Why this person was asked: an approver; no approver apart from the creator; nobody answered in time. */
export type AskReason = 'approver' | 'no-other-approver' | 'no-answer';

/** Someone who was asked by direct message to approve a request. */
export const approvalAsks = defineTable(
  'approvalAsks',
  {
    teamId: text('nobody'),
    /** The link or the batch. */
    requestId: text('nobody'),
    userId: text('staff'),
    /** 0 for the first people asked; each later round asks others. */
    round: count(),
    reason: word<AskReason>(),
    askedAt: instant(),
  },
  {
    key: ['teamId', 'requestId', 'userId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** A person who is asked by direct message to approve a request. */
export type ApprovalAsk = Omit<Row<typeof approvalAsks>, 'teamId' | 'requestId'>;
