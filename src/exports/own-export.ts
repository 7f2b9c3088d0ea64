import type { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { StoredJob } from '../store/job-store.ts';
import { FILE_JOB, orderedSchema } from './order-file.ts';

export interface OwnFile extends Pick<StoredJob, 'state'> {
  payload: z.infer<typeof orderedSchema>;
  jobId: string;
  teamId: string;
}

/** A file, for the person who asked for it. */
export const OWN_FILE: About<Request, OwnFile, Pressed> = {
  noun: 'file',
  find: async ({ place: { value, teamId, userId } }, { store }) => {
    const job = value === null ? null : await store.jobs.find(teamId, value);
    const payload = orderedSchema.safeParse(job?.payload).data;
    if (value === null || job?.kind !== FILE_JOB || payload?.userId !== userId) return null;
    return { jobId: value, teamId, state: job.state, payload };
  },
};

export type FilePress = Pressed & { about: OwnFile };
