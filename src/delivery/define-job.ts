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

/** What this version cannot read, the one that planned it does. A day later there is none, and an operator hears of it. */
const OF_ANOTHER_VERSION: JobOutcome = {
  ...{ outcome: 'later', reason: 'of another version', retryAfterMs: 60_000 },
  ...{ isUnclear: true, isApart: true },
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
        if (success) return run(job, context, data);
        const { givenUp } = context;
        return givenUp === null ? OF_ANOTHER_VERSION : { outcome: 'failed', reason: givenUp };
      },
    };
  },
});
