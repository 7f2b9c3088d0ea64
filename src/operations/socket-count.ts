import type { Clock } from '../clock.ts';
import { createWorkLoop } from '../delivery/work-loop.ts';
import type { Log } from '../log.ts';
import type { ProcessStore } from './process-store.ts';

/** More connections of Socket Mode than processes of this database: another one takes some of Slack's requests. */
export interface ForeignSockets {
  connections: number;
  processes: number;
}

const LOOK_EVERY_MS = 60_000;
/** A process that has just ended keeps its connection for a while, and counts as long. */
const LASTS_MS = 10 * 60_000;
const REST_AFTER_ERROR_MS = 10_000;

/** Counts the processes of this database, and compares them with the connections that Slack tells of when one is made. */
export const createSocketCount = ({
  greeting,
  processes: heartbeats,
  clock,
  log,
}: {
  greeting: () => { connections: number } | null;
  processes: Pick<ProcessStore, 'countSince'>;
  clock: Clock;
  log: Log;
}) => {
  let since: number | null = null;
  let foreign: ForeignSockets | null = null;

  const loop = createWorkLoop({
    name: 'the count of connections',
    round: async () => {
      const now = clock.now();
      const processes = await heartbeats.countSince(now - LASTS_MS);
      const connections = greeting()?.connections ?? 0;
      since = connections > processes ? (since ?? now) : null;
      const lasts = since !== null && now - since >= LASTS_MS;
      if (lasts && foreign === null)
        log.error(
          { connections, processes },
          'Slack has more connections of this app than this database has processes: another Paylink takes some requests. Stop it, or give it an app of its own',
        );
      foreign = lasts ? { connections, processes } : null;
      return now + LOOK_EVERY_MS;
    },
    clock,
    restMs: REST_AFTER_ERROR_MS,
    onError: (error) => log.error({ err: error }, 'processes not counted; trying again'),
  });
  return { ...loop, foreign: () => foreign };
};
