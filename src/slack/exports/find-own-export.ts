import {
  type ExportPayload,
  type ExportProgress,
  parseExportPayload,
  parseExportProgress,
} from '../../reports/export-job-state.ts';
import type { JobStanding } from '../../store/job-store.ts';
import type { ActionPlace } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';

export interface OwnExport {
  jobId: string;
  teamId: string;
  state: JobStanding['state'];
  payload: ExportPayload;
  progress: ExportProgress | null;
}

/** The export that a button points to, when the one who pressed is the one who asked for it. Otherwise they are told. */
export const findOwnExport = async (
  { value, teamId, userId }: ActionPlace,
  { store }: Pick<ListenerDependencies, 'store'>,
  tell: (text: string) => Promise<unknown>,
): Promise<OwnExport | null> => {
  const standing = value === null ? null : await store.jobs.find(teamId, value);
  const payload = standing && parseExportPayload(standing.payload);
  if (value !== null && standing && payload?.userId === userId) {
    const progress = parseExportProgress(standing.progress);
    return { jobId: value, teamId, state: standing.state, payload, progress };
  }
  await tell('That button belongs to an export that Paylink does not hold for you.');
  return null;
};
