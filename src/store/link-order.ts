/** What someone orders with the form: the same from the submitted form to the link, with or without an approval. */
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
  /** A link for the same customer and amount that already existed; the creator ordered this one for a separate sale. */
  besideLinkId: string | null;
  /** The batch it is a row of. Its links post no cards of their own. */
  batchId?: string;
}

export interface LinkOrderColumns {
  /** Unique: submitting the same form twice finds the first row. */
  nonce: string;
  team_id: string;
  channel_id: string;
  thread_ts: string | null;
  maker_id: string;
  /** The name as Slack gave it when the form was submitted. Not a mention, which would notify the creator. */
  maker_name: string;
  expires_at: number;
  replaces_link_id: string | null;
  beside_link_id: string | null;
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
});
