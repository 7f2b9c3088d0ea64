import { z } from 'zod';
import { type LinkPayment, linkPaymentSchema } from './link-payment.ts';
import type { LinkState, QrState } from './link-states.ts';
import type { LinkOrderColumns, LinkRow } from './schema.ts';
import {
  type CardRefusal,
  cardRefusalSchema,
  type LinkDetails,
  linkDetailsSchema,
} from './tables/link-details.ts';

export { type CardRefusal, type LinkDetails, linkDetailsSchema } from './tables/link-details.ts';

/** What a person orders with the form. It stays the same from the form to the link, with or without an approval. */
export interface LinkOrder {
  /** The form's: submitting it twice is one order. */
  nonce: string;
  teamId: string;
  /** Where the card goes: a channel, or the creator's user id for a direct message. */
  channelId: string;
  /** The thread that the card goes into; null: into the conversation itself. */
  threadTs: string | null;
  creatorId: string;
  creatorName: string;
  /** When the link expires, in milliseconds since the epoch. */
  expiresAt: number;
  /** The link that the creator chose to replace with this one. It can still be paid. */
  replacesLinkId: string | null;
  /** An earlier link for the same customer and amount; the creator ordered this one for a separate sale. */
  besideLinkId: string | null;
  /** The batch it is a row of. Links of a batch have no cards of their own. */
  batchId?: string;
  /**
   * The account at the payment service that it was ordered for; null: before accounts were kept. Absent in a new order:
   * the workspace's account when the row is written.
   */
  account?: string | null;
}

export const buildOrderColumns = (order: LinkOrder): LinkOrderColumns => ({
  nonce: order.nonce,
  teamId: order.teamId,
  channelId: order.channelId,
  threadTs: order.threadTs,
  creatorId: order.creatorId,
  creatorName: order.creatorName,
  expiresAt: order.expiresAt,
  replacesLinkId: order.replacesLinkId,
  besideLinkId: order.besideLinkId,
  account: order.account ?? null,
});

export const parseOrder = (row: LinkOrderColumns): LinkOrder => ({
  nonce: row.nonce,
  teamId: row.teamId,
  channelId: row.channelId,
  threadTs: row.threadTs,
  creatorId: row.creatorId,
  creatorName: row.creatorName,
  expiresAt: row.expiresAt,
  replacesLinkId: row.replacesLinkId,
  besideLinkId: row.besideLinkId,
  account: row.account,
});

/** What went wrong with a link, in words for its creator. */
const linkFailureSchema = z.object({
  what: z.string(),
  next: z.string(),
  reference: z.string().nullable(),
  /** The request field the service complained about, if it named one. */
  field: z.string().nullable(),
  /** The service rejected a typed value, so the creator can fix it in the form. */
  isAboutValues: z.boolean().optional(),
  /** The service was too busy; how long it asked us to wait, or null if it did not say. */
  retryAfterMs: z.number().nullable().optional(),
  /**
   * Why nobody knows whether the link exists, if a look at the listing can decide that. `answered-no`: the service said no, and
   * some say that after they did the work. `number-taken`: it says that it has the number that a person typed.
   */
  doubt: z.enum(['answered-no', 'number-taken']).optional(),
  /** Complete looks that did not find a number that is taken. */
  looks: z.number().optional(),
  /** No look found the link. It may still turn up, and is looked for until then. */
  watchedUntil: z.number().optional(),
  /** The existing link with the same reference, if that is why the service refused this one. */
  existing: z.object({ address: z.string().nullable(), amountFils: z.number().nullable() }).optional(),
});

export type LinkFailure = z.infer<typeof linkFailureSchema>;

export const writeCardRefusal = (refusal: CardRefusal | null): string | null =>
  refusal === null ? null : JSON.stringify(refusal satisfies CardRefusal);

export const parseCardRefusal = (text: string | null): CardRefusal | null =>
  text === null ? null : cardRefusalSchema.parse(JSON.parse(text));

export interface Card {
  /** The channel id Slack returned when the card was posted. */
  channelId: string;
  ts: string;
  /** The thread for replies, if the card itself is in one. */
  threadTs?: string | undefined;
}

export interface Link extends LinkOrder {
  id: string;
  /** The owner: its creator, until it is handed over. */
  ownerId: string;
  invoiceId: string;
  invoiceIdIsOurs: boolean;
  /** The number as typed, if it was already used and `invoiceId` was sent instead: `INV-7` for `INV-7-2`. */
  invoiceIdAsked: string | null;
  state: LinkState;
  version: number;
  amountFils: number;
  details: LinkDetails;
  orderId: string | null;
  address: string | null;
  failure: LinkFailure | null;
  /** When it was last requested from the service. */
  askedAt: number;
  card: Card | null;
  /** Why the card could not be posted in the channel and went to the owner's direct messages instead. */
  cardRefusal: CardRefusal | null;
  qrFileId: string | null;
  /** Null: no QR picture was uploaded. */
  qrState: QrState | null;
  /** The message with the QR picture in the card's thread. */
  qrMessage: { channelId: string; ts: string } | null;
  /** Reminders that were sent to the customer. */
  reminded: { count: number; lastAt: number } | null;
  payment: LinkPayment | null;
  /** The payout that includes its money, if the service’s records join them by an id; `at`: when it was made. */
  payout?: { id: string; at: number | null };
  /** Id of the other link for the same sale that was also paid. */
  paidTwiceWith: string | null;
  /** When we next ask the service about this link. */
  checkDueAt: number | null;
  checkAttempts: number;
  /** When an admin asked to forget its customer, if the link still needs the data. */
  forgottenAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** What `parseLink` reads. */
export const LINK_COLUMNS = [
  'nonce',
  'teamId',
  'channelId',
  'threadTs',
  'creatorId',
  'creatorName',
  'expiresAt',
  'replacesLinkId',
  'besideLinkId',
  'account',
  'batchId',
  'id',
  'ownerId',
  'invoiceId',
  'invoiceIdIsOurs',
  'invoiceAsked',
  'state',
  'version',
  'amountFils',
  'request',
  'orderId',
  'address',
  'failure',
  'cardChannelId',
  'cardTs',
  'cardThreadTs',
  'cardRefusal',
  'qrFileId',
  'qrState',
  'qrChannelId',
  'qrTs',
  'remindedAt',
  'remindedCount',
  'payment',
  'payoutId',
  'payoutAt',
  'paidTwiceWith',
  'checkDueAt',
  'checkAttempts',
  'askedAt',
  'forgottenAt',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof LinkRow)[];

/** Reads a row. Throws if its JSON does not have the shape this version writes. */
export const parseLink = (row: Pick<LinkRow, (typeof LINK_COLUMNS)[number]>): Link => ({
  ...parseOrder(row),
  ...(row.batchId === null ? {} : { batchId: row.batchId }),
  id: row.id,
  ownerId: row.ownerId,
  invoiceId: row.invoiceId,
  invoiceIdIsOurs: row.invoiceIdIsOurs === 1,
  invoiceIdAsked: row.invoiceAsked,
  state: row.state,
  version: row.version,
  amountFils: row.amountFils,
  details: linkDetailsSchema.parse(JSON.parse(row.request)),
  orderId: row.orderId,
  address: row.address,
  failure: row.failure === null ? null : linkFailureSchema.parse(JSON.parse(row.failure)),
  askedAt: row.askedAt ?? row.createdAt,
  card:
    row.cardChannelId === null || row.cardTs === null
      ? null
      : {
          channelId: row.cardChannelId,
          ts: row.cardTs,
          ...(row.cardThreadTs === null ? {} : { threadTs: row.cardThreadTs }),
        },
  cardRefusal: parseCardRefusal(row.cardRefusal),
  qrFileId: row.qrFileId,
  qrState: row.qrState,
  qrMessage:
    row.qrChannelId === null || row.qrTs === null ? null : { channelId: row.qrChannelId, ts: row.qrTs },
  reminded: row.remindedAt === null ? null : { count: row.remindedCount, lastAt: row.remindedAt },
  payment: row.payment === null ? null : linkPaymentSchema.parse(JSON.parse(row.payment)),
  ...(row.payoutId === null ? {} : { payout: { id: row.payoutId, at: row.payoutAt } }),
  paidTwiceWith: row.paidTwiceWith,
  checkDueAt: row.checkDueAt,
  checkAttempts: row.checkAttempts,
  forgottenAt: row.forgottenAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
