import { HEARTBEAT_TOO_OLD_MS, type Heartbeat } from './heartbeat.ts';
import { nameDatabaseTrouble } from './store/database-trouble.ts';

/** `says`: for an operator, without anything secret. */
export interface Readiness {
  isReady: boolean;
  says: string;
}

/** Whether this process can do its work: the database answers and takes writes, and no loop has died. */
export const readReadiness = async ({
  ping,
  heartbeat,
  workers,
}: {
  ping: () => Promise<void>;
  heartbeat: Pick<Heartbeat, 'standing'>;
  workers: readonly { isAlive(): boolean }[];
}): Promise<Readiness> => {
  const fault = (says: string): Readiness => ({ isReady: false, says });
  try {
    await ping();
  } catch (error) {
    return fault(`the database does not answer (${nameDatabaseTrouble(error)})`);
  }
  const { ageMs, trouble } = heartbeat.standing();
  const age = ageMs === null ? 'no heartbeat yet' : `last heartbeat ${Math.round(ageMs / 1000)} s ago`;
  if (trouble !== null) return fault(`the database takes no writes (${trouble}), ${age}`);
  if (ageMs === null || ageMs > HEARTBEAT_TOO_OLD_MS) return fault(age);
  if (!workers.every((worker) => worker.isAlive())) return fault('a work loop has ended');
  return { isReady: true, says: age };
};
