import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { noteFailure } from '../request-context.ts';
import { ResponseRefused } from './response-urls.ts';

/** A failure that can explain itself: what it means to the person, and what to do next. */
export abstract class ExplainedError extends Error {
  /** `report`: the reference and whom to give it to, as the end of a sentence. */
  abstract explain(report: string): string;
}

/**
 * Runs a listener's work. An error is logged under a reference, and the person gets the same reference. If
 * even telling them fails, both errors are in the log.
 */
export const guard = async (
  { ids, log }: { ids: Pick<Ids, 'reference'>; log: Log },
  what: string,
  work: () => Promise<void>,
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  try {
    await work();
  } catch (error) {
    noteFailure();
    const reference = ids.reference();
    log.error({ err: error, reference, what }, 'listener failed');
    try {
      await tell(describe(error, reference));
    } catch (tellingError) {
      log.error({ err: tellingError, reference, what }, 'the person could not be told');
    }
  }
};

/** We do not know here how far the work came, so we say nothing about it unless the failure explains itself. */
function describe(error: unknown, reference: string): string {
  const report = `give reference ${reference} to the person who looks after Paylink`;
  if (error instanceof ExplainedError) return error.explain(report);
  if (error instanceof ResponseRefused && error.isOver)
    return `Slack allows five answers to one command or button, within 30 minutes. Run the command again. If that doesn’t help, ${report}.`;
  return `Something went wrong in Paylink, and this may not be finished. Check what was done before you try again; if it happens again, ${report}.`;
}
