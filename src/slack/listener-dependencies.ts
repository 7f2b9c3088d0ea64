import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';

/** What any listener may use, for the workspace a request came from. */
export interface ListenerDependencies {
  /** For calls after the ack: longer timeout, not bound by the trigger's 3 seconds. */
  patientClient: WebClient;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
  /** Finished before the process ends. */
  work: { track<T>(task: Promise<T>): Promise<T> };
  /** The process ends: what waits gives up. */
  stopping: AbortSignal;
}
