import type { LinkState } from './link-states.ts';

/**
 * Rows as both engines return them: instants are integer milliseconds since the epoch, money is integer
 * fils, JSON is text, truth is 0 or 1.
 */
export interface Schema {
  links: LinkRow;
  link_events: LinkEventRow;
  notices: NoticeRow;
}

export interface LinkRow {
  id: string;
  /** Unique: the same form submitted twice finds its first row. */
  nonce: string;
  team_id: string;
  enterprise_id: string | null;
  channel_id: string;
  maker_id: string;
  /** As Slack wrote it when the link was made: a mention would notify its own author. */
  maker_name: string;
  invoice_id: string;
  /** 1 when the person gave no `Invoice_Id` and we made one. */
  invoice_id_is_ours: number;
  callback_token_hash: string;
  state: LinkState;
  /** Counts the state changes; also the key of the newest row in `link_events`. */
  version: number;
  amount_fils: number;
  expires_at: number;
  /** The request's fields as JSON, without `callback_url`, whose token is kept only as a hash. */
  request: string;
  order_id: string | null;
  address: string | null;
  /** Everything else that the service answered, as JSON. */
  answer: string | null;
  /** What went wrong, as JSON, for the person and for the log. */
  failure: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  qr_file_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface LinkEventRow {
  link_id: string;
  version: number;
  at: number;
  from_state: LinkState | null;
  to_state: LinkState;
  cause: string;
  /** What proves the change, as JSON; never customer data. */
  evidence: string | null;
}

export interface NoticeRow {
  id: string;
  /** Notices of one lane are delivered one after the other, in the order of their making. */
  lane: string;
  kind: string;
  link_id: string;
  detail: string | null;
  state: NoticeState;
  attempts: number;
  due_at: number;
  last_error: string | null;
  /** Its place among the notices written in the same transaction. */
  position: number;
  created_at: number;
  updated_at: number;
}

export type NoticeState = 'waiting' | 'delivered' | 'dead';
