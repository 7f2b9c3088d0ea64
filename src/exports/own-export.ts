import type { Request } from '../app-parts.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { StoredJob } from '../store/job-store.ts';
import type { Schedule } from '../store/schedule.ts';
import {
  type ExportPayload,
  type ExportProgress,
  parseExportPayload,
  parseExportProgress,
} from './export-job-state.ts';
import { SCHEDULED_EXPORT_JOB } from './scheduled-export.ts';

export interface OwnExport {
  jobId: string;
  teamId: string;
  state: StoredJob['state'];
  payload: ExportPayload;
  progress: ExportProgress | null;
}

/** For the person who asked for it. */
export const OWN_EXPORT: About<Request, OwnExport, Pressed> = {
  noun: 'export',
  find: async ({ place: { value, teamId, userId } }, { store }) => {
    const job = value === null ? null : await store.jobs.find(teamId, value);
    const payload = job && parseExportPayload(job.payload);
    if (value === null || !job || payload?.userId !== userId) return null;
    const progress = parseExportProgress(job.progress);
    return { jobId: value, teamId, state: job.state, payload, progress };
  },
};

export type ExportPress = Pressed & { about: OwnExport };

/** A scheduled export, for everyone who may export. */
export const SCHEDULED: About<Request, Schedule, Pressed> = {
  noun: 'scheduled export',
  find: async ({ place: { teamId, value } }, { store }) => {
    const known = value === null ? null : await store.schedules.find(teamId, value);
    return known?.kind === SCHEDULED_EXPORT_JOB ? known : null;
  },
};
