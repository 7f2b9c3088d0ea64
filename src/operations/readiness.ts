import type { TokenTrouble } from '../slack/token-watch.ts';
import { nameDatabaseTrouble } from '../store/engine/database-errors.ts';
import { HEARTBEAT_TOO_OLD_MS, type Heartbeat } from './heartbeat.ts';

/** `says`: text for an operator; contains no secrets. */
export interface Readiness {
  isReady: boolean;
  detail: string;
}

/**
 * Whether this process can do its job: the database answers and takes writes, and no loop has died. A token that
 * Slack rejects is mentioned but does not count as not ready: callbacks must still come in, and messages for Slack
 * are kept until it accepts them.
 */
export const readReadiness = async ({
  ping,
  heartbeat,
  workers,
  tokenTroubles,
  now,
}: {
  ping: () => Promise<void>;
  heartbeat: Pick<Heartbeat, 'status'>;
  workers: readonly { isAlive(): boolean }[];
  tokenTroubles: () => readonly TokenTrouble[];
  now: () => number;
}): Promise<Readiness> => {
  const fault = (detail: string): Readiness => ({ isReady: false, detail });
  try {
    await ping();
  } catch (error) {
    return fault(`the database does not answer (${nameDatabaseTrouble(error)})`);
  }
  const { ageMs, trouble } = heartbeat.status();
  const age = ageMs === null ? 'no heartbeat yet' : `last heartbeat ${Math.round(ageMs / 1000)} s ago`;
  if (trouble !== null) return fault(`the database takes no writes (${trouble}), ${age}`);
  if (ageMs === null || ageMs > HEARTBEAT_TOO_OLD_MS) return fault(age);
  if (!workers.every((worker) => worker.isAlive())) return fault('a work loop has ended');
  return { isReady: true, detail: [age, ...describeTroubles(tokenTroubles(), now())].join('; ') };
};

const MINUTE_MS = 60_000;

function describeTroubles(troubles: readonly TokenTrouble[], now: number): string[] {
  const refused = troubles.filter(({ lacks }) => lacks === null);
  const [first] = refused;
  const minutes = first && Math.floor((now - Math.min(...refused.map(({ since }) => since))) / MINUTE_MS);
  const codes = [...new Set(refused.map(({ code }) => code))].join(', ');
  const whose = first?.teamId === null ? 'SLACK_BOT_TOKEN' : `the tokens of ${refused.length} workspace(s)`;
  const scopes = new Set(troubles.flatMap(({ lacks }) => (lacks === null ? [] : [lacks.scope])));
  return [
    ...(first ? [`Slack refuses ${whose} for ${minutes} min (${codes}): messages to it wait`] : []),
    ...(scopes.size > 0
      ? [`Slack misses a scope (${[...scopes].join(', ')}): install the app again with those of the manifest`]
      : []),
  ];
}
