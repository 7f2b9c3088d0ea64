import { type WebAPICallResult, WebClient, type WebClientOptions } from '@slack/web-api';

/** How a call of the Web API ended; null: it was taken. */
export type OnCall = (method: string, error: unknown) => void;

/** Slack's client, which tells how each of its calls ended. */
export class WatchedClient extends WebClient {
  readonly #onCall: OnCall;

  constructor(token: string, options: WebClientOptions, onCall: OnCall) {
    super(token, options);
    this.#onCall = onCall;
  }

  override async apiCall(method: string, options?: Record<string, unknown>): Promise<WebAPICallResult> {
    try {
      const result = await super.apiCall(method, options);
      this.#onCall(method, null);
      return result;
    } catch (error) {
      this.#onCall(method, error);
      throw error;
    }
  }
}
