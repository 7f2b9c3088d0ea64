import type { RequestListener } from 'node:http';
import type { App, Receiver } from '@slack/bolt';

export type WatchListener = (listen: RequestListener) => RequestListener;

/** How requests come in. */
export interface Receiving {
  receiver: Receiver;
  /** Gives the port that it listens on. */
  start(app: App, port: number): Promise<number>;
  stop(app: App): Promise<void>;
}
