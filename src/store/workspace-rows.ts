/** The app in a workspace, or in all workspaces of an organisation. */
export interface InstallationRow {
  /** Empty: the workspace belongs to no organisation. */
  enterprise_id: string;
  /** Empty: the install serves the whole organisation. */
  team_id: string;
  /** The workspace's or the organisation's, as Slack wrote it at the install. */
  name: string;
  app_id: string;
  bot_user_id: string;
  /** Between commas. */
  scopes: string;
  /** Sealed; null: the app was removed, or its tokens were revoked. */
  bot_token: string | null;
  /** Sealed JSON of what the payment service knows the merchant by; null: not given yet, or removed. */
  credentials: string | null;
  installed_by: string;
  /** The newest install of this place. */
  installed_at: number;
  /** The first install since it was last removed. */
  since: number;
  /** Counts as the version of what is sealed. */
  updated_at: number;
  removed_at: number | null;
}

/** A workspace that is served by its organisation's install. */
export interface WorkspaceRow {
  team_id: string;
  enterprise_id: string;
  /** When it was added to the install, or first asked for something. */
  seen_at: number;
  /** When its admin took it out of the install; null: it is served. */
  left_at: number | null;
}

/** A promise on paper that is good once: the state of an install, the key of a private page. */
export interface TicketRow {
  token_hash: string;
  purpose: string;
  /** What it is good for, as JSON. */
  subject: string;
  expires_at: number;
}

/** What `GET /pictures/{token}.png` shows for a while: the QR code of a link, or bytes. */
export interface PictureRow {
  token_hash: string;
  team_id: string;
  link_id: string | null;
  bytes: Uint8Array | null;
  expires_at: number;
}

export interface MemberRow {
  team_id: string;
  user_id: string;
  role: string;
  set_by: string;
  set_at: number;
}

export interface SettingsRow {
  team_id: string;
  /** What a workspace chose, as JSON; the rest is as it is by default. */
  chosen: string;
  set_by: string;
  set_at: number;
}

export interface ChannelSettingsRow {
  team_id: string;
  channel_id: string;
  /** What was chosen for the channel, as JSON; the rest is as it is by default. */
  chosen: string;
  set_by: string;
  set_at: number;
}

export type ApprovalState = 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'lapsed';

/** A link that is not asked for before a second person has agreed. */
export interface ApprovalRow {
  id: string;
  /** The form's. */
  nonce: string;
  team_id: string;
  enterprise_id: string | null;
  channel_id: string;
  maker_id: string;
  maker_name: string;
  state: ApprovalState;
  amount_fils: number;
  /** The limit that it was above. */
  limit_fils: number;
  /** What the customer's links come to with this one, where only that is above the limit; null: this one alone is. */
  sum_fils: number | null;
  /** When the link itself would expire: there is nothing to approve any more. */
  expires_at: number;
  /** As in `links`. */
  request: string;
  /** Ids of links that the creator was shown as duplicates, as JSON. */
  acknowledged: string;
  /** As in `links`. */
  replaces_link_id: string | null;
  beside_link_id: string | null;
  decided_by: string | null;
  decided_at: number | null;
  /** The link that came of it. */
  link_id: string | null;
  card_channel_id: string | null;
  card_ts: string | null;
  /** As in `links`. */
  card_refusal: string | null;
  created_at: number;
}

/** Who did what, and never to which customer. */
export interface AuditEntryRow {
  id: string;
  team_id: string;
  at: number;
  actor_id: string;
  action: string;
  /** What it was done to: the id of a link, an approval, a person. */
  subject: string | null;
  /** As JSON. */
  detail: string | null;
}

export interface RowKindRow {
  team_id: string;
  /** The word without case and separators. */
  word_key: string;
  word: string;
  met_at: number;
  /** `payment` or `other`; null: nobody has said. */
  answer: string | null;
  answered_by: string | null;
  answered_at: number | null;
}
