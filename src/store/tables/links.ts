import { z } from 'zod';
import type { BackKind } from '../../payment-service/record-words.ts';
import {
  count,
  customer,
  defineTable,
  fils,
  flag,
  instant,
  json,
  text,
  toNothing,
  word,
} from '../engine/table.ts';
import { linkPaymentSchema, type PaymentFinding } from '../link-payment.ts';
import type { LinkState } from '../link-states.ts';
import { eraseRequest } from './erase-request.ts';
import { linkDetailsSchema, linkFailureSchema, refundAskedSchema, settledSchema } from './link-details.ts';
import { shownLinksSchema } from './shown-links.ts';

const linkApprovalSchema = z.object({
  /** The limit that it exceeds. */
  limitFils: z.number(),
  /** The customer's total including this link, if only the total exceeds the limit; null: this amount alone does. */
  sumFils: z.number().nullable(),
  /** The invoice number as typed: nobody holds it before the approval. Null: none was. */
  typedId: z.string().nullable(),
  /** The links for the same customer that the creator was shown, as they stood. */
  shown: shownLinksSchema,
  askedAt: z.number(),
  decidedBy: z.string().nullable(),
  decidedAt: z.number().nullable(),
});

/** What is known of the approval that a link needs, or needed. */
export type LinkApproval = z.infer<typeof linkApprovalSchema>;

export const links = defineTable(
  'links',
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
    /** All links that were made for one sale, each in place of the one before, have that of the first: its id. */
    saleId: text('nobody'),
    /** 1 for the first link of its sale, and so on. */
    saleOrder: count(),
    /** The account at the payment service that it belongs to; null: none was known. */
    account: text('account').nullable(),
    /** The owner: its creator, until it is handed over. */
    ownerId: text('staff'),
    /** Slack's code, since it refused a message to the owner; null: none was refused, or one was taken again. */
    ownerGoneAs: text('nobody').nullable(),
    invoiceId: text('nobody'),
    /** The `Invoice_Id` was left blank and we generated one. */
    invoiceIdIsOurs: flag(),
    /** The number as typed, if it was already used and `invoiceId` was sent instead: `INV-7` for `INV-7-2`. */
    invoiceIdAsked: text('nobody').nullable(),
    /** `invoiceId` without case and spaces, unique per workspace. */
    invoiceKey: text('nobody'),
    callbackTokenHash: text('secret'),
    state: word<LinkState>(),
    /** Counts the state changes; also the key of the newest row in `linkEvents`. */
    version: count(),
    amountFils: fils(),
    /** The request, without `callback_url`, whose token is kept only as a hash. */
    details: json(linkDetailsSchema, customer(eraseRequest)),
    orderId: text('nobody').nullable(),
    payoutId: text('nobody').nullable(),
    payoutAt: instant().nullable(),
    address: text('nobody').nullable(),
    failure: json(linkFailureSchema, 'nobody').nullable(),
    /** Null: it needed none. */
    approval: json(linkApprovalSchema, 'staff').nullable(),
    /** Why it was declined, in the decliner's words, which may name the customer. */
    declineReason: text(customer(toNothing)).nullable(),
    /** The uploaded QR picture. */
    qrFileId: text('nobody').nullable(),
    /** How many times it was uploaded: see `QR_UPLOADS`. */
    qrUploads: count().byDefault(0),
    /**
     * Hashes to compare e-mail and phone by. Null once the customer's data has been erased, and for the shop's own.
     */
    emailKey: text(customer(toNothing)).nullable(),
    phoneKey: text(customer(toNothing)).nullable(),
    /** The customer's name, phone digits and e-mail, for searches; null once erased or forgotten. */
    customer: text(customer(toNothing)).nullable(),
    /** When an admin asked to forget its customer, if the link still needs the data. */
    forgottenAt: instant().nullable(),
    payment: json(linkPaymentSchema, 'nobody').nullable(),
    /** As \`payment\` says. */
    finding: word<PaymentFinding>().nullable(),
    /** When we learned that it is paid; null: not paid. */
    paidAt: instant().nullable(),
    /** When it was last requested from the service. */
    askedAt: instant(),
    /** Of the last form that repeated its order. */
    repeatNonce: text('nobody').nullable(),
    /** Of the first link of a sale: who asked finance to give back what was too much, when, and how much. */
    refundAsked: json(refundAskedSchema, 'staff').nullable(),
    /** Of a part payment: so little is missing that it counts as paid in full. */
    settled: json(settledSchema, 'staff').nullable(),
    batchId: text('nobody').nullable(),
    remindedCount: count().byDefault(0),
    remindedAt: instant().nullable(),
    /** The window of the last reminder, in which a second press does not count. */
    remindedIn: text('nobody').nullable(),
    /** Of a link that needed approval: when it was approved, before that when it was asked for. */
    createdAt: instant(),
    updatedAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_nonce: { on: ['nonce'], isUnique: true },
      by_callback_token_hash: { on: ['callbackTokenHash'], isUnique: true },
      by_address: { on: ['teamId', 'address'], where: 'address is not null', isHash: true },
      by_amount: { on: ['teamId', 'amountFils', 'createdAt'] },
      by_batch: { on: ['batchId'], where: 'batch_id is not null' },
      by_customer: {
        on: ['teamId', 'createdAt', 'id', 'ownerId', 'state', 'customer'],
        where: 'customer is not null',
      },
      by_day: { on: ['teamId', 'createdAt', 'state', 'ownerId', 'amountFils'] },
      by_email: { on: ['teamId', 'emailKey', 'createdAt'] },
      by_invoice_asked: { on: ['teamId', 'invoiceIdAsked'], where: 'invoice_id_asked is not null' },
      by_invoice_id: { on: ['teamId', 'invoiceId'] },
      by_invoice_key: { on: ['teamId', 'invoiceKey'], isUnique: true },
      by_order_id: { on: ['teamId', 'orderId'] },
      by_owner: { on: ['teamId', 'ownerId', 'createdAt'] },
      by_payment: { on: ['teamId', 'paidAt'], where: 'paid_at is not null' },
      by_payout: { on: ['teamId', 'payoutId'], where: 'payout_id is not null' },
      by_phone: { on: ['teamId', 'phoneKey', 'createdAt'] },
      by_progress: { on: ['teamId', 'state', 'createdAt'] },
      by_repeat: { on: ['repeatNonce'], isUnique: true },
      by_sale: { on: ['teamId', 'saleId'] },
      // Of most sales there is one link, and most are not disputed.
      further: { on: ['teamId', 'createdAt'], where: "sale_order > 1 or finding = 'disputed'" },
      by_standing: { on: ['teamId', 'state', 'ownerId', 'expiresAt', 'amountFils'] },
      by_state: { on: ['state', 'createdAt'] },
      forgotten: { on: ['id'], where: 'forgotten_at is not null' },
      open_by_end: { on: ['teamId', 'expiresAt', 'id'], where: "state = 'open'" },
    },
    fate: { of: 'workspace', whenOld: 'erased', whenForgotten: 'erased', whenRemoved: 'kept' },
  },
);

/** Each payment of a link and what went back of it, at its own time: what its payment says, for sums of days. See `moneyOf`. */
export const linkMovements = defineTable(
  'linkMovements',
  {
    linkId: text('nobody').refersTo('links.id'),
    /** In the order of time, from 0. */
    nth: count(),
    teamId: text('nobody'),
    at: instant(),
    kind: word<'payment' | BackKind>(),
    /** Who had the link when the money came. */
    receivedBy: text('staff'),
    /** Less than nothing: it came again. Null: not known. */
    fils: fils().nullable(),
  },
  {
    key: ['linkId', 'nth'],
    indexes: {
      by_time: { on: ['teamId', 'at'] },
      // Of most links there is one payment, and it is the first.
      again: { on: ['teamId', 'linkId'], where: "kind = 'payment' and nth > 0" },
    },
    fate: { of: 'link', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

export const linkEvents = defineTable(
  'linkEvents',
  {
    linkId: text('nobody').refersTo('links.id'),
    version: count(),
    at: instant(),
    fromState: word<LinkState>().nullable(),
    toState: word<LinkState>(),
    cause: text('nobody'),
    /** What proves the change, as JSON; never customer data. */
    evidence: text('nobody').nullable(),
  },
  {
    key: ['linkId', 'version'],
    fate: { of: 'link', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);

/** The inbox of a link's callback address, written before the sender gets a response. */
export const callbacks = defineTable(
  'callbacks',
  {
    linkId: text('nobody').refersTo('links.id'),
    /** SHA-256 of the bytes received: the same evidence twice is one row. */
    evidenceHash: text('nobody'),
    receivedAt: instant(),
    /** The fields worth keeping, as JSON; never customer data. */
    evidence: text('nobody'),
  },
  {
    key: ['linkId', 'evidenceHash'],
    fate: {
      of: 'link',
      whenOld: { afterDays: 90, since: 'receivedAt', along: 'linkId' },
      whenForgotten: 'with-parent',
      whenRemoved: 'kept',
    },
  },
);

const recordSchema = z.object({
  fields: z.record(z.string(), z.unknown()),
  isCut: z.literal(true).exactOptional(),
});

/** One record of the service that concerned a link: see `KeptRecord`. */
export const keptRecords = defineTable(
  'keptRecords',
  {
    linkId: text('nobody'),
    recordKey: text('nobody'),
    kind: word<'link' | 'transaction'>(),
    via: word<'id' | 'listing'>(),
    /** What of it votes, ties, or is a time; never customer data. */
    record: json(recordSchema, 'nobody'),
    togetherAt: instant().nullable(),
    firstSeenAt: instant(),
    lastSeenAt: instant(),
  },
  {
    key: ['linkId', 'recordKey'],
    fate: { of: 'link', whenOld: 'with-parent', whenForgotten: 'with-parent', whenRemoved: 'kept' },
  },
);

/** How far the transactions of an account were read: see `TransactionReading`. */
export const transactionReadings = defineTable(
  'transactionReadings',
  {
    teamId: text('nobody'),
    account: text('account'),
    sinceAt: instant().nullable(),
    untilAt: instant().nullable(),
    wholeAt: instant(),
  },
  {
    key: ['teamId', 'account'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** What `GET /pictures/{token}.png` shows for a limited time: a link's QR code. */
export const pictures = defineTable(
  'pictures',
  {
    tokenHash: text('secret'),
    teamId: text('nobody'),
    linkId: text('nobody'),
    expiresAt: instant(),
  },
  {
    key: ['tokenHash'],
    indexes: {
      by_end: { on: ['expiresAt'] },
      by_team: { on: ['teamId'] },
    },
    fate: {
      of: 'workspace',
      whenOld: { afterDays: 0, since: 'expiresAt', along: 'tokenHash' },
      whenForgotten: 'nothing',
      whenRemoved: 'deleted',
    },
  },
);

/** An open window that follows a link, so that a restarted instance keeps updating it. */
export const counterWindows = defineTable(
  'counterWindows',
  {
    /** Slack's id of the view. */
    viewId: text('nobody'),
    teamId: text('nobody'),
    /** Who has it open. */
    userId: text('staff'),
    linkId: text('nobody'),
    /** Slack's version of what it shows; null when it is not known, as while the link is being made. */
    hash: text('nobody').nullable(),
    openedAt: instant(),
  },
  {
    key: ['viewId'],
    indexes: {
      by_age: { on: ['openedAt'] },
      by_team: { on: ['teamId'] },
    },
    fate: {
      of: 'workspace',
      whenOld: { afterDays: 1, since: 'openedAt', along: 'viewId' },
      whenForgotten: 'nothing',
      whenRemoved: 'deleted',
    },
  },
);
