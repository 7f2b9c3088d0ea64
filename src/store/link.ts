import { z } from 'zod';
import { type CardRefusal, parseCardRefusal } from './card-refusal.ts';
import { type LinkPayment, linkPaymentSchema } from './link-payment.ts';
import type { QrState } from './link-pictures.ts';
import type { LinkState } from './link-states.ts';
import type { LinkRow } from './schema.ts';

/** What went wrong with a link, in words for the person who made it. */
export interface LinkFailure {
  what: string;
  next: string;
  reference: string | null;
  /** The request field that the service complained of, when it named one. */
  field: string | null;
  /** The service refused what was typed, so the form is where it can be mended. */
  isAboutValues?: boolean | undefined;
  /** The link that already stands under the same reference, when the service refused a second one. */
  existing?: { address: string | null; amountFils: number | null } | undefined;
}

/** What the person asked for, under the interface's own names, without `callback_url`. */
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
  /** When the customer's data in here was erased, in milliseconds since the epoch. */
  erasedAt?: number | undefined;
}

export interface Card {
  /** As Slack named it when it took the card. */
  channelId: string;
  ts: string;
  /** The thread that replies go to, where the card itself is in one. */
  threadTs?: string | undefined;
}

export interface Link {
  id: string;
  nonce: string;
  teamId: string;
  enterpriseId: string | null;
  /** Where the card was asked to go: a channel, or its creator's id for their messages with the app. */
  channelId: string;
  creatorId: string;
  creatorName: string;
  invoiceId: string;
  invoiceIdIsOurs: boolean;
  /** What was typed, where that number was used before and `invoiceId` went out in its place: `INV-7` for `INV-7/2`. */
  invoiceIdAsked: string | null;
  /** The link that this one is to take the place of, by its creator's choice. It can still be paid. */
  replacesLinkId: string | null;
  /** A link for the same customer and amount that stood when this one was made as another sale. */
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
  /** Why the channel did not take the card, which is in its creator's messages instead. */
  cardRefusal: CardRefusal | null;
  qrFileId: string | null;
  /** Null: none was uploaded. */
  qrState: QrState | null;
  payment: LinkPayment | null;
  /** Id of the other link for the same sale that was paid as well. */
  paidTwiceWith: string | null;
  /** When the service is next asked about this one link. */
  checkDueAt: number | null;
  checkAttempts: number;
  createdAt: number;
  updatedAt: number;
}

/** A request as it is kept: without what has a column of its own. */
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

/** Reads a row; throws when the JSON in it is not what this version wrote. */
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
