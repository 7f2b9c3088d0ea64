import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { StoredJob } from '../store/job-store.ts';
import { FILE_KINDS, type FileKind } from './order-file.ts';

export interface OwnFile extends Pick<StoredJob, 'state'> {
  kind: FileKind;
  payload: z.infer<typeof payloadSchema>;
  jobId: string;
  teamId: string;
}

const payloadSchema = z.looseObject({ userId: z.string() });

/** A file, for the person who asked for it. */
export const OWN_FILE: About<Request, OwnFile, Pressed> = {
  noun: 'file',
  find: async ({ place: { value, teamId, userId } }, { store }) => {
    const job = value === null ? null : await store.jobs.find(teamId, value);
    const kind = FILE_KINDS.find((one) => one === job?.kind);
    const payload = payloadSchema.safeParse(job?.payload).data;
    if (value === null || !job || !kind || payload?.userId !== userId) return null;
    return { jobId: value, teamId, kind, state: job.state, payload };
  },
};

export type FilePress = Pressed & { about: OwnFile };
