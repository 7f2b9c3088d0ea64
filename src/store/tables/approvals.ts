import { count, customer, defineTable, fils, instant, text, word } from '../engine/table.ts';
import { eraseRequest } from './erase-request.ts';

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
    replacesLinkId: text('nobody').nullable(),
    besideLinkId: text('nobody').nullable(),
    /** The account at the payment service that it belongs to; null: made before accounts were kept. */
    account: text('nobody').nullable(),
    state: word<ApprovalState>(),
    amountFils: fils(),
    limitFils: fils(),
    sumFils: fils().nullable(),
    request: text(customer(eraseRequest)),
    /** The links for the same customer and amount that the person was shown, as they stood: `ShownLink[]` as JSON. */
    shown: text('nobody'),
    decidedBy: text('staff').nullable(),
    decidedAt: instant().nullable(),
    linkId: text('nobody').nullable().refersTo('links.id'),
    cardChannelId: text('channel').nullable(),
    cardTs: text('nobody').nullable(),
    cardRefusal: text('nobody').nullable(),
    createdAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_nonce: { on: ['nonce'], isUnique: true },
      by_end: { on: ['state', 'expiresAt'] },
      by_state: { on: ['teamId', 'state', 'createdAt'] },
    },
    fate: { of: 'workspace', whenOld: 'erased', whenRemoved: 'kept' },
  },
);

/** Someone who was asked by direct message to approve a request. */
export const approvalAsks = defineTable(
  'approvalAsks',
  {
    teamId: text('nobody'),
    approvalId: text('nobody'),
    userId: text('staff'),
    round: count(),
    reason: text('nobody'),
    askedAt: instant(),
    channelId: text('channel').nullable(),
    ts: text('nobody').nullable(),
  },
  {
    key: ['teamId', 'approvalId', 'userId'],
    fate: { of: 'workspace', whenOld: 'kept', whenRemoved: 'deleted' },
  },
);
