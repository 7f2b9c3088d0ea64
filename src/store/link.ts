import { z } from 'zod';
import { linkRequestFields } from '../payment-service/link-request.ts';
import { type LinkPayment, linkPaymentSchema } from './link-payment.ts';
import type { LinkState, QrState } from './link-states.ts';
import type { LinkOrderColumns, LinkRow } from './schema.ts';

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
  team_id: order.teamId,
  channel_id: order.channelId,
  thread_ts: order.threadTs,
  maker_id: order.creatorId,
  maker_name: order.creatorName,
  expires_at: order.expiresAt,
  replaces_link_id: order.replacesLinkId,
  beside_link_id: order.besideLinkId,
  account: order.account ?? null,
});

export const parseOrder = (row: LinkOrderColumns): LinkOrder => ({
  nonce: row.nonce,
  teamId: row.team_id,
  channelId: row.channel_id,
  threadTs: row.thread_ts,
  creatorId: row.maker_id,
  creatorName: row.maker_name,
  expiresAt: row.expires_at,
  replacesLinkId: row.replaces_link_id,
  besideLinkId: row.beside_link_id,
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

/** The request as entered, under the interface's own field names, without those that have their own column. */
export const linkDetailsSchema = z
  .object(linkRequestFields)
  .omit({
    invoiceAmount: true,
    isTermsAndConditionsAccepted: true,
    currency: true,
    Invoice_Id: true,
    callback_url: true,
  })
  .extend({
    /** When the customer's data in this object was erased, in milliseconds since the epoch. */
    erasedAt: z.number().optional(),
  });

export type LinkDetails = z.infer<typeof linkDetailsSchema>;

/** Why a card could not be posted in a channel: Slack's error code, and when we last tried. */
export interface CardRefusal {
  code: string;
  at: number;
}

const refusalSchema = z.object({ code: z.string(), at: z.number() });

export const writeCardRefusal = (refusal: CardRefusal | null): string | null =>
  refusal === null ? null : JSON.stringify(refusal satisfies CardRefusal);

export const parseCardRefusal = (text: string | null): CardRefusal | null =>
  text === null ? null : refusalSchema.parse(JSON.parse(text));

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
  'team_id',
  'channel_id',
  'thread_ts',
  'maker_id',
  'maker_name',
  'expires_at',
  'replaces_link_id',
  'beside_link_id',
  'account',
  'batch_id',
  'id',
  'owner_id',
  'invoice_id',
  'invoice_id_is_ours',
  'invoice_asked',
  'state',
  'version',
  'amount_fils',
  'request',
  'order_id',
  'address',
  'failure',
  'card_channel_id',
  'card_ts',
  'card_thread_ts',
  'card_refusal',
  'qr_file_id',
  'qr_state',
  'qr_channel_id',
  'qr_ts',
  'reminded_at',
  'reminded_count',
  'payment',
  'payout_id',
  'payout_at',
  'paid_twice_with',
  'check_due_at',
  'check_attempts',
  'asked_at',
  'forgotten_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof LinkRow)[];

/** Reads a row. Throws if its JSON does not have the shape this version writes. */
export const parseLink = (row: Pick<LinkRow, (typeof LINK_COLUMNS)[number]>): Link => ({
  ...parseOrder(row),
  ...(row.batch_id === null ? {} : { batchId: row.batch_id }),
  id: row.id,
  ownerId: row.owner_id,
  invoiceId: row.invoice_id,
  invoiceIdIsOurs: row.invoice_id_is_ours === 1,
  invoiceIdAsked: row.invoice_asked,
  state: row.state,
  version: row.version,
  amountFils: row.amount_fils,
  details: linkDetailsSchema.parse(JSON.parse(row.request)),
  orderId: row.order_id,
  address: row.address,
  failure: row.failure === null ? null : linkFailureSchema.parse(JSON.parse(row.failure)),
  askedAt: row.asked_at ?? row.created_at,
  card:
    row.card_channel_id === null || row.card_ts === null
      ? null
      : {
          channelId: row.card_channel_id,
          ts: row.card_ts,
          ...(row.card_thread_ts === null ? {} : { threadTs: row.card_thread_ts }),
        },
  cardRefusal: parseCardRefusal(row.card_refusal),
  qrFileId: row.qr_file_id,
  qrState: row.qr_state,
  qrMessage:
    row.qr_channel_id === null || row.qr_ts === null ? null : { channelId: row.qr_channel_id, ts: row.qr_ts },
  reminded: row.reminded_at === null ? null : { count: row.reminded_count, lastAt: row.reminded_at },
  payment: row.payment === null ? null : linkPaymentSchema.parse(JSON.parse(row.payment)),
  ...(row.payout_id === null ? {} : { payout: { id: row.payout_id, at: row.payout_at } }),
  paidTwiceWith: row.paid_twice_with,
  checkDueAt: row.check_due_at,
  checkAttempts: row.check_attempts,
  forgottenAt: row.forgotten_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
