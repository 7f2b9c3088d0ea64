/** The app in a workspace, or in a whole organisation. */
export interface InstallationRow {
  /** Empty: the workspace is not in an organisation. */
  enterprise_id: string;
  /** Empty: an organisation-wide install. */
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
  /** The latest install here. */
  installed_at: number;
  /** The first install since any removal. */
  since: number;
  /** Also serves as the version of the sealed secrets. */
  updated_at: number;
  removed_at: number | null;
}

/** A workspace served by its organisation's install. */
export interface WorkspaceRow {
  team_id: string;
  enterprise_id: string;
  /** When it was added to the install, or sent its first request. */
  seen_at: number;
  /** When an admin took it out of the install; null: still served. */
  left_at: number | null;
}

/** A ticket that works once: an install's state, a private page's key. */
export interface TicketRow {
  token_hash: string;
  purpose: string;
  /** What it is valid for, as JSON. */
  subject: string;
  expires_at: number;
}

/** What `GET /pictures/{token}.png` shows for a limited time: a link's QR code, or stored bytes. */
export interface PictureRow {
  token_hash: string;
  team_id: string;
  link_id: string | null;
  bytes: Uint8Array | null;
  expires_at: number;
}

/** An open counter window, so that a restarted instance keeps updating it. */
export interface CounterWindowRow {
  view_id: string;
  team_id: string;
  link_id: string;
  /** Slack's version of what the window shows. */
  hash: string | null;
  opened_at: number;
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
  /** The workspace's choices, as JSON; other settings have their defaults. */
  chosen: string;
  set_by: string;
  set_at: number;
}

export interface ChannelSettingsRow {
  team_id: string;
  channel_id: string;
  /** The channel's choices, as JSON; other settings have their defaults. */
  chosen: string;
  set_by: string;
  set_at: number;
}

/** A person who has hidden the first steps in the app's home. */
export interface HiddenStepsRow {
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
  /** The id of the thing acted on: a link, an approval, a person. */
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
  /** `payment` or `other`; null: no answer yet. */
  answer: string | null;
  answered_by: string | null;
  answered_at: number | null;
}
