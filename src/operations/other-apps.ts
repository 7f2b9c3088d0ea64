import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Greeting } from '../slack/socket-connection.ts';
import type { ProcessStore } from './process-store.ts';

/** A process that has just ended keeps its connection for a while, and counts as long. */
const LASTS_MS = 10 * 60_000;

/**
 * At each greeting of Socket Mode: whether it is for the app of the token, and whether another Paylink, with another
 * database, takes some of its requests.
 */
export const createOtherApps = ({
  processes,
  tokenApp,
  clock,
  log,
}: {
  processes: ProcessStore;
  /** Null: Slack has not said yet, or does not say. */
  tokenApp: () => string | null;
  clock: Clock;
  log: Log;
}) => {
  let seen: readonly string[] = [];

  const look = async ({ num_connections: connections, connection_info }: Greeting): Promise<void> => {
    const app = connection_info?.app_id ?? null;
    const running = await processes.countSince(clock.now() - LASTS_MS);
    const tokens = tokenApp();
    seen = [
      ...(connections > running
        ? [
            `Slack has ${connections} connections of this app, and this database ${running} process(es): another Paylink takes some requests`,
          ]
        : []),
      ...(app !== null && tokens !== null && app !== tokens
        ? [
            `SLACK_BOT_TOKEN is a token of the Slack app ${tokens}, and SLACK_APP_TOKEN of ${app}: no windows open`,
          ]
        : []),
    ];
    for (const one of seen) log.warn(one);
  };

  return {
    greeted: (greeting: Greeting): void => {
      look(greeting).catch((error: unknown) =>
        log.error({ err: error }, 'not compared with other apps of Slack'),
      );
    },
    /** As the latest connection showed it, one sentence each. */
    seen: () => seen,
  };
};
