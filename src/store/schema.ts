import type { LinkState, QrState } from './link-states.ts';

/**
 * Rows as both engines return them: instants are integer milliseconds since the epoch, money is integer
 * fils, JSON is text, booleans are 0 or 1. What a parsed row explains of a column, as `Link` does, is not repeated here.
 */
export interface Schema {
  links: LinkRow;
  link_events: LinkEventRow;
  callbacks: CallbackRow;
  kept_records: KeptRecordRow;
  first_words: FirstWordRow;
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
  taught_words: TaughtWordRow;
  batches: BatchTableRow;
  batch_rows: BatchRowRow;
  batch_lists: BatchListRow;
  forgotten_customers: ForgottenCustomerRow;
  meta: MetaRow;
  missing_links: MissingLinkRow;
  accounts: AccountRow;
  transaction_readings: TransactionReadingRow;
}

export interface LinkOrderColumns {
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
  /** The account at the payment service that it belongs to; null: made before accounts were kept. */
  account: string | null;
}

export interface LinkRow extends LinkOrderColumns {
  id: string;
  owner_id: string;
  invoice_id: string;
  /** 1 when the `Invoice_Id` was left blank and we generated one. */
  invoice_id_is_ours: number;
  invoice_asked: string | null;
  /** `invoice_id` without case and spaces, unique per workspace; null for older rows whose number another row also has. */
  invoice_key: string | null;
  callback_token_hash: string;
  state: LinkState;
  /** Counts the state changes; also the key of the newest row in `link_events`. */
  version: number;
  amount_fils: number;
  /** The request's fields as JSON, without `callback_url`, whose token is kept only as a hash. */
  request: string;
  order_id: string | null;
  payout_id: string | null;
  /** For a link in doubt: links created up to this time existed before it. Null: the clock was not set back. */
  witness_after: number | null;
  payout_at: number | null;
  address: string | null;
  /** What went wrong, as JSON, for the creator and for the log. */
  failure: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** The card's thread, if Slack said that it is in one. */
  card_thread_ts: string | null;
  card_refusal: string | null;
  /** The `version` that the card shows; 0: it shows none yet. Null: no card, or an older version of Paylink posted it. */
  card_shown: number | null;
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
  forgotten_at: number | null;
  /** What we know about the payment, as JSON. */
  payment: string | null;
  paid_twice_with: string | null;
  /** When we learned that it is paid; null: not paid. */
  paid_at: number | null;
  /** When we next ask the service about this link; null: left to the sweep. */
  check_due_at: number | null;
  /** Checks since something last happened to the link. */
  check_attempts: number;
  /** When it was requested again under the same number; null: it was requested once, when it was created. */
  asked_at: number | null;
  /** Where people read that nobody knows whether it exists, as JSON: see `DoubtPlace`. */
  doubt_places: string | null;
  /** Of the last form that repeated its order. */
  repeat_nonce: string | null;
  /** When its own record first said paid while no transaction showed the amount; null: not yet. */
  awaited_since: number | null;
  batch_id: string | null;
  /** When the owner is reminded of an unpaid link; null: never, or done. */
  nudge_at: number | null;
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
  limit_fils: number;
  sum_fils: number | null;
  request: string;
  /** The links for the same customer and amount that the person was shown, as they stood: `ShownLink[]` as JSON. */
  shown: string;
  decided_by: string | null;
  decided_at: number | null;
  link_id: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  card_refusal: string | null;
  created_at: number;
}

/** Someone who was asked by direct message to approve a request. */
interface ApprovalAskRow {
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

/** One record of the service that concerned a link: see `KeptRecord`. */
export interface KeptRecordRow {
  link_id: string;
  record_key: string;
  kind: 'link' | 'transaction';
  via: 'id' | 'listing';
  /** What of it votes, ties, or is a time, as JSON; never customer data. */
  record: string;
  /** As JSON. */
  began: string | null;
  first_seen_at: number;
  last_seen_at: number;
}

/** What a link’s own record began with: see `FirstWordStore`. */
interface FirstWordRow {
  team_id: string;
  link_id: string;
  name: string;
  word: string;
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
  lane: string | null;
  /** Its position among the jobs of its lane written in the same transaction. */
  position: number;
  link_id: string | null;
  /** What to do, as JSON; never changes. */
  payload: string;
  progress: string | null;
  state: JobState;
  attempts: number;
  due_at: number;
  /** The process working on it; another may take it over after `lease_until`. */
  lease_token: string | null;
  lease_until: number;
  last_error: string | null;
  /** When it first failed for a reason that nobody knows. */
  unclear_since: number | null;
  /** When its tries ran out; null: they have not, or it failed for a reason of its own. */
  given_up_at: number | null;
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
  channel_id: string | null;
  user_id: string;
  every: 'day' | 'week' | 'month';
  on_day: number;
  at_minute: number;
  /** As JSON; never customer data. */
  what: string;
  set_by: string;
  set_at: number;
  account: string | null;
}

/** A channel that gets the daily close. */
interface DailyCloseRow {
  team_id: string;
  channel_id: string;
  at_minute: number;
  set_by: string;
  set_at: number;
  last_day: string;
  closed_until: number | null;
}

/** The app in a workspace, or in a whole organisation. */
export interface InstallationRow {
  enterprise_id: string;
  team_id: string;
  /** Name of the workspace or organisation, as Slack gave it at the install. */
  name: string;
  app_id: string;
  bot_user_id: string;
  /** Comma-separated. */
  scopes: string;
  /** Sealed; null: the app was removed, or its tokens were revoked. */
  bot_token: string | null;
  /** Sealed JSON of the merchant's credentials at the payment service; null: not set yet, or removed. */
  credentials: string | null;
  installed_by: string;
  installed_at: number;
  /** The first install since any removal. */
  since: number;
  /** Also serves as the version of the sealed secrets. */
  updated_at: number;
  removed_at: number | null;
}

/** A workspace served by its organisation's install. */
interface WorkspaceRow {
  team_id: string;
  enterprise_id: string;
  /** When it was added to the install, or sent its first request. */
  seen_at: number;
  /** When an admin took it out of the install; null: still served. */
  left_at: number | null;
}

/** A ticket that works once: an install's state, a private page's key. */
interface TicketRow {
  token_hash: string;
  purpose: string;
  /** What it is valid for, as JSON. */
  subject: string;
  expires_at: number;
}

/** What `GET /pictures/{token}.png` shows for a limited time: a link's QR code, or stored bytes. */
interface PictureRow {
  token_hash: string;
  team_id: string;
  link_id: string | null;
  bytes: Uint8Array | null;
  expires_at: number;
}

/** An open counter window, so that a restarted instance keeps updating it. */
interface CounterWindowRow {
  view_id: string;
  team_id: string;
  link_id: string;
  hash: string | null;
  opened_at: number;
}

interface MemberRow {
  team_id: string;
  user_id: string;
  role: string;
  set_by: string;
  set_at: number;
}

interface SettingsRow {
  team_id: string;
  /** The workspace's choices, as JSON; other settings have their defaults. */
  chosen: string;
  set_by: string;
  set_at: number;
}

interface ChannelSettingsRow {
  team_id: string;
  channel_id: string;
  /** The channel's choices, as JSON; other settings have their defaults. */
  chosen: string;
  set_by: string;
  set_at: number;
}

/** A person who has hidden the first steps in the app's home. */
interface HiddenStepsRow {
  team_id: string;
  user_id: string;
  hidden_at: number;
}

/** Who did what; never customer data. */
export interface AuditEntryRow {
  id: string;
  team_id: string;
  at: number;
  actor_id: string;
  action: string;
  subject: string | null;
  detail: string | null;
}

/** A word of the service under a name, and what an admin said it means. */
export interface TaughtWordRow {
  team_id: string;
  name: string;
  word_key: string;
  word: string;
  path: string;
  link_id: string | null;
  asked_at: number;
  /** One of `TAUGHT_SAYS`; null: no answer yet. */
  says: string | null;
  said_by: string | null;
  said_at: number | null;
  agreed_by: string | null;
  /** From when on it counts; null: somebody else has to agree first. */
  agreed_at: number | null;
}

export const BATCH_STATES = [
  'preview',
  'asked',
  'running',
  'paused',
  'done',
  'cancelled',
  'declined',
  'withdrawn',
] as const;

/** `preview`: not confirmed yet. `asked`: waits for a second person's approval. */
export type BatchState = (typeof BATCH_STATES)[number];

/**
 * `new`: in a preview. `waiting`: its link is still to be made. `held`: something is new about its customer, so a person
 * is asked again before it is made. `made`: it has a link, which may have failed since. `refused`: no link can be made
 * from it. `left`: the person left it out, or cancelled the batch before it was made.
 */
export type BatchRowState = 'new' | 'waiting' | 'held' | 'made' | 'refused' | 'left';

/** A file of rows, each of which becomes a link. */
export interface BatchTableRow {
  id: string;
  team_id: string;
  channel_id: string;
  maker_id: string;
  maker_name: string;
  state: BatchState;
  file_name: string;
  /** As JSON, in the file's order. */
  headings: string;
  rows: number;
  sum_fils: number;
  /** The limit it exceeds, so that a second person must approve; null: none. */
  limit_fils: number | null;
  /** Why it paused by itself, as text for people. */
  trouble: string | null;
  /** How many times it was started. */
  runs: number;
  decided_by: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** When the customers' data of its rows was erased. */
  erased_at: number | null;
  list_id: string | null;
  account: string | null;
  /** The other account that its person was asked about. */
  account_asked: string | null;
  created_at: number;
  updated_at: number;
}

/** A batch that repeats every month, as a preview. */
export interface BatchListRow {
  id: string;
  team_id: string;
  source_id: string;
  preview_id: string | null;
  keeper_id: string;
  day: number;
  at_minute: number;
  next_on: string;
  set_at: number;
  stopped_at: number | null;
}

export interface BatchRowRow {
  batch_id: string;
  number: number;
  state: BatchRowState;
  /** The nonce of its link. At another account the row is another order, and has a new one. */
  nonce: string;
  tries: number;
  /** The row's cells, as JSON; null: erased. */
  cells: string | null;
  /** The request to send, as JSON; null: it has faults, or was erased. */
  request: string | null;
  amount_fils: number | null;
  expires_at: number | null;
  /** Its faults, as JSON; null: none. */
  faults: string | null;
  twin_of: number | null;
  /** Links for the same customer and amount, as they stood when shown: `ShownLink[]` as JSON; null: none. */
  shown: string | null;
}

/** A customer that an admin asked to forget, while some of the data has to stay. */
export interface ForgottenCustomerRow {
  id: string;
  team_id: string;
  at: number;
  phone_key: string;
  email_key: string | null;
  /** What free text is compared by, as JSON: see `CustomerWords`. */
  words: string;
}

/** A value of the database as a whole. */
export interface MetaRow {
  name: string;
  value: string;
}

/** The account at the payment service that a workspace's new work belongs to. */
interface AccountRow {
  team_id: string;
  /** The service's account id. */
  account: string;
  /** The host of the service's base address. */
  host: string;
  /** The account that rows without one belong to. */
  first_account: string;
  /** Null: the first account, which needs no confirmation, or `paylink adopt`. */
  confirmed_by: string | null;
  confirmed_at: number;
}

/** How far the transactions of an account were read: see `TransactionReading`. */
interface TransactionReadingRow {
  team_id: string;
  account: string;
  since_at: number | null;
  until_at: number | null;
  whole_at: number;
}

/** A link that the service lists under a number of this database, and that has no row in `links`. */
export interface MissingLinkRow {
  team_id: string;
  invoice_id: string;
  order_id: string | null;
  amount_fils: number | null;
  found_at: number;
}
