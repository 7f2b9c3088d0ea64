import type { JobHandler, JobKind } from '../delivery/run-claimed-job.ts';
import type { ActionArgs } from './button.ts';
import { NotInstalledError } from './slack-failure.ts';

/** A listener that is loaded with its first request, so that startup does not wait for it. */
export const whenUsed =
  <Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) =>
  async (...args: Args): Promise<void> =>
    (await load())(...args);

/** For a button with an address: Slack opens it by itself, but still wants an acknowledgement. */
export const acknowledge = ({ ack }: ActionArgs): Promise<void> => ack();

/** A job whose handler is loaded when it arrives, for its workspace, so that startup does not wait for it. */
export const whenDue = (
  make: (job: Parameters<JobHandler>[0]) => Promise<JobHandler>,
  says: Omit<JobKind, 'run'> = {},
): JobKind => ({
  run: async (job, context) => {
    let handler: JobHandler;
    try {
      handler = await make(job);
    } catch (error) {
      // The workspace removed the app: nobody is waiting, and there is nowhere to report it.
      if (error instanceof NotInstalledError) return { outcome: 'failed', reason: 'app removed' };
      throw error;
    }
    return handler(job, context);
  },
  ...says,
});
