import type { AllMiddlewareArgs, SlackEventMiddlewareArgs } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { PendingWork } from '../delivery/pending-work.ts';
import type { JobHandler, JobKind } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { noteFailure } from '../request-context.ts';
import { explainFault } from './faults.ts';
import { Refused } from './refused.ts';
import { NotInstalledError } from './slack-failure.ts';

/** What the frames below use of a request. */
export interface ListenerParts {
  /** For calls after the ack: longer timeout, not bound by the trigger's 3 seconds. */
  patientClient: WebClient;
  clock: Clock;
  ids: Pick<Ids, 'reference'>;
  log: Log;
  /** Finished before the process ends. */
  work: Pick<PendingWork, 'track'>;
}

export type EventArgs = SlackEventMiddlewareArgs & AllMiddlewareArgs;

/** Its window is open and waits for words: what went wrong belongs there. `show`: null, the window is closed. */
export class WindowFault extends Error {
  override name = 'WindowFault';
  readonly show: (words: string) => Promise<unknown>;

  constructor(cause: unknown, show: (words: string) => Promise<unknown>) {
    super('a window was not filled', { cause });
    this.show = show;
  }
}

/**
 * Runs a listener's work, and tells the person why it did not go on. A fault is logged under a reference, and the person gets
 * the same reference. If the reply fails too, both errors are in the log.
 */
export const guard = async (
  { ids, log }: { ids: Pick<Ids, 'reference'>; log: Log },
  what: string,
  work: () => Promise<void>,
  tell: (words: string) => Promise<unknown>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    const { words } = describe(error, what, { ids, log });
    try {
      const shown = error instanceof WindowFault ? await error.show(words).catch(() => null) : null;
      if (shown === null) await tell(words);
    } catch (replyError) {
      noteFailure();
      log.error({ err: replyError, what }, 'no reply to the person');
    }
  }
};

/** What to tell the person about anything that was thrown. What is not a refusal is in the log, too. `failed`: see `explainFault`. */
export const describe = (
  error: unknown,
  what: string,
  { ids, log }: { ids: Pick<Ids, 'reference'>; log: Log },
  failed: string | null = null,
): { fault: unknown; words: string; reference: string | null } => {
  const fault = error instanceof WindowFault ? error.cause : error;
  if (fault instanceof Refused) return { fault, words: fault.words, reference: null };
  noteFailure();
  const reference = ids.reference();
  log.error({ err: fault, reference, what }, 'listener failed');
  return { fault, words: explainFault(fault, reference, failed), reference };
};

/** A job whose handler is made when it arrives, for its workspace. */
export const whenDue = <Given extends unknown[]>(
  make: (job: Parameters<JobHandler>[0]) => Promise<JobHandler<Given>>,
  says: Omit<JobKind, 'run'> = {},
): JobKind<Given> => ({
  run: async (job, context, ...given) => {
    let handler: JobHandler<Given>;
    try {
      handler = await make(job);
    } catch (error) {
      // The workspace removed the app: nobody is waiting, and there is nowhere to report it.
      if (error instanceof NotInstalledError) return { outcome: 'failed', reason: 'app removed' };
      throw error;
    }
    return handler(job, context, ...given);
  },
  ...says,
});
