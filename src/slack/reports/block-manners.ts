import type { Clock } from '../../clock.ts';

/** New blocks come to workspaces one after the other: after a refusal it is worth another try in an hour. */
const REMEMBERED_MS = 60 * 60_000;

/** Whether Slack takes a kind of block, as far as this process has seen. */
export interface BlockManners {
  isRefused(): boolean;
  /** Slack has just refused one. */
  refused(): void;
}

export const createBlockManners = (clock: Pick<Clock, 'now'>): BlockManners => {
  let until = 0;
  return {
    isRefused: () => clock.now() < until,
    refused: () => {
      until = clock.now() + REMEMBERED_MS;
    },
  };
};
