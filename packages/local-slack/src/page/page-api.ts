import { z } from 'zod';

/**
 * What the page and the local Slack's server say to each other, in JSON under `/_play`. The page imports types only: it
 * runs without packages.
 *
 *   GET  /_play/snapshot?as=U…   -> Snapshot
 *   GET  /_play/stream?as=U…&since=version -> server-sent events; each `changed` event carries a new Snapshot.
 *                                   Messages that only one person sees are in it when they came after `since`,
 *                                   the version that the page was loaded with
 *   POST /_play/{name of Posts}  -> Outcome, unless another outcome is named below
 *   GET  /_play/exchanges?after=id -> Exchange[] (the inspector's journal, oldest first)
 *   GET|DELETE /_play/faults     -> SlackFault[]   (POST adds one, DELETE clears all)
 *   GET  /_play/behaviours       -> BehaviourState[]   (POST answers one question)
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
  /** Of other apps; none if absent. */
  attachments?: unknown[];
  files: FileRef[];
  editedAt: string | null;
  /** None if absent. */
  reactions?: { name: string; users: string[] }[];
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

export interface SlashCommand {
  command: string;
  description: string;
  usageHint: string;
  /** Channels, people and links in its text reach the app as Slack writes them. */
  shouldEscape: boolean;
}

/** `global`: from anywhere. `message`: from the menu of a message. */
export interface Shortcut {
  type: 'global' | 'message';
  name: string;
  description: string;
  callbackId: string;
}

/** An input or output of a step. */
export interface StepParameter {
  name: string;
  /** As `string` or `slack#/types/channel_id`. */
  type: string;
  title: string;
  description: string;
  isRequired: boolean;
}

/** A step that an app offers to workflows. */
export interface Step {
  callbackId: string;
  title: string;
  description: string;
  inputs: StepParameter[];
  outputs: StepParameter[];
}

export interface StepRun {
  /** Slack's `function_execution_id`. */
  id: string;
  callbackId: string;
  inputs: Record<string, unknown>;
  state: 'running' | 'completed' | 'failed';
  outputs: Record<string, unknown> | null;
  /** Why it failed, as Slackbot tells whoever started it. */
  error: string | null;
}

/** What an app's manifest offers people, and which events it subscribes to, such as `message.channels`. */
export interface Features {
  commands: SlashCommand[];
  shortcuts: Shortcut[];
  steps: Step[];
  events: string[];
}

/** What a newcomer is told; a title and words for each step. */
export interface FirstSteps {
  /** A command to try. */
  line: string;
  before: [title: string, words: string];
  /** When the app has posted a message with buttons. */
  after: [title: string, words: string];
}

/** What the page shows beside Slack. */
export interface PageData {
  firstSteps: FirstSteps | null;
  /** Address of a script that adds panels and faults to the drawer: see `extension.ts`. */
  panels: string | null;
  /** In the Simulator menu. */
  links: { words: string; note: string; url: string }[];
  /** The menu’s last words. */
  note: string;
  /** Words under an enlarged picture whose description contains `alt`. */
  pictureNote: { alt: string; words: string } | null;
}

export interface Snapshot extends Pick<Features, 'commands' | 'shortcuts' | 'steps'> {
  /** Newest first. */
  runs: StepRun[];
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
  page: PageData;
  /** State of the app's process; null if the local Slack does not run it. */
  app: AppState | null;
  /** Files by id, for image blocks that name a `slack_file`. */
  files: FileRef[];
  /** Option lists for `conversations_select` and the like are made from these by the page. */
}

/**
 * Text, number, e-mail and url inputs: string. datetimepicker: Unix seconds. date: `yyyy-MM-dd`.
 * time: `HH:mm`. Selects and radio buttons: the option's value or the id. Checkboxes and multi selects:
 * a list of those. null: emptied on purpose.
 */
const filledValue = z.union([z.string(), z.number(), z.array(z.string()), z.null()]);
export type FilledValue = z.infer<typeof filledValue>;

/** By block_id and action_id. */
const filled = z.record(z.string(), z.record(z.string(), filledValue));
export type Filled = z.infer<typeof filled>;

/** `error-*`: a 5xx. `*-after-work`: the message is posted, but the app does not get the answer. */
export const SLACK_MISHAPS = [
  'rate-limited',
  'error-before-work',
  'error-after-work',
  'drop-before-work',
  'drop-after-work',
  'late',
  'new-code',
] as const;
export type SlackMishap = (typeof SLACK_MISHAPS)[number];

const randomFaults = z.object({
  /** The same seed gives the n-th call of a method the same fault. */
  seed: z.number().int(),
  /** Share of calls affected, from 0 to 1. */
  rate: z.number().min(0).max(1),
  /** Default: all. */
  kinds: z.array(z.enum(SLACK_MISHAPS)).exactOptional(),
  /** Default: the whole Web API; `response_url` and `upload` only if listed. */
  methods: z.array(z.string()).exactOptional(),
  /** `Retry-After` of a 429 in seconds. Default: 1. */
  retryAfter: z.number().int().nonnegative().exactOptional(),
  /** Maximum delay of late ones. Default: 300. */
  delayMs: z.number().int().positive().max(60_000).exactOptional(),
});
export type RandomSlackFaults = z.infer<typeof randomFaults>;

/** A fault of the local Slack. Without `method` it affects every Web API call. */
const fault = z.object({
  method: z.string().exactOptional(),
  /** Only calls for this conversation or person. */
  channel: z.string().exactOptional(),
  /** Slack's error code (`not_in_channel`, `invalid_blocks`, `fatal_error`, …), or an HTTP status below. */
  error: z.string().exactOptional(),
  /** Exactly this answer, with HTTP 200 and without any work. */
  answer: z.record(z.string(), z.unknown()).exactOptional(),
  status: z.number().int().exactOptional(),
  /** Seconds, sent as `Retry-After`; with status 429. */
  retryAfter: z.number().exactOptional(),
  delayMs: z.number().max(60_000).exactOptional(),
  /** With a status: do the work anyway. */
  afterWork: z.boolean().exactOptional(),
  dropBeforeWork: z.boolean().exactOptional(),
  /** Closes a reused connection without an answer or any work. */
  closedWhileIdle: z.boolean().exactOptional(),
  /** Do the work, then drop the connection. */
  dropAfterWork: z.boolean().exactOptional(),
  /** How many calls it affects; default: until cleared. */
  times: z.number().int().positive().exactOptional(),
  /** Random faults instead of the above; one plan at a time. */
  random: randomFaults.exactOptional(),
});
export type SlackFault = z.infer<typeof fault>;

/** The person who acts. */
const as = z.string();
const message = z.object({ channel: z.string(), ts: z.string() });
const source = z.union([message, z.object({ viewId: z.string() })]);

/** What the page posts. */
export const posts = {
  command: z.object({ as, channel: z.string(), command: z.string(), text: z.string() }),
  /** `message`: for a message shortcut; null: global. */
  shortcut: z.object({ as, callbackId: z.string(), message: message.nullable() }),
  /** A person writes in a conversation. */
  message: z.object({ as, channel: z.string(), text: z.string(), threadTs: z.string().exactOptional() }),
  /** Another app posts in a conversation. */
  otherApp: z.object({
    channel: z.string(),
    text: z.string().exactOptional(),
    blocks: z.array(z.unknown()).exactOptional(),
    attachments: z.array(z.unknown()).exactOptional(),
    threadTs: z.string().exactOptional(),
  }),
  action: z.object({
    as,
    source,
    blockId: z.string(),
    actionId: z.string(),
    /** The choice; buttons send none. */
    chosen: filledValue.exactOptional(),
    /** Values in the view at that moment. */
    filled: filled.exactOptional(),
  }),
  /** -> SubmitOutcome */
  submit: z.object({ as, viewId: z.string(), filled }),
  /** -> GiveOutcome. A file for a `file_input`, whose value is a list of file ids. */
  give: z.object({ as, name: z.string().min(1), base64: z.base64() }),
  close: z.object({ as, viewId: z.string(), filled }),
  /** -> OptionsOutcome */
  options: z.object({ as, source, blockId: z.string(), actionId: z.string(), query: z.string() }),
  /** -> StepOutcome. Starts a workflow of this one step. */
  run: z.object({ callbackId: z.string(), inputs: z.record(z.string(), z.string()) }),
  /** One of the app's own tabs was opened. */
  home: z.object({ as, tab: z.enum(['home', 'messages']) }),
  /** Invites the app to a channel, or removes it. */
  membership: z.object({ channel: z.string(), botIsMember: z.boolean() }),
  /** Answered when the process is ready or gone. `stop` lets the app finish its work; `kill` does not. */
  app: z.object({ act: z.enum(['start', 'stop', 'kill']) }),
  /** -> BehaviourState[] */
  behaviours: z.object({ name: z.string(), answer: z.string() }),
  /** -> SlackFault[] */
  faults: fault,
};
export type Posts = { [Name in keyof typeof posts]: z.infer<(typeof posts)[Name]> };

export interface GiveOutcome {
  /** Null: refused. */
  id: string | null;
}

export type AppState = 'running' | 'starting' | 'stopping' | 'stopped';

/** `problem` is what Slack would show the person, in Slack's behaviour ("/order failed because the app did not respond"). */
export type Outcome = { ok: true } | { ok: false; problem: string };

/** `id`: of the run. */
export type StepOutcome = { ok: true; id: string } | { ok: false; problem: string };

/** `errors` by block_id: Slack's own checks (required, min, max, e-mail) first, then the app's `response_action: errors`. */
export type SubmitOutcome = Outcome | { ok: false; errors: Record<string, string> };

export interface OptionsOutcome {
  options: { text: string; value: string }[];
}

/** Why a call was refused. */
export interface BrokenRule {
  /** In words, with a JSON pointer for blocks and views. */
  rule: string;
  /** Address of the page of Slack’s that says it, or where it was seen, or `inferred`. */
  source: string;
}

/** One request and its answer, as the inspector shows it. Bodies are parsed where they parse. */
export interface Exchange {
  id: number;
  at: string;
  direction: 'slack-to-app' | 'app-to-slack';
  /** For example `command /order`, `view_submission link_form`, `views.open`. */
  what: string;
  status: number;
  durationMs: number;
  request: unknown;
  answer: unknown;
  /** Of a refused call. */
  broken?: BrokenRule[];
}

/** An open question about the real Slack, and the local Slack's current answer. */
export interface BehaviourState {
  name: string;
  words: string;
  answer: string;
  answers: { answer: string; words: string }[];
}
