import type { BatchListRow, BatchRowRow, BatchTableRow } from './batch-rows.ts';
import type { LinkState, QrState } from './link-states.ts';
import type {
  AuditEntryRow,
  ChannelSettingsRow,
  CounterWindowRow,
  HiddenStepsRow,
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
 * fils, JSON is text, booleans are 0 or 1.
 */
export interface Schema {
  links: LinkRow;
  link_events: LinkEventRow;
  callbacks: CallbackRow;
  sweeps: SweepRow;
  jobs: JobRow;
  reports: ReportRow;
  searches: SearchRow;
  schedules: ScheduleRow;
  daily_closes: DailyCloseRow;
  installations: InstallationRow;
  workspaces: WorkspaceRow;
  tickets: TicketRow;
  pictures: PictureRow;
  counter_windows: CounterWindowRow;
  members: MemberRow;
  settings: SettingsRow;
  channel_settings: ChannelSettingsRow;
  approvals: ApprovalRow;
  approval_asks: ApprovalAskRow;
  hidden_steps: HiddenStepsRow;
  audit_entries: AuditEntryRow;
  row_kinds: RowKindRow;
  batches: BatchTableRow;
  batch_rows: BatchRowRow;
  batch_lists: BatchListRow;
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

export interface LinkRow extends LinkOrderColumns {
  id: string;
  /** The owner: its creator, until it is handed over. */
  owner_id: string;
  invoice_id: string;
  /** 1 when the `Invoice_Id` was left blank and we generated one. */
  invoice_id_is_ours: number;
  /** The number as typed, if it was already used and `invoice_id` was sent instead. */
  invoice_asked: string | null;
  /** `invoice_id`, unique per workspace; null for older rows whose number another row also has. */
  invoice_key: string | null;
  callback_token_hash: string;
  state: LinkState;
  /** Counts the state changes; also the key of the newest row in `link_events`. */
  version: number;
  amount_fils: number;
  /** The request's fields as JSON, without `callback_url`, whose token is kept only as a hash. */
  request: string;
  order_id: string | null;
  /** The payout that includes its money. */
  payout_id: string | null;
  /** For a link in doubt: links created up to this time existed before it. Null: the clock was not set back. */
  witness_after: number | null;
  /** When that payout was made. */
  payout_at: number | null;
  address: string | null;
  /** Everything else in the service's answer, as JSON. */
  answer: string | null;
  /** What went wrong, as JSON, for the creator and for the log. */
  failure: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** The card's thread, if Slack said that it is in one. */
  card_thread_ts: string | null;
  /** Why the card could not be posted in `channel_id` and went to the creator's direct messages, as JSON. */
  card_refusal: string | null;
  qr_file_id: string | null;
  qr_state: QrState | null;
  /** How many times the QR picture was uploaded. */
  qr_uploads: number;
  /** The message with the QR picture in the card's thread; null: none, or the picture is in the card itself. */
  qr_channel_id: string | null;
  qr_ts: string | null;
  /**
   * Hashes to compare e-mail and phone by. Null once the customer's data has been erased, and for the shop's own
   * e-mail.
   */
  email_key: string | null;
  phone_key: string | null;
  /** The customer's name, phone digits and e-mail, for searches; null once erased or forgotten. */
  customer: string | null;
  /** When an admin asked to forget the customer, if the link still needs the data. */
  forgotten_at: number | null;
  /** What we know about the payment, as JSON. */
  payment: string | null;
  /** The other link for the same sale that was also paid; null: none. */
  paid_twice_with: string | null;
  /** When we learned that it is paid; null: not paid. */
  paid_at: number | null;
  /** When we next ask the service about this link; null: left to the sweep of all open links. */
  check_due_at: number | null;
  /** Checks since something last happened to the link. */
  check_attempts: number;
  /** When its own record first said paid while no transaction showed the amount; null: not yet. */
  awaited_since: number | null;
  /** The batch it is a row of; null: none. */
  batch_id: string | null;
  /** When the owner is reminded of an unpaid link; null: never, or done. */
  nudge_at: number | null;
  /** How many reminders were sent to the customer. */
  reminded_count: number;
  reminded_at: number | null;
  /** The window of the last reminder, in which a second press does not count. */
  reminded_in: string | null;
  created_at: number;
  updated_at: number;
}

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'lapsed'] as const;

export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** A link that is not requested until a second person approves. */
export interface ApprovalRow extends LinkOrderColumns {
  id: string;
  state: ApprovalState;
  amount_fils: number;
  /** The limit it exceeded. */
  limit_fils: number;
  /** The customer's total including this link, if only the total exceeds the limit; null: this amount alone does. */
  sum_fils: number | null;
  /** As in `links`. */
  request: string;
  /** Ids of links the creator was shown as duplicates, as JSON. */
  acknowledged: string;
  decided_by: string | null;
  decided_at: number | null;
  /** The link it led to. */
  link_id: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** As in `links`. */
  card_refusal: string | null;
  created_at: number;
}

/** Someone who was asked by direct message to approve a request. */
export interface ApprovalAskRow {
  team_id: string;
  approval_id: string;
  user_id: string;
  round: number;
  reason: string;
  asked_at: number;
  channel_id: string | null;
  ts: string | null;
}

interface LinkEventRow {
  link_id: string;
  version: number;
  at: number;
  from_state: LinkState | null;
  to_state: LinkState;
  cause: string;
  /** What proves the change, as JSON; never customer data. */
  evidence: string | null;
}

/** The inbox of a link's callback address, written before the sender gets a response. */
interface CallbackRow {
  link_id: string;
  /** SHA-256 of the bytes received: the same evidence twice is one row. */
  evidence_hash: string;
  received_at: number;
  /** The fields worth keeping, as JSON; never customer data. */
  evidence: string;
  /** When to check its link; null: that check was planned or made. */
  check_at: number | null;
}

/** Recurring work, done once for all instances: the instance that moves `due_at` gets the turn. */
interface SweepRow {
  name: string;
  due_at: number;
}

/** Work that outlives the request that caused it. */
export interface JobRow {
  id: string;
  team_id: string;
  kind: string;
  /** Identifies the job, however often and by whichever process it is added. */
  key: string;
  /** Jobs of one lane run one after the other, in order of creation; null: it waits for no other. */
  lane: string | null;
  /** Its position among the jobs of its lane written in the same transaction. */
  position: number;
  /** The link it is about. */
  link_id: string | null;
  /** What to do, as JSON; never changes. */
  payload: string;
  /** How far it has got, as JSON. */
  progress: string | null;
  state: JobState;
  attempts: number;
  due_at: number;
  /** The process working on it; another may take it over after `lease_until`. */
  lease_token: string | null;
  lease_until: number;
  last_error: string | null;
  /** In a lane, its place, which may differ from when it was written. */
  created_at: number;
  updated_at: number;
}

export type JobState = 'waiting' | 'done' | 'failed' | 'cancelled';

/** A saved query on a listing, so that buttons only need to carry its id. */
interface ReportRow {
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

/** A person's search, so that buttons only need to carry its id. */
interface SearchRow {
  id: string;
  team_id: string;
  user_id: string;
  /** The query, as JSON. May name a customer, so it is deleted within days. */
  query: string;
  /** The link after which each page starts, as JSON. */
  starts: string;
  created_at: number;
}

/** An export or a summary that repeats. */
interface ScheduleRow {
  id: string;
  team_id: string;
  kind: 'export' | 'weekly-summary';
  /** Null: `user_id` gets it. */
  channel_id: string | null;
  user_id: string;
  every: 'day' | 'week' | 'month';
  on_day: number;
  at_minute: number;
  /** As JSON; never customer data. */
  what: string;
  set_by: string;
  set_at: number;
}

/** A channel that gets the daily close. */
interface DailyCloseRow {
  team_id: string;
  channel_id: string;
  /** Minutes after midnight in the merchant's zone. */
  at_minute: number;
  set_by: string;
  set_at: number;
  /** The last day closed, or the day before the first close: `2026-11-21`. */
  last_day: string;
  /** The end of the last close's period, exclusive; null before the first close. */
  closed_until: number | null;
}
