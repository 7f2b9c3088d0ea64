import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { noteFailure } from '../request-context.ts';

/**
 * Runs a listener's work. What it throws is logged under a reference, and the person is told the same
 * reference; if even that fails, both faults are in the log.
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
      await tell(
        `Something went wrong in Paylink, and nothing more was done. Try once more; if it happens again, give reference ${reference} to whoever looks after Paylink.`,
      );
    } catch (tellingError) {
      log.error({ err: tellingError, reference, what }, 'the person could not be told');
    }
  }
};
