import type { QrState } from './link-pictures.ts';
import type { LinkState } from './link-states.ts';
import type {
  ApprovalRow,
  AuditEntryRow,
  ChannelSettingsRow,
  InstallationRow,
  MemberRow,
  PictureRow,
  RowKindRow,
  SettingsRow,
  TicketRow,
  WorkspaceRow,
} from './workspace-rows.ts';

/**
 * Rows as both engines return them: instants are integer milliseconds since the epoch, money is integer
 * fils, JSON is text, truth is 0 or 1.
 */
export interface Schema {
  links: LinkRow;
  link_events: LinkEventRow;
  notices: NoticeRow;
  callbacks: CallbackRow;
  sweeps: SweepRow;
  jobs: JobRow;
  reports: ReportRow;
  daily_closes: DailyCloseRow;
  installations: InstallationRow;
  workspaces: WorkspaceRow;
  tickets: TicketRow;
  pictures: PictureRow;
  members: MemberRow;
  settings: SettingsRow;
  channel_settings: ChannelSettingsRow;
  approvals: ApprovalRow;
  audit_entries: AuditEntryRow;
  row_kinds: RowKindRow;
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
  /** What the person typed, where that number was used before and `invoice_id` went out in its place. */
  invoice_asked: string | null;
  /** `invoice_id`, unique in a workspace; null where an older row holds a number that another one has. */
  invoice_key: string | null;
  /** The link that this one is to take the place of, chosen when both were known. */
  replaces_link_id: string | null;
  /** A link for the same customer and amount that this one was made beside, as another sale. */
  beside_link_id: string | null;
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
  /** The thread that the card is in, where Slack said that it is in one. */
  card_thread_ts: string | null;
  /** Why `channel_id` did not take the card, as JSON, so that it is in the creator's messages. */
  card_refusal: string | null;
  qr_file_id: string | null;
  qr_state: QrState | null;
  /** How often it was uploaded. */
  qr_uploads: number;
  /**
   * What the e-mail and the phone are compared by, as hashes: null once customers' data was erased, and for an
   * e-mail that is the shop's own.
   */
  email_key: string | null;
  phone_key: string | null;
  /** What is known of the payment, as JSON. */
  payment: string | null;
  /** The other link for the same sale that was paid as well; null: none was. */
  paid_twice_with: string | null;
  /** Since when it is known as paid; null: it is not. */
  paid_at: number | null;
  /** When the service is next asked about this one link; null: the sweep of all open links serves it. */
  check_due_at: number | null;
  /** Checks since something last happened to the link. */
  check_attempts: number;
  /** When the creator is reminded of an unpaid link; null: never, or done. */
  nudge_at: number | null;
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
  /** Who delivers it at this moment; another may take it over after `lease_until`. */
  lease_token: string | null;
  lease_until: number;
  last_error: string | null;
  /** Its place among the notices written in the same transaction. */
  position: number;
  created_at: number;
  updated_at: number;
}

/** What came to a link's callback address: the inbox, written before the sender is answered. */
export interface CallbackRow {
  link_id: string;
  /** SHA-256 of the bytes that came: the same evidence twice is one row. */
  evidence_hash: string;
  received_at: number;
  /** The fields worth keeping, as JSON; never customer data. */
  evidence: string;
}

/** Work that goes round the clock, once for all instances: whoever moves `due_at` has the turn. */
export interface SweepRow {
  name: string;
  due_at: number;
}

export type NoticeState = 'waiting' | 'delivered' | 'dead';

/** Durable work that is not a notice of a link. */
export interface JobRow {
  id: string;
  team_id: string;
  kind: string;
  /** What makes it one and the same job, whoever writes it and how often. */
  key: string;
  /** What is to be done, as JSON; it never changes. */
  payload: string;
  /** How far it came, as JSON. */
  progress: string | null;
  state: JobState;
  attempts: number;
  due_at: number;
  /** Who works on it at this moment; another may take it over after `lease_until`. */
  lease_token: string | null;
  lease_until: number;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}

export type JobState = 'waiting' | 'done' | 'failed' | 'cancelled';

/** What somebody asked of a listing, so that buttons carry its id alone. */
export interface ReportRow {
  id: string;
  team_id: string;
  user_id: string;
  kind: string;
  /** Both ends inclusive. */
  span_from: number;
  span_to: number;
  is_shared: number;
  created_at: number;
}

/** A channel that gets the close of every day. */
export interface DailyCloseRow {
  team_id: string;
  channel_id: string;
  /** Minutes after midnight in the merchant's zone. */
  at_minute: number;
  set_by: string;
  set_at: number;
  /** The last day that was closed, or was before the first close: `2026-11-21`. */
  last_day: string;
  /** How far the last close counted, exclusive; null before the first one. */
  closed_until: number | null;
}
