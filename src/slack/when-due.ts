import type { JobHandler, JobKind } from '../delivery/run-claimed-job.ts';
import { NotInstalledError } from './not-installed.ts';

/** Builds the handler only when a job arrives, for that job's workspace: starting the app needs none of them. */
export const whenDue = (
  make: (job: Parameters<JobHandler>[0]) => Promise<JobHandler>,
  says: Omit<JobKind, 'run'> = {},
): JobKind => ({
  run: async (job, context) => {
    let handler: JobHandler;
    try {
      handler = await make(job);
    } catch (error) {
      // The workspace removed the app: no one is waiting, and we have nowhere to report it.
      if (error instanceof NotInstalledError) return { outcome: 'failed', reason: 'app removed' };
      throw error;
    }
    return handler(job, context);
  },
  ...says,
});
