import {
  type WebAPICallResult,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';

/** Called with the result of each Web API call; null: it succeeded. */
type OnCall = (method: string, error: unknown) => void;

/** A channel we never post to again leaves its entry behind. */
const MOST_RESTS = 1_000;

/** Slack's client. Reports how each call ended, and sends nothing while Slack has told it to wait. */
export class WatchedClient extends WebClient {
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
      this.#onCall(method, null);
      return result;
    } catch (error) {
      if (error instanceof WebAPIRateLimitedError) {
        const from = this.#clock.now();
        this.#rests.set(counted, { from, until: from + error.retryAfter * 1000 });
      }
      this.#onCall(method, error);
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
