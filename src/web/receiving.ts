import type { RequestListener } from 'node:http';
import type { App, Receiver } from '@slack/bolt';

export type WatchListener = (listen: RequestListener) => RequestListener;

/** How requests arrive. */
export interface Receiving {
  receiver: Receiver;
  /** Returns the port it listens on. */
  start(app: App, port: number): Promise<number>;
  stop(app: App): Promise<void>;
}
