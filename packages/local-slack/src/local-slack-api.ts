import type { TokenSwitch } from './access.ts';
import type { Behaviours, GivenBehaviours } from './behaviours.ts';
import type { GivenWorkspace } from './given-workspace.ts';
import type { ApiCall } from './journal.ts';
import type {
  Exchange,
  Features,
  Filled,
  FilledValue,
  Message,
  OptionsOutcome,
  Outcome,
  PageData,
  StepOutcome,
  StepRun,
  SubmitOutcome,
  View,
} from './page/page-api.ts';
import type { Faults } from './slack-faults.ts';
import type { SocketHub } from './sockets/socket-hub.ts';
import type { Team, TeamOptions } from './team.ts';

export type { ApiCall } from './journal.ts';

export type { RandomSlackFaults, SlackFault, SlackMishap } from './page/page-api.ts';

export type { Team, TeamIds, TeamOptions } from './team.ts';

export interface LocalSlackOptions {
  /** A workspace other than the default. */
  team?: TeamOptions;
  /** 0 picks a free port. */
  port?: number;
  /** Where signed requests go: to `/slack/events` there, unless it has a path. */
  appUrl?: string;
  now?: () => number;
  signingSecret?: string;
  botToken?: string;
  /** `xapp-…`, with which the app may open sockets; without it there is no Socket Mode. */
  appToken?: string;
  appName?: string;
  /** The manifest's commands and shortcuts; default: accepts all. */
  manifest?: Features;
  /** Bot scopes, reported in `x-oauth-scopes`; calls that need others are refused. */
  scopes?: string[];
  /** Multiplies Slack's rate limits; default 1, `Infinity` for no limits. */
  allowance?: number;
  /** People and channels instead of the usual ones. */
  workspace?: GivenWorkspace;
  /** What the page shows of the app, and beside it. */
  page?: PageOptions;
  /** Folder or folders with the page's files; the first with a file wins. Default: the built page beside this file. */
  pageDir?: URL | string | (URL | string)[];
  /** The app's process, for the page's start and stop buttons; without it there are none. */
  app?: AppControl;
  /** Real milliseconds that the app has to answer; default 3000, as in Slack. Triggers live at least as long. */
  answerWithinMs?: number;
  /** How long a completed file stays unprocessed, by `now`. Default: two seconds. */
  filesReadyAfterMs?: number;
  /** Answers to open questions about Slack. */
  behaviours?: GivenBehaviours;
  /** Real milliseconds between attempts to deliver an event. Default: Slack's. */
  eventRetryDelaysMs?: readonly number[];
  /** Called synchronously for each of the app's calls, before it is processed and after its answer is sent. */
  onCall?: CallListener;
}

/** A part that is left out is not shown. */
export interface PageOptions extends Partial<PageData> {
  /** A picture of the app. Default: a plain one. */
  icon?: URL | string;
}

/** `answered`: a success is on its way to the app; not called for failures. The method `upload`: a file's bytes. */
export type CallListener = (call: {
  method: string;
  args: Record<string, unknown>;
  when: 'arrived' | 'answered';
}) => void;

export interface AppControl {
  isRunning(): boolean;
  /** Resolves when the app is ready; rejects with why it is not. */
  start(): Promise<void>;
  /** Resolves when the process has ended. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Called each time the process ends, expected or not. */
  onEnd?(listener: () => void): void;
}

export type HomeTab = 'home' | 'messages';

/** The message or view that contains an element. */
export type Source = { channel: string; ts: string } | { viewId: string };

export interface OtherAppMessage {
  text?: string;
  blocks?: unknown[];
  attachments?: unknown[];
  threadTs?: string | null;
}

export interface Click {
  /** Optional if `actionId` is unique. */
  blockId?: string;
  actionId: string;
  chosen?: FilledValue;
  filled?: Filled;
}

/** A view, with the fields that only the app sees. */
export interface SeenView extends View {
  callbackId: string;
  privateMetadata: string;
  externalId: string;
  notifyOnClose: boolean;
}

export interface SeenMessage extends Message {
  metadata: unknown;
}

export interface SeenFile {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  altText: string;
  bytes: Buffer;
  /** Ids of the conversations it was shared in. */
  sharedIn: string[];
}

export type EffectMethod = 'chat.postMessage' | 'chat.update' | 'chat.delete' | 'chat.postEphemeral';

/** One of the app's calls that changed a message, with the resulting content. */
export interface Effect {
  readonly method: EffectMethod;
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | null;
  readonly text: string;
  readonly blocks: unknown[] | null;
  readonly metadata: unknown;
  /** Epoch milliseconds of the local Slack's clock. */
  readonly at: number;
  /**
   * `lost`: the answer did not reach the app, because of a fault or a closed connection. `sent`: written to an open
   * connection. A process killed at that moment may not have read it, so compare `answeredAt` (real clock) with the
   * time of the kill.
   */
  readonly answer: 'waiting' | 'sent' | 'lost';
  readonly answeredAt: number | null;
}

/** A `chat.postMessage` that took effect. */
export interface Post extends Effect {
  /** The message after all updates; null if it was deleted. */
  readonly final: SeenMessage | null;
  /** Number of updates. */
  readonly updates: number;
}

export interface LocalSlack {
  url: string;
  /** Base of the Web API: `url` and `/api/`. */
  apiUrl: string;
  signingSecret: string;
  /** Token of the latest valid installation; empty if the app is not installed. */
  readonly botToken: string;
  /** The workspace, with the ids of its people and places. */
  team: Team;
  /** Replaces, refuses or restores the token; null if the token comes from an OAuth installation. */
  readonly tokens: TokenSwitch | null;
  /** Socket Mode: while a socket is open, nothing is posted over HTTP. */
  sockets: Pick<SocketHub, 'count' | 'refresh' | 'drop' | 'sendText'>;
  setAppUrl(url: string): void;

  command(as: string, channel: string, command: string, text?: string): Promise<Outcome>;
  /** `message`: a message shortcut on this message; otherwise a global shortcut. */
  shortcut(as: string, callbackId: string, message?: { channel: string; ts: string }): Promise<Outcome>;
  message(as: string, channel: string, text: string, threadTs?: string): Promise<Outcome>;
  /** Another app of the workspace posts in a conversation. */
  postAsOtherApp(channel: string, message: OtherAppMessage): Promise<Outcome>;
  click(as: string, source: Source, click: Click): Promise<Outcome>;
  submit(as: string, viewId: string, filled: Filled): Promise<SubmitOutcome>;
  /** Uploads a file in a form's `file_input` and returns its id, to be used as the input's value. */
  giveFile(as: string, file: { name: string; bytes: Buffer }): string;
  /** `all` closes the whole stack; `filled`: what was typed in this view. */
  closeView(as: string, viewId: string, all?: boolean, filled?: Filled): Promise<Outcome>;
  options(
    as: string,
    source: Source,
    blockId: string,
    actionId: string,
    query: string,
  ): Promise<OptionsOutcome>;
  /** Opens one of the app's tabs; default `home`. */
  openHome(as: string, tab?: HomeTab): Promise<Outcome>;
  /** `click` in the home view. */
  clickHome(as: string, click: Click): Promise<Outcome>;
  /** A workflow comes to one of the app’s steps; resolves when the app has answered the event, or not taken it. */
  runStep(callbackId: string, inputs: Record<string, unknown>): Promise<StepOutcome>;
  setMembership(channel: string, botIsMember: boolean): void;
  /** Adds a person to these channels: a guest, or somebody from another workspace (`teamId`) in a shared channel. */
  addPerson(
    person: { id: string; name: string; teamId?: string; isRestricted?: boolean },
    channels: readonly string[],
  ): void;
  /**
   * Changes a channel's id, as when a private channel is shared with another company. Call the result to notify the
   * app; it resolves to true if the app accepted the event.
   */
  changeChannelId(channel: string, newId: string): () => Promise<boolean>;
  /** Sends an event of the Events API; false if the app did not accept it at once. */
  sendEvent(event: Record<string, unknown>): Promise<boolean>;
  /** Each newly completed file is unprocessed for its next `uses` look-ups, regardless of time. */
  slowFiles(uses: number): void;
  /** Newly completed files stay unprocessed this long, by the local Slack's clock. */
  filesReadyAfter(ms: number): void;
  /** Deletes an uploaded file. `refusal`: the error code of `chat.update` from now on. */
  deleteFile(id: string, refusal?: string): void;
  /** The pictures in it as this person sees them: bytes, or null for a blank. */
  pictures(as: string, source: Source): (Buffer | null)[];

  /** `as`'s stack, bottom first. */
  modals(as: string): SeenView[];
  topModal(as: string): SeenView | undefined;
  home(as: string): SeenView | undefined;
  /** Oldest first, of every channel if none is named. `as`: only what this person can see; `threadTs`: only a thread's parent and replies. */
  messages(channel?: string, look?: { as?: string; threadTs?: string }): SeenMessage[];
  /** The values that a person sees in the fields of a view or message. */
  held(as: string, source: Source): Filled;
  /** Of the app’s steps, newest first. */
  runs(): StepRun[];
  file(id: string): SeenFile | undefined;
  exchanges(): Exchange[];
  /** The app's latest five thousand calls, including refused and failed ones. */
  calls(method?: string): ApiCall[];
  /** Every `chat.postMessage` that took effect, in order; default: all channels. */
  posts(channel?: string): Post[];
  /** Every `chat.update` that took effect, in order. */
  updates(channel?: string): Effect[];
  /** The same for other methods. */
  effects(method: EffectMethod, channel?: string): Effect[];
  faults: Faults;
  behaviours: Behaviours;
  /** Checks again after every change; rejects on timeout with the current state. */
  until<T>(look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}
