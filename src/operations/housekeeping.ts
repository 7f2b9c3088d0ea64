import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/open-store.ts';
import { createPruning } from './pruning.ts';
import { createRetention } from './retention.ts';

interface Housekeeping {
  start(): void;
  stop(): Promise<void>;
  isAlive(): boolean;
}

/** Deletes what has aged out: customers' data, rows no longer needed, workspaces that removed the app. */
export const createHousekeeping = ({
  store,
  retentionDays,
  hasInstallations,
  onErased,
  clock,
  log,
}: {
  store: Store;
  /** Null: customers' data is never erased. */
  retentionDays: number | null;
  /** Whether workspaces install and remove the app. */
  hasInstallations: boolean;
  /** Called with the number of links whose customer data was erased. */
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
