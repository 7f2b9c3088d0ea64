import type { z } from 'zod';
import type { JobKind, JobOutcome } from './run-claimed-job.ts';

/** What jobs keep in the database. It is in the snapshot of each release, since a newer version reads what waits there. */
export interface Kept {
  payload: z.ZodType;
  /** How far one has come, and what it leaves for a later one. */
  progress?: z.ZodType | undefined;
}

export interface JobDefinition<App> extends Kept {
  kind(app: App): JobKind;
}

/** For what this version cannot read: that which planned it does it. */
const OF_ANOTHER_VERSION: JobOutcome = {
  ...{ outcome: 'later', reason: 'of another version', retryAfterMs: 60_000 },
  ...{ isTry: false, isApart: true },
};

/** A kind of job, and what it keeps: it runs with its payload as it was read. */
export const defineJob = <App, Payload>(
  payload: z.ZodType<Payload>,
  kindOf: (app: App) => JobKind<[Payload]>,
  progress?: z.ZodType,
): JobDefinition<App> => ({
  ...{ payload, progress },
  kind: (app) => {
    const { run, ...kind } = kindOf(app);
    return {
      ...kind,
      run: async (job, context) => {
        const { success, data } = payload.safeParse(job.payload);
        return success ? run(job, context, data) : OF_ANOTHER_VERSION;
      },
    };
  },
});
