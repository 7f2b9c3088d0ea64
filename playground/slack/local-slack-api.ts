import type {
  Exchange,
  Features,
  Filled,
  FilledValue,
  Message,
  OptionsOutcome,
  Outcome,
  SubmitOutcome,
  View,
} from '../page/page-api.ts';
import type { TokenSwitch } from './access.ts';
import type { Behaviours, GivenBehaviours } from './behaviours.ts';
import type { HomeTab } from './people-acts.ts';
import type { Faults } from './slack-faults.ts';
import type { SocketHub } from './sockets/socket-hub.ts';
import type { Team, TeamOptions } from './team.ts';

export type { RandomSlackFaults, SlackFault, SlackMishap } from '../page/page-api.ts';

export type { Team, TeamIds, TeamOptions } from './team.ts';

export interface LocalSlackOptions {
  /** Another workspace than the usual one. */
  team?: TeamOptions;
  /** 0 picks a free port. */
  port?: number;
  /** Where signed requests go: `${appUrl}/slack/events`. */
  appUrl?: string;
  now?: () => number;
  signingSecret?: string;
  botToken?: string;
  /** `xapp-…`, with which the app may open sockets; without it there is no Socket Mode. */
  appToken?: string;
  appName?: string;
  /** What the app's manifest offers people; without it every command and shortcut is sent to the app. */
  manifest?: Features;
  /** Bot scopes, told in `x-oauth-scopes`; a call that needs another is refused. */
  scopes?: string[];
  /** How many times Slack's own rates the app may call; 1 without it, `Infinity` for no limits. */
  allowance?: number;
  /** Address of the sandbox payment service, for the page. */
  sandboxUrl?: string;
  /** From where the addresses of links can be opened, for the page to say so; `here` unless given. */
  payFrom?: 'here' | 'network';
  /** Folder or folders with the page's files; the first that has a file gives it. */
  pageDir?: URL | string | (URL | string)[];
  /** The app's process, for the page's switch; without it the page has none. */
  app?: AppControl;
  /** How long the app may take to answer, in real milliseconds; Slack's is 3000. A trigger lives no shorter. */
  answerWithinMs?: number;
  /** For how long a completed file is unprocessed, by `now`; two seconds without it. */
  filesReadyAfterMs?: number;
  /** How it answers what no source settles about Slack. */
  behaviours?: GivenBehaviours;
  /** When an event that was not taken comes again, in real milliseconds between attempts; Slack's without it. */
  eventRetryDelaysMs?: readonly number[];
  /** Hears of each call of the app at the moment itself, before anything is done about it and after its answer left. */
  onCall?: CallListener;
}

/** `answered`: that it was done is on its way to the app. What fails has no such moment. `upload`: a file's bytes. */
export type CallListener = (call: {
  method: string;
  args: Record<string, unknown>;
  when: 'arrived' | 'answered';
}) => void;

export interface AppControl {
  isRunning(): boolean;
  /** Resolves when the app is ready; rejects with why it is not. */
  start(): Promise<void>;
  /** Resolves when the process is gone. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Tells of every end of the process, of those that nobody asked for too. */
  onEnd?(listener: () => void): void;
}

/** Where an element is: in a message or in a view. */
export type Source = { channel: string; ts: string } | { viewId: string };

export interface Click {
  /** May be left out where `actionId` is found once. */
  blockId?: string;
  actionId: string;
  chosen?: FilledValue;
  filled?: Filled;
}

/** The page's view, and what only the app sees of it. */
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

export interface ApiCall {
  method: string;
  /** Decoded: JSON inside the form is parsed, the token left out. */
  args: Record<string, unknown>;
  answer: unknown;
  /** HTTP status; 0 when the connection was dropped. */
  status: number;
}

export type EffectMethod = 'chat.postMessage' | 'chat.update' | 'chat.delete' | 'chat.postEphemeral';

/** A call of the app that changed what people see, as it left the message. */
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
   * `lost`: the app did not hear that it was done, because a fault took the answer or the connection was gone.
   * `sent`: written to a connection that stood; a process killed at that moment may still not have read it, so
   * compare `answeredAt`, by the machine's clock, with the moment of the kill.
   */
  readonly answer: 'waiting' | 'sent' | 'lost';
  readonly answeredAt: number | null;
}

/** A `chat.postMessage` that took effect. */
export interface Post extends Effect {
  /** The message as it is now, after every update; null when it was deleted. */
  readonly final: SeenMessage | null;
  /** How many updates it had. */
  readonly updates: number;
}

export interface SendEventOptions {
  eventId?: string;
  retryNum?: number;
  retryReason?: string;
}

export interface LocalSlack {
  url: string;
  /** Base of the Web API: `url` and `/api/`. */
  apiUrl: string;
  signingSecret: string;
  /** Of the latest installation that stands; empty where the app is not installed. */
  readonly botToken: string;
  /** The workspace, with the ids of its people and places. */
  team: Team;
  /** The token is replaced, refused, or taken again; null where workspaces install the app. */
  readonly tokens: TokenSwitch | null;
  /** Of Socket Mode: while one is open, nothing is posted over HTTP. */
  sockets: Pick<SocketHub, 'count' | 'refresh' | 'drop'>;
  setAppUrl(url: string): void;

  command(as: string, channel: string, command: string, text?: string): Promise<Outcome>;
  /** `message`: the one in whose menu it was; without it, a global one. */
  shortcut(as: string, callbackId: string, message?: { channel: string; ts: string }): Promise<Outcome>;
  message(as: string, channel: string, text: string, threadTs?: string): Promise<Outcome>;
  click(as: string, source: Source, click: Click): Promise<Outcome>;
  submit(as: string, viewId: string, filled: Filled): Promise<SubmitOutcome>;
  /** A person chooses a file in a form's `file_input`, which holds the ids of such files; the id of it. */
  giveFile(as: string, file: { name: string; bytes: Buffer }): string;
  /** `all` closes the whole stack. */
  closeView(as: string, viewId: string, all?: boolean): Promise<Outcome>;
  options(
    as: string,
    source: Source,
    blockId: string,
    actionId: string,
    query: string,
  ): Promise<OptionsOutcome>;
  /** One of the app's own tabs; `home` when none is named. */
  openHome(as: string, tab?: HomeTab): Promise<Outcome>;
  /** The same as `click` in what `home` shows. */
  clickHome(as: string, click: Click): Promise<Outcome>;
  setMembership(channel: string, botIsMember: boolean): void;
  /**
   * Somebody more in these channels: a guest of this workspace, or somebody of another one (`teamId`), who is there
   * through a shared channel.
   */
  addPerson(
    person: { id: string; name: string; teamId?: string; isRestricted?: boolean },
    channels: readonly string[],
  ): void;
  /**
   * A private channel is shared with another company: from now on it has another id. The app hears of it, as late as
   * one likes, when the result is called; true when it took the event.
   */
  changeChannelId(channel: string, newId: string): () => Promise<boolean>;
  /** Any event of the Events API, in Slack's envelope; false when the app did not take it at once. */
  sendEvent(event: Record<string, unknown>, options?: SendEventOptions): Promise<boolean>;
  /** Slack's `url_verification` challenge. */
  verifyUrl(): Promise<boolean>;
  /** The next `uses` attempts to show or look up each newly completed file find it unprocessed, whatever the time. */
  slowFiles(uses: number): void;
  /** Newly completed files are unprocessed for so long, in milliseconds of the local Slack's clock. */
  filesReadyAfter(ms: number): void;
  /** Somebody deletes an uploaded file. `refusal`: by which word `chat.update` refuses it from now on. */
  deleteFile(id: string, refusal?: string): void;
  /** Each picture there as this person's page shows it, by its bytes; null: a blank. */
  pictures(as: string, source: Source): (Buffer | null)[];

  /** `as`'s stack, bottom first. */
  modals(as: string): SeenView[];
  topModal(as: string): SeenView | undefined;
  home(as: string): SeenView | undefined;
  /** Oldest first. `as` leaves out what that person cannot see; `threadTs` keeps a thread's parent and replies. */
  messages(channel: string, look?: { as?: string; threadTs?: string }): SeenMessage[];
  /** What somebody finds in the menus and fields of a view or a message. */
  held(as: string, source: Source): Filled;
  file(id: string): SeenFile | undefined;
  exchanges(): Exchange[];
  /** What the app asked, refused and befallen calls included; the latest five thousand. */
  calls(method?: string): ApiCall[];
  /** Every `chat.postMessage` that took effect, in the order in which it did; all channels when none is named. */
  posts(channel?: string): Post[];
  /** Every `chat.update` that took effect, in that order. */
  updates(channel?: string): Effect[];
  /** The same of `chat.postEphemeral` and `chat.delete`. */
  effects(method: EffectMethod, channel?: string): Effect[];
  faults: Faults;
  behaviours: Behaviours;
  /** Looks again on every change; rejects with what there is to see when the time is over. */
  until<T>(look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}
