import { z } from 'zod';
import { type CardRefusal, parseCardRefusal } from './card-refusal.ts';
import { type LinkPayment, linkPaymentSchema } from './link-payment.ts';
import type { QrState } from './link-pictures.ts';
import type { LinkState } from './link-states.ts';
import type { LinkRow } from './schema.ts';

/** What went wrong with a link, in words for its creator. */
export interface LinkFailure {
  what: string;
  next: string;
  reference: string | null;
  /** The request field the service complained about, if it named one. */
  field: string | null;
  /** The service rejected a typed value, so the creator can fix it in the form. */
  isAboutValues?: boolean | undefined;
  /** The existing link with the same reference, if that is why the service refused this one. */
  existing?: { address: string | null; amountFils: number | null } | undefined;
}

/** The request as entered, under the interface's own field names, without `callback_url`. */
export interface LinkDetails {
  FullName: string;
  Email: string;
  Phone: string;
  notes: string;
  expiryOn: string;
  Is_QR_needed: boolean;
  Is_invoice_generated: boolean;
  Address?: string | undefined;
  City?: string | undefined;
  Country?: string | undefined;
  Product_Id?: string | undefined;
  /** When the customer's data in this object was erased, in milliseconds since the epoch. */
  erasedAt?: number | undefined;
}

export interface Card {
  /** The channel id Slack returned when the card was posted. */
  channelId: string;
  ts: string;
  /** The thread for replies, if the card itself is in one. */
  threadTs?: string | undefined;
}

export interface Link {
  id: string;
  nonce: string;
  teamId: string;
  enterpriseId: string | null;
  /** Where the card should go: a channel, or the creator's user id for a direct message. */
  channelId: string;
  creatorId: string;
  creatorName: string;
  invoiceId: string;
  invoiceIdIsOurs: boolean;
  /** The number as typed, if it was already used and `invoiceId` was sent instead: `INV-7` for `INV-7/2`. */
  invoiceIdAsked: string | null;
  /** The link that the creator chose to replace with this one. It can still be paid. */
  replacesLinkId: string | null;
  /** A link for the same customer and amount that already existed when this one was created as a separate sale. */
  besideLinkId: string | null;
  state: LinkState;
  version: number;
  amountFils: number;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  details: LinkDetails;
  orderId: string | null;
  address: string | null;
  failure: LinkFailure | null;
  card: Card | null;
  /** Why the card could not be posted in the channel and went to the creator's direct messages instead. */
  cardRefusal: CardRefusal | null;
  qrFileId: string | null;
  /** Null: no QR picture was uploaded. */
  qrState: QrState | null;
  payment: LinkPayment | null;
  /** Id of the other link for the same sale that was also paid. */
  paidTwiceWith: string | null;
  /** When we next ask the service about this link. */
  checkDueAt: number | null;
  checkAttempts: number;
  createdAt: number;
  updatedAt: number;
}

/** The request as stored, without the fields that have their own column. */
export const linkDetailsSchema = z.object({
  FullName: z.string(),
  Email: z.string(),
  Phone: z.string(),
  notes: z.string(),
  expiryOn: z.string(),
  Is_QR_needed: z.boolean(),
  Is_invoice_generated: z.boolean(),
  Address: z.string().optional(),
  City: z.string().optional(),
  Country: z.string().optional(),
  Product_Id: z.string().optional(),
  erasedAt: z.number().optional(),
});

const failureSchema = z.object({
  what: z.string(),
  next: z.string(),
  reference: z.string().nullable(),
  field: z.string().nullable(),
  isAboutValues: z.boolean().optional(),
  existing: z.object({ address: z.string().nullable(), amountFils: z.number().nullable() }).optional(),
});

/** Reads a row. Throws if its JSON does not have the shape this version writes. */
export const parseLink = (row: LinkRow): Link => ({
  id: row.id,
  nonce: row.nonce,
  teamId: row.team_id,
  enterpriseId: row.enterprise_id,
  channelId: row.channel_id,
  creatorId: row.maker_id,
  creatorName: row.maker_name,
  invoiceId: row.invoice_id,
  invoiceIdIsOurs: row.invoice_id_is_ours === 1,
  invoiceIdAsked: row.invoice_asked,
  replacesLinkId: row.replaces_link_id,
  besideLinkId: row.beside_link_id,
  state: row.state,
  version: row.version,
  amountFils: row.amount_fils,
  expiresAt: row.expires_at,
  details: linkDetailsSchema.parse(JSON.parse(row.request)),
  orderId: row.order_id,
  address: row.address,
  failure: row.failure === null ? null : failureSchema.parse(JSON.parse(row.failure)),
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
  payment: row.payment === null ? null : linkPaymentSchema.parse(JSON.parse(row.payment)),
  paidTwiceWith: row.paid_twice_with,
  checkDueAt: row.check_due_at,
  checkAttempts: row.check_attempts,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
