/**
 * What the page and the local Slack's server say to each other. Everything lives under `/_play`, takes and
 * gives JSON, and names its actor with `as` (a person's id). Types only: no code here.
 *
 *   GET  /_play/snapshot?as=U…   -> Snapshot
 *   GET  /_play/stream?as=U…&since=version -> server-sent events; each `changed` event carries a new Snapshot.
 *                                   Messages that only one person sees are in it when they came after `since`,
 *                                   the version that the page was loaded with
 *   POST /_play/command          CommandPost  -> Outcome
 *   POST /_play/shortcut         ShortcutPost -> Outcome
 *   POST /_play/message          MessagePost  -> Outcome (a person writes in a conversation)
 *   POST /_play/action           ActionPost   -> Outcome
 *   POST /_play/submit           SubmitPost   -> SubmitOutcome
 *   POST /_play/give             GivePost     -> GiveOutcome (a file chosen in a form)
 *   POST /_play/close            ClosePost    -> Outcome
 *   POST /_play/options          OptionsPost  -> OptionsOutcome
 *   POST /_play/home             HomePost     -> Outcome (one of the app's own tabs was opened)
 *   POST /_play/membership       MembershipPost -> Outcome (invite the app to a channel, or remove it)
 *   POST /_play/app              AppPost      -> Outcome (when the process is ready, or gone)
 *   GET  /_play/exchanges?after=id -> Exchange[] (the inspector's journal, oldest first)
 *   GET|POST|DELETE /_play/faults  -> SlackFault[]   (POST adds one SlackFault, DELETE clears all)
 *   GET|POST /_play/behaviours     -> BehaviourState[]   (POST answers one question: BehaviourPost)
 *   GET  /files/{id}             -> the bytes of an uploaded file
 */

export interface Person {
  id: string;
  name: string;
  realName: string;
  /** Two letters and a colour stand in for a photograph. */
  initials: string;
  color: string;
  tz: string;
  isBot: boolean;
  /** A guest from another workspace, present through a shared channel. */
  isExternal: boolean;
  /** A guest of this workspace: sees only conversations that they are a member of. */
  isRestricted: boolean;
  teamId: string;
}

export interface Conversation {
  id: string;
  name: string;
  /** `dm`: a person with the app. `direct`, `group`: two or more people; the app cannot join. */
  kind: 'public' | 'private' | 'dm' | 'direct' | 'group';
  members: string[];
  botIsMember: boolean;
  /** Shared with another workspace. */
  isExtShared: boolean;
}

export interface FileRef {
  id: string;
  title: string;
  mimetype: string;
  url: string;
  altText: string;
}

export interface Message {
  channel: string;
  ts: string;
  threadTs: string | null;
  /** A thread reply also sent to the channel. */
  isBroadcast: boolean;
  user: string;
  text: string;
  blocks: unknown[] | null;
  files: FileRef[];
  editedAt: string | null;
  /** Ephemeral: the only person who sees it; null: everybody. */
  ephemeralTo: string | null;
  /** Values of its elements for `me` that differ from initial values. */
  filled?: Filled;
}

export interface View {
  id: string;
  hash: string;
  type: 'modal' | 'home';
  title: string;
  submit: string | null;
  close: string | null;
  blocks: unknown[];
  /** The view is waiting for the app's answer to a submission or an action. */
  busy: boolean;
  /** Values entered so far, by block_id and action_id. */
  filled: Filled;
}

/**
 * Text, number, e-mail and url inputs: string. datetimepicker: Unix seconds. date: `yyyy-MM-dd`.
 * time: `HH:mm`. Selects and radio buttons: the option's value or the id. Checkboxes and multi selects:
 * a list of those. null: emptied on purpose.
 */
export type FilledValue = string | number | string[] | null;
export type Filled = Record<string, Record<string, FilledValue>>;

export interface SlashCommand {
  command: string;
  description: string;
  usageHint: string;
}

/** `global`: from anywhere. `message`: from the menu of a message. */
export interface Shortcut {
  type: 'global' | 'message';
  name: string;
  description: string;
  callbackId: string;
}

export interface Features {
  commands: SlashCommand[];
  shortcuts: Shortcut[];
}

export interface Snapshot extends Features {
  version: number;
  me: string;
  appName: string;
  appUserId: string;
  people: Person[];
  conversations: Conversation[];
  /** What `me` can see, oldest first. */
  messages: Message[];
  /** `me`'s stack of modals, bottom first; at most three. */
  modals: View[];
  home: View | null;
  /** Conversation where the app last failed to answer `me` in time, with Slack's words for it. */
  notice: { conversation: string; text: string } | null;
  /** Address of the sandbox payment service, whose own switches are at `{sandboxUrl}/_play/…`. */
  sandboxUrl: string | null;
  /** Where payment links and QR codes can be opened. */
  payFrom: 'here' | 'network';
  /** State of the app's process; null if the playground does not run it. */
  app: AppState | null;
  /** Files by id, for image blocks that name a `slack_file`. */
  files: FileRef[];
  /** Option lists for `conversations_select` and the like are made from these by the page. */
}

export interface CommandPost {
  as: string;
  channel: string;
  command: string;
  text: string;
}

export interface ShortcutPost {
  as: string;
  callbackId: string;
  /** The message for a message shortcut; null: global. */
  message: { channel: string; ts: string } | null;
}

export interface MessagePost {
  as: string;
  channel: string;
  text: string;
  threadTs?: string;
}

export interface ActionPost {
  as: string;
  source: { channel: string; ts: string } | { viewId: string };
  blockId: string;
  actionId: string;
  /** The choice; buttons send none. */
  chosen?: FilledValue;
  /** Values in the view at that moment. */
  filled?: Filled;
}

export interface SubmitPost {
  as: string;
  viewId: string;
  filled: Filled;
}

/** A file for a `file_input`, whose value is a list of file ids. */
export interface GivePost {
  as: string;
  name: string;
  base64: string;
}

export interface GiveOutcome {
  /** Null: refused. */
  id: string | null;
}

export interface ClosePost {
  as: string;
  viewId: string;
  /** Close the whole stack. */
  all?: boolean;
}

export interface OptionsPost {
  as: string;
  source: { channel: string; ts: string } | { viewId: string };
  blockId: string;
  actionId: string;
  query: string;
}

export interface HomePost {
  as: string;
  tab: 'home' | 'messages';
}

export interface MembershipPost {
  as: string;
  channel: string;
  botIsMember: boolean;
}

export type AppState = 'running' | 'starting' | 'stopping' | 'stopped';

export interface AppPost {
  /** `stop` lets the app finish its work; `kill` does not. */
  act: 'start' | 'stop' | 'kill';
}

/** `problem` is what Slack would show the person, in Slack's behaviour ("/paylink failed because the app did not respond"). */
export type Outcome = { ok: true } | { ok: false; problem: string };

/** `errors` by block_id: Slack's own checks (required, min, max, e-mail) first, then the app's `response_action: errors`. */
export type SubmitOutcome = Outcome | { ok: false; errors: Record<string, string> };

export interface OptionsOutcome {
  options: { text: string; value: string }[];
}

/** One request and its answer, as the inspector shows it. Bodies are parsed where they parse. */
export interface Exchange {
  id: number;
  at: string;
  direction: 'slack-to-app' | 'app-to-slack';
  /** For example `command /paylink`, `view_submission link_form`, `views.open`. */
  what: string;
  status: number;
  durationMs: number;
  request: unknown;
  answer: unknown;
}

/** An open question about the real Slack, and the local Slack's current answer. */
export interface BehaviourState {
  name: string;
  words: string;
  answer: string;
  answers: { answer: string; words: string }[];
}

export interface BehaviourPost {
  name: string;
  answer: string;
}

/** A fault of the local Slack. Without `method` it affects every Web API call. */
export interface SlackFault {
  method?: string;
  /** Only calls for this conversation or person. */
  channel?: string;
  /** Slack's error code (`not_in_channel`, `invalid_blocks`, `fatal_error`, …), or an HTTP status below. */
  error?: string;
  status?: number;
  /** Seconds, sent as `Retry-After`; with status 429. */
  retryAfter?: number;
  delayMs?: number;
  /** With a status: do the work anyway. */
  afterWork?: boolean;
  dropBeforeWork?: boolean;
  /** Closes a reused connection without an answer or any work. */
  closedWhileIdle?: boolean;
  /** Do the work, then drop the connection. */
  dropAfterWork?: boolean;
  /** How many calls it affects; default: until cleared. */
  times?: number;
  /** Random faults instead of the above; one plan at a time. */
  random?: RandomSlackFaults;
}

/** `error-*`: a 5xx. `*-after-work`: the message is posted, but the app does not get the answer. */
export type SlackMishap =
  | 'rate-limited'
  | 'error-before-work'
  | 'error-after-work'
  | 'drop-before-work'
  | 'drop-after-work'
  | 'late';

export interface RandomSlackFaults {
  /** The same seed gives the n-th call of a method the same fault. */
  seed: number;
  /** Share of calls affected, from 0 to 1. */
  rate: number;
  /** Default: all. */
  kinds?: SlackMishap[];
  /** Default: the whole Web API; `response_url` and `upload` only if listed. */
  methods?: string[];
  /** `Retry-After` of a 429 in seconds. Default: 1. */
  retryAfter?: number;
  /** Maximum delay of late ones. Default: 300. */
  delayMs?: number;
}
