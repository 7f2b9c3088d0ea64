import type { LinkDetails } from './link.ts';
import type { LinkRow } from './schema.ts';

export interface NewLink {
  id: string;
  nonce: string;
  teamId: string;
  enterpriseId: string | null;
  channelId: string;
  makerId: string;
  makerName: string;
  invoiceId: string;
  invoiceIdIsOurs: boolean;
  /** SHA-256 in hex; the token itself is never stored. */
  callbackTokenHash: string;
  amountFils: number;
  expiresAt: number;
  details: LinkDetails;
  at: number;
}

/** The row of a link of which the service knows nothing yet. */
export const buildLinkRow = (link: NewLink): LinkRow => ({
  id: link.id,
  nonce: link.nonce,
  team_id: link.teamId,
  enterprise_id: link.enterpriseId,
  channel_id: link.channelId,
  maker_id: link.makerId,
  maker_name: link.makerName,
  invoice_id: link.invoiceId,
  invoice_id_is_ours: link.invoiceIdIsOurs ? 1 : 0,
  callback_token_hash: link.callbackTokenHash,
  state: 'reserved',
  version: 1,
  amount_fils: link.amountFils,
  expires_at: link.expiresAt,
  request: JSON.stringify(link.details),
  order_id: null,
  address: null,
  answer: null,
  failure: null,
  card_channel_id: null,
  card_ts: null,
  qr_file_id: null,
  created_at: link.at,
  updated_at: link.at,
});
