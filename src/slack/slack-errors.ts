/**
 * What a refusal means to the caller. `passing`: we keep the state and try again. `permanent`: this request will never
 * work; `elsewhere` says whether another conversation may accept what this one refused.
 */
export const MEANINGS = {
  /** Goes away by itself. */
  later: { kind: 'passing' },
  /**
   * Slack does not say whether it passes, as with any code that is not in the table. It is tried for a day, also in plain
   * form, and counts neither as done nor as refused.
   */
  unclear: { kind: 'passing' },
  /** The token is no longer valid, or not valid here. The operator has to replace it or install the app again. */
  token: { kind: 'passing' },
  /** The token may not do this one thing until a person permits it or installs the app again. */
  scope: { kind: 'passing' },
  /** The channel does not accept our messages. */
  closed: { kind: 'permanent', elsewhere: true },
  /** Nothing left to write into: someone deleted the message. */
  gone: { kind: 'permanent', elsewhere: true },
  /** Blocks that Slack may accept one day and refuse the next, for example while it processes a picture in them. */
  blocks: { kind: 'permanent', elsewhere: false },
  /** No conversation would accept this message. */
  unsayable: { kind: 'permanent', elsewhere: false },
  /** Slack would accept the message without its picture. */
  picture: { kind: 'permanent', elsewhere: true },
  /** The same, but the picture is gone: uploading it again may help. */
  pictureGone: { kind: 'permanent', elsewhere: true },
  /** The view changed or was closed in the meantime. */
  overtaken: { kind: 'permanent', elsewhere: true },
  /** A trigger opens one view. */
  triggerUsed: { kind: 'permanent', elsewhere: true },
  /** It opens one within three seconds of the click. */
  triggerExpired: { kind: 'permanent', elsewhere: true },
  /** The trigger was given to another app, or is none. */
  triggerForeign: { kind: 'permanent', elsewhere: false },
  /** A `response_url` takes five posts within thirty minutes. */
  addressUsed: { kind: 'permanent', elsewhere: true },
  /** The run of a workflow has ended. */
  ended: { kind: 'permanent', elsewhere: false },
  /** The app is no longer installed. */
  removed: { kind: 'permanent', elsewhere: false },
  /** Slack refuses this one request. */
  refused: { kind: 'permanent', elsewhere: true },
} as const satisfies Record<string, { kind: 'passing' } | { kind: 'permanent'; elsewhere: boolean }>;

export type Meaning = keyof typeof MEANINGS;

interface SlackError {
  why: Meaning;
  /** What it says about the conversation. */
  place?: 'not-there' | 'archived' | 'restricted';
  /** It may be due to the picture in a message, though it passes. */
  isAboutPicture?: true;
  /** It may be due to a block that Slack cannot handle, though it passes. */
  isAboutForm?: true;
  /** To the person whose message was refused. */
  message?: string;
  /** To the person who asked for a file. */
  file?: { what: string; next: string };
  /** To the operator, about the token they gave. */
  botToken?: string;
  appToken?: string;
}

const AGAIN = 'Then ask for the file again.';
const BLOCKED_TYPE = {
  what: 'This workspace does not allow files of this type.',
  next: `Try the other format, CSV or XLSX, or ask an admin of your Slack to allow both. ${AGAIN}`,
};
const NO_UPLOADS = {
  what: 'This workspace does not allow files from apps.',
  next: `Ask an admin of your Slack to allow file uploads. ${AGAIN} Until then the table shows the rows page by page.`,
};
const NO_ROOM = {
  what: 'This workspace’s file storage is full.',
  next: `Ask an admin of your Slack to delete old files or buy more storage. ${AGAIN}`,
};
const NOT_PERMITTED = {
  what: 'Paylink has no permission to send files in this workspace.',
  next: `Ask the person who installed Paylink to install it again. ${AGAIN}`,
};
const DELETED = 'It was deleted.';
const NO_PERMISSION =
  'Paylink has no permission for this. Ask an admin of your Slack, or the person who installed it to install it again.';

const WAIT = 'Wait a minute and try again.';
const COPY_BOT_TOKEN =
  'Copy the Bot User OAuth Token from OAuth & Permissions of your Slack app into SLACK_BOT_TOKEN.';
const COPY_APP_TOKEN =
  'Make an app-level token with the scope connections:write under Basic Information > App-Level Tokens of your Slack app, and put it into SLACK_APP_TOKEN.';

/**
 * Every Slack error code that Paylink knows, from the error lists in Slack's method references. No other file names a
 * code; they all ask here.
 */
const ERRORS = {
  ratelimited: { why: 'later', botToken: WAIT, appToken: WAIT },
  rate_limited: { why: 'later' },
  message_limit_exceeded: { why: 'later' },
  internal_error: { why: 'later', isAboutForm: true },
  fatal_error: { why: 'later', isAboutForm: true },
  service_unavailable: { why: 'later' },
  request_timeout: { why: 'later' },
  accesslimited: { why: 'later' },
  team_added_to_org: { why: 'later' },
  org_login_required: { why: 'later' },
  external_channel_migrating: { why: 'later' },
  ekm_access_denied: { why: 'later' },
  update_failed: { why: 'later' },
  block_mismatch: { why: 'unclear' },
  streaming_state_conflict: { why: 'later' },
  enterprise_is_restricted: { why: 'unclear' },
  two_factor_setup_required: { why: 'unclear' },
  team_not_found: { why: 'unclear' },
  user_not_found: { why: 'unclear' },
  user_not_in_channel: { why: 'unclear' },
  is_bot: { why: 'unclear' },
  bot_not_found: { why: 'unclear' },
  cant_broadcast_message: { why: 'unclear' },
  no_dual_broadcast_content_update: { why: 'unclear' },
  cant_delete_message: { why: 'unclear' },
  cant_delete_file: { why: 'unclear' },
  delete_not_allowed: { why: 'unclear' },
  not_visible: { why: 'unclear' },
  not_enabled: { why: 'unclear' },
  deprecated_endpoint: { why: 'unclear' },
  method_deprecated: { why: 'unclear' },
  /** What we send is not what Slack reads: our fault, or something between that changed it. */
  invalid_form_data: { why: 'unclear' },
  invalid_payload: { why: 'unclear' },
  invalid_arg_name: { why: 'unclear' },
  invalid_array_arg: { why: 'unclear' },
  invalid_charset: { why: 'unclear' },
  invalid_post_type: { why: 'unclear' },
  missing_post_type: { why: 'unclear' },
  missing_argument: { why: 'unclear' },
  missing_args: { why: 'unclear' },
  insecure_request: { why: 'unclear' },
  markdown_text_conflict: { why: 'unclear' },
  metadata_must_be_sent_from_app: { why: 'unclear' },
  alt_txt_too_large: { why: 'unclear' },
  channels_limit_exceeded: { why: 'unclear' },
  snippet_too_large: { why: 'unclear' },
  duplicate_external_id: { why: 'unclear' },
  push_limit_reached: { why: 'unclear' },
  file_update_failed: { why: 'later', isAboutPicture: true },

  invalid_auth: { why: 'token' },
  not_authed: { why: 'token' },
  token_revoked: {
    why: 'token',
    botToken: `The token was revoked. Install the app again. ${COPY_BOT_TOKEN}`,
  },
  token_expired: {
    why: 'token',
    botToken: `Token rotation is on for the app, and Slack does not turn it off again: make a new app from the manifest. ${COPY_BOT_TOKEN}`,
  },
  account_inactive: {
    why: 'token',
    botToken: `The app was removed from the workspace. Install it again. ${COPY_BOT_TOKEN}`,
  },
  not_allowed_token_type: {
    why: 'token',
    file: NOT_PERMITTED,
    botToken: `This is another kind of token. ${COPY_BOT_TOKEN}`,
    appToken: `It is a token of another kind. ${COPY_APP_TOKEN}`,
  },
  team_access_not_granted: { why: 'token' },

  missing_scope: {
    why: 'scope',
    message: 'Paylink lacks a permission. Ask the person who installed it to install it again.',
    file: NOT_PERMITTED,
  },
  no_permission: { why: 'scope', message: NO_PERMISSION, file: NOT_PERMITTED },
  app_access_restricted: { why: 'scope', message: NO_PERMISSION, file: NOT_PERMITTED },

  not_in_channel: { why: 'closed', place: 'not-there' },
  channel_not_found: { why: 'closed', place: 'not-there' },
  invalid_channel: { why: 'closed' },
  is_archived: { why: 'closed', place: 'archived' },
  is_inactive: { why: 'closed', place: 'archived' },
  restricted_action: { why: 'closed', place: 'restricted' },
  restricted_action_read_only_channel: { why: 'closed', place: 'restricted' },
  restricted_action_thread_only_channel: { why: 'closed', place: 'restricted' },
  restricted_action_non_threadable_channel: { why: 'closed', place: 'restricted' },
  restricted_action_thread_locked: { why: 'closed', place: 'restricted' },
  posting_to_general_channel_denied: { why: 'closed' },
  posting_to_channel_denied: { why: 'closed' },
  /** Of a conversation between a person and the app. */
  messages_tab_disabled: { why: 'closed', place: 'restricted' },

  message_not_found: { why: 'gone', message: DELETED },
  cant_update_message: { why: 'gone' },
  edit_window_closed: {
    why: 'gone',
    message: 'Your workspace does not let old messages be edited.',
  },
  thread_not_found: { why: 'gone', message: DELETED },
  cannot_reply_to_message: { why: 'gone', message: 'It was deleted, or takes no replies.' },

  invalid_blocks: { why: 'blocks' },
  invalid_blocks_format: { why: 'blocks' },
  msg_blocks_too_long: { why: 'blocks' },
  invalid_attachments: { why: 'blocks' },
  attachment_payload_limit_exceeded: { why: 'blocks' },
  too_many_contact_cards: { why: 'blocks' },
  view_too_large: { why: 'blocks' },
  /** For a view, also: it preselects a channel that this person cannot see. */
  invalid_arguments: { why: 'blocks' },

  msg_too_long: { why: 'unsayable' },
  no_text: { why: 'unsayable' },
  too_many_attachments: { why: 'unsayable' },
  metadata_too_large: { why: 'unsayable' },
  invalid_metadata_format: { why: 'unsayable' },
  invalid_metadata_schema: { why: 'unsayable' },

  blocked_file_type: { why: 'picture', file: BLOCKED_TYPE },
  slack_connect_blocked_file_type: { why: 'picture', file: BLOCKED_TYPE },
  slack_connect_file_link_sharing_blocked: { why: 'picture' },
  slack_connect_canvas_sharing_blocked: { why: 'picture' },
  slack_connect_clip_sharing_blocked: { why: 'picture' },
  slack_connect_lists_sharing_blocked: { why: 'picture' },
  slack_connect_file_upload_sharing_blocked: {
    why: 'picture',
    file: {
      what: 'Files can’t be shared with the other company in that channel.',
      next: 'Ask for the file as a direct message.',
    },
  },
  unable_to_share_files: { why: 'picture' },
  max_file_sharing_exceeded: { why: 'picture' },
  file_share_limit_reached: { why: 'picture' },
  file_not_found: { why: 'pictureGone' },
  file_deleted: { why: 'pictureGone' },
  file_is_deleted: { why: 'pictureGone' },
  missing_file_data: { why: 'pictureGone' },

  user_disabled: { why: 'refused' },
  cannot_dm_bot: { why: 'refused' },

  file_uploads_disabled: { why: 'refused', file: NO_UPLOADS },
  file_uploads_except_images_disabled: {
    why: 'refused',
    file: { ...NO_UPLOADS, what: 'This workspace allows only pictures as files.' },
  },
  file_type_not_allowed: { why: 'refused', file: BLOCKED_TYPE },
  storage_limit_reached: { why: 'refused', file: NO_ROOM },
  file_upload_size_restricted: {
    why: 'refused',
    file: {
      what: 'The file is larger than this workspace allows.',
      next: 'Ask for fewer days at once.',
    },
  },

  execution_not_in_running_state: { why: 'ended' },
  function_execution_not_found: { why: 'refused' },
  parameter_validation_failed: { why: 'refused' },
  /** Of a run of a workflow. */
  access_denied: { why: 'unclear' },

  hash_conflict: { why: 'overtaken' },
  not_found: { why: 'overtaken' },
  exchanged_trigger_id: { why: 'triggerUsed' },
  trigger_exchanged: { why: 'triggerUsed' },
  expired_trigger_id: { why: 'triggerExpired' },
  /** The trigger is not from this token's app. */
  invalid_trigger_id: { why: 'triggerForeign' },
  used_url: { why: 'addressUsed' },
  expired_url: { why: 'addressUsed' },
  forbidden_team: {
    why: 'refused',
    appToken: 'Turn Socket Mode on in the settings of your Slack app.',
  },
} as const satisfies Record<string, SlackError>;

type SlackCode = keyof typeof ERRORS;

/** Slack keeps adding codes for channel restrictions, all with this beginning. */
const RESTRICTIONS = 'restricted_action_';

const isKnown = (code: string): code is SlackCode => Object.hasOwn(ERRORS, code);

const readSlackError = (code: string): SlackError => {
  if (isKnown(code)) return ERRORS[code];
  return code.startsWith(RESTRICTIONS) ? ERRORS.restricted_action : { why: 'unclear' };
};

/** What Slack's code means to the caller. */
export const readSlackCode = (code: string): Meaning => readSlackError(code).why;

/** What the code says about the conversation; null: it is about something else. */
export const readPlaceTrouble = (code: string): NonNullable<SlackError['place']> | null =>
  readSlackError(code).place ?? null;

/** Whether the picture in the message may be the cause, even of an error that passes. */
export const isAboutPicture = (code: string): boolean => readSlackError(code).isAboutPicture ?? false;

/** Whether a block in the message may be the cause, even of an error that passes. */
export const isAboutForm = (code: string): boolean => readSlackError(code).isAboutForm ?? false;

/** The codes that only a person can mend, by a permission or a new installation. */
export const codesForAPerson = (): string[] =>
  Object.entries<SlackError>(ERRORS).flatMap(([code, { why }]) => (why === 'scope' ? [code] : []));

/** An explanation for the person whose message Slack refused; null: we have only the code. */
export const explainMessageRefusal = (code: string): string | null => readSlackError(code).message ?? null;

/** To a person whose request came from another app than the token. */
export const FOREIGN_TOKEN =
  'Slack doesn’t open windows for this app with Paylink’s token: it is the token of another app. Tell the person who runs Paylink: SLACK_BOT_TOKEN and the signing secret must be of one app.';

/** To a person who uses Paylink while Slack refuses its token. */
export const explainRefusedToken = (code: string): string =>
  `Slack refuses Paylink’s token (\`${code}\`): until it is replaced, Paylink opens no windows and posts nothing here. Tell the person who runs Paylink: the app must be installed again.`;

/** Why Slack refuses a file, and what to do about it. */
export const explainFileRefusal = (code: string): { what: string; next: string } => {
  const { file } = readSlackError(code);
  return file
    ? { what: `${file.what} (${code})`, next: file.next }
    : {
        what: `Slack refused the file (${code}).`,
        next: 'If it happens again, tell the person who runs Paylink.',
      };
};

/** What to do about a bot token that Slack rejects. `code` null: Slack does not say why. */
export const explainBotToken = (code: string | null): string =>
  (code === null ? undefined : readSlackError(code).botToken) ?? COPY_BOT_TOKEN;

/** What to do about an app-level token that Slack rejects. */
export const explainAppToken = (code: string): string => readSlackError(code).appToken ?? COPY_APP_TOKEN;

/** Slack's answer when all five posts to a `response_url` are used. */
export const RESPONSE_URL_USED_UP = 'used_url' satisfies SlackCode;
/** Slack's answer for a channel id that it does not know, or no longer knows. */
export const CHANNEL_NOT_FOUND = 'channel_not_found' satisfies SlackCode;
/** Slack's answer for a file that was deleted. */
export const FILE_DELETED = 'file_deleted' satisfies SlackCode;
/** Slack's answer to a call that the token has no scope for. */
export const MISSING_SCOPE = 'missing_scope' satisfies SlackCode;
/** Slack's answer to too many calls. */
export const RATE_LIMITED = 'ratelimited' satisfies SlackCode;
