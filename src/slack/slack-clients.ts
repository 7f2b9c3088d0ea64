import type { Context } from '@slack/bolt';
import {
  type WebAPICallResult,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';
import { NotInstalledError, readSlackFailure } from './slack-failure.ts';
import type { TokenWatch } from './token-watch.ts';

/** Called with the result of each Web API call. `error` null: it succeeded. `scopes`: those of the token; null: not said. */
type OnCall = (method: string, error: unknown, scopes: readonly string[] | null) => void;

/** A channel we never post to again leaves its entry behind. */
const MOST_RESTS = 1_000;

/** The client's upload calls an argument `alt_text` that Slack's reference names `alt_txt`: slackapi/python-slack-sdk#1818. */
const UPLOAD = 'files.getUploadURLExternal';

/**
 * Sends nested arguments as JSON text, as Slack's client would. But that one first copies every nested object without its
 * tokens, for a debug line that is hardly ever written: an eighth of the work of opening a form.
 */
class TextClient extends WebClient {
  override apiCall(method: string, options: Record<string, unknown> = {}): Promise<WebAPICallResult> {
    const texts = Object.entries(options).map(([name, value]) => [
      method === UPLOAD && name === 'alt_text' ? 'alt_txt' : name,
      typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value,
    ]);
    return super.apiCall(method, Object.fromEntries(texts));
  }
}

/** Slack's client. Reports how each call ended, and sends nothing while Slack has told it to wait. */
export class WatchedClient extends TextClient {
  readonly #onCall: OnCall;
  readonly #clock: Pick<Clock, 'now'>;
  /** By the unit that Slack counts: the method, and for posts the channel as well. */
  readonly #rests = createRecentMap<{ from: number; until: number }>(MOST_RESTS);

  constructor(
    token: string | undefined,
    options: WebClientOptions,
    { onCall, clock }: { onCall: OnCall; clock: Pick<Clock, 'now'> },
  ) {
    super(token, options);
    this.#onCall = onCall;
    this.#clock = clock;
  }

  override async apiCall(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
    const counted = method === 'chat.postMessage' ? `${method} ${String(options?.['channel'])}` : method;
    this.#rest(counted);
    try {
      const result = await super.apiCall(method, options);
      this.#onCall(method, null, result.response_metadata?.scopes ?? null);
      return result;
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'passing' && failure.retryAfterMs !== null) {
        const from = this.#clock.now();
        this.#rests.set(counted, { from, until: from + failure.retryAfterMs });
      }
      this.#onCall(method, error, null);
      throw error;
    }
  }

  /** Throws what Slack would answer again, with the seconds that remain. */
  #rest(counted: string): void {
    const rest = this.#rests.get(counted);
    if (rest === undefined) return;
    const now = this.#clock.now();
    // If the clock was set back, the wait must not get longer.
    if (now >= rest.from && now < rest.until) throw new WebAPIRateLimitedError((rest.until - now) / 1000);
    this.#rests.delete(counted);
  }
}

/** A workspace's own patient client: a long timeout, and no retries of its own. Rejects with `NotInstalledError`. */
export type SlackClientOf = (teamId: string) => Promise<WebClient>;

export type SlackClients = ReturnType<typeof createSlackClients>;

/** A client takes 24 KiB, and tokens change with each installation, so only the most recently used clients stay. */
const MOST_CLIENTS = 500;

export const createSlackClients = ({
  tokenOf,
  hasOneToken,
  options,
  watch,
  clock,
}: {
  /** Read on every use, so that a removal takes effect at once; null: the app is not installed there. */
  tokenOf: (teamId: string) => Promise<string | null>;
  /** All workspaces share one token. */
  hasOneToken: boolean;
  options: WebClientOptions;
  watch: Pick<TokenWatch, 'onCall'>;
  clock: Pick<Clock, 'now'>;
}) => {
  const clients = createRecentMap<WebClient>(MOST_CLIENTS);
  /** A client with options of its own, whose calls are watched like all others. */
  const watched = (token: string | null, teamId: string | null, options: WebClientOptions): WebClient =>
    new WatchedClient(token ?? undefined, options, {
      clock,
      onCall: (method, error, scopes) =>
        watch.onCall({
          teamId: hasOneToken ? null : teamId,
          method,
          error,
          scopes,
          ask: async () => (teamId === null ? withToken(token, null) : await of(teamId)).auth.test(),
        }),
    });
  /**
   * For a token of this workspace that the caller already has. Null token: Slack refuses every call. Null team: the one
   * that all workspaces share.
   */
  const withToken = (token: string | null, teamId: string | null): WebClient => {
    const key = hasOneToken ? String(token) : `${teamId} ${token}`;
    const client = clients.get(key) ?? watched(token, teamId, options);
    clients.set(key, client);
    return client;
  };
  const of: SlackClientOf = async (teamId) => {
    const token = await tokenOf(teamId);
    if (token === null) throw new NotInstalledError(teamId);
    return withToken(token, teamId);
  };
  return { withToken, of, watched };
};

/**
 * The clients that answer requests from Slack; null: no token. Bolt would keep one client for ever for each workspace that
 * ever sent a request, so `authorize` gives it no token under Bolt's name.
 */
export const createRequestClients = (
  options: WebClientOptions,
  { watched }: Pick<SlackClients, 'watched'>,
): ((context: Context) => WebClient | null) => {
  const clients = createRecentMap<WebClient>(MOST_CLIENTS);
  return (context) => {
    const token = tokenOf(context);
    if (token === null) return null;
    const { teamId } = context;
    const key = `${teamId} ${token}`;
    const ofTeam = { ...options, ...(teamId === undefined ? {} : { teamId }) };
    const client = clients.get(key) ?? watched(token, teamId ?? null, ofTeam);
    clients.set(key, client);
    return client;
  };
};

/** The workspace's token, which `authorize` put into the context. */
export const tokenOf = ({ token }: Context): string | null => (typeof token === 'string' ? token : null);
