import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/open-store.ts';
import { createPruning } from './pruning.ts';
import { createRetention } from './retention.ts';

export interface Housekeeping {
  start(): void;
  stop(): Promise<void>;
  isAlive(): boolean;
}

/** What is taken away with time: customers' data, rows that nobody needs any more, workspaces that removed the app. */
export const createHousekeeping = ({
  store,
  retentionDays,
  hasInstallations,
  onErased,
  clock,
  log,
}: {
  store: Store;
  /** Null: customers' data is kept. */
  retentionDays: number | null;
  /** Workspaces come and go. */
  hasInstallations: boolean;
  /** Told how many links lost their customer's data. */
  onErased: (links: number) => void;
  clock: Clock;
  log: Log;
}): Housekeeping => {
  const { retention, sweeps, prune } = store;
  const removed = hasInstallations ? store.removedWorkspaces : null;
  const loops = [
    ...(retentionDays === null
      ? []
      : [createRetention({ retention, sweeps, days: retentionDays, clock, log, onErased })]),
    createPruning({ prune, retention, removed, sweeps, clock, log }),
  ];
  return {
    start: () => {
      for (const loop of loops) loop.start();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
    isAlive: () => loops.every((loop) => loop.isAlive()),
  };
};
