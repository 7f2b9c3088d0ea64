import { z } from 'zod';
import { count, customer, defineTable, fils, instant, json, text, toNothing, word } from '../engine/table.ts';
import { eraseRequest } from './erase-request.ts';
import { linkDetailsSchema } from './link-details.ts';
import { shownLinksSchema } from './shown-links.ts';

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'lapsed'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** A link that is not requested until a second person approves. */
export const approvals = defineTable(
  'approvals',
  {
    id: text('nobody'),
    nonce: text('nobody'),
    teamId: text('nobody'),
    channelId: text('channel'),
    threadTs: text('nobody').nullable(),
    creatorId: text('staff'),
    /** The name as Slack gave it when the form was submitted. Not a mention, which would notify the creator. */
    creatorName: text('staff'),
    expiresAt: instant(),
    /** The sale that its link is one more of; null: a new one. */
    saleId: text('nobody').nullable(),
    /** The account at the payment service that it belongs to; null: the workspace had none yet, and it is its first. */
    account: text('nobody').nullable(),
    state: word<ApprovalState>(),
    amountFils: fils(),
    /** The limit it exceeded. */
    limitFils: fils(),
    /** The customer's total including this link, if only the total exceeds the limit; null: this amount alone does. */
    sumFils: fils().nullable(),
    /** The whole request as the form built it, without `callback_url`. */
    details: json(z.looseObject(linkDetailsSchema.shape), customer(eraseRequest)),
    /** The links for the same customer and amount that the creator, or an approver since, was shown, as they stood. */
    shown: json(shownLinksSchema, 'nobody'),
    decidedBy: text('staff').nullable(),
    decidedAt: instant().nullable(),
    /** Why it was declined, in the decliner's words, which may name the customer. */
    reason: text(customer(toNothing)).nullable(),
    linkId: text('nobody').nullable().refersTo('links.id'),
    createdAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_nonce: { on: ['nonce'], isUnique: true },
      by_end: { on: ['state', 'expiresAt'] },
      by_state: { on: ['teamId', 'state', 'createdAt'] },
    },
    fate: { of: 'workspace', whenOld: 'erased', whenForgotten: 'erased', whenRemoved: 'kept' },
  },
);

/** Why this person was asked: an approver; no approver apart from the creator; nobody answered in time. */
export type AskReason = 'approver' | 'no-other-approver' | 'no-answer';

/** Someone who was asked by direct message to approve a request. */
export const approvalAsks = defineTable(
  'approvalAsks',
  {
    teamId: text('nobody'),
    approvalId: text('nobody'),
    userId: text('staff'),
    /** 0 for the first people asked; each later round asks others. */
    round: count(),
    reason: word<AskReason>(),
    askedAt: instant(),
  },
  {
    key: ['teamId', 'approvalId', 'userId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);
