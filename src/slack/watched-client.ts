import {
  type WebAPICallResult,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';

/** How a call of the Web API ended; null: it was taken. */
export type OnCall = (method: string, error: unknown) => void;

/** A channel that is left alone for good leaves its rest behind. */
const MOST_RESTS = 1_000;

/** Slack's client, which tells how each of its calls ended, and asks nothing while Slack wants to be left alone. */
export class WatchedClient extends WebClient {
  readonly #onCall: OnCall;
  readonly #clock: Pick<Clock, 'now'>;
  /** By what Slack counts: the method, and for posts the channel as well. */
  readonly #rests = createRecentMap<{ from: number; until: number }>(MOST_RESTS);

  constructor(
    token: string,
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

  /** Throws what Slack would say again, with the seconds that are left. */
  #rest(counted: string): void {
    const rest = this.#rests.get(counted);
    if (rest === undefined) return;
    const now = this.#clock.now();
    // A clock that was set back must not make it longer.
    if (now >= rest.from && now < rest.until) throw new WebAPIRateLimitedError((rest.until - now) / 1000);
    this.#rests.delete(counted);
  }
}
