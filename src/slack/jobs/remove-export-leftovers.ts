import type { Clock } from '../../clock.ts';
import type { ExportFiles } from '../../reports/export-files.ts';
import { parseExportProgress } from '../../reports/export-job-state.ts';
import type { JobStore } from '../../store/job-store.ts';

/** How long *Go on* can take up an export that stopped. */
const KEPT_MS = 24 * 60 * 60_000;
/** Another instance on this machine may just have made it. */
const FRESH_MS = 10 * 60_000;

/** For the start: removes the files of exports that are over, and those that no export goes on with. Gives how many. */
export const removeExportLeftovers = ({
  files,
  jobs,
  clock,
}: {
  files: ExportFiles;
  jobs: Pick<JobStore, 'find'>;
  clock: Clock;
}): Promise<number> =>
  files.removeLeftovers(async ({ teamId, id }, { name, touchedAt }) => {
    const standing = await jobs.find(teamId, id);
    const age = clock.now() - touchedAt;
    const isRecorded = parseExportProgress(standing?.progress)?.mark?.file === name;
    if (standing?.state === 'waiting') return isRecorded || age < FRESH_MS;
    return standing?.state === 'failed' && isRecorded && age < KEPT_MS;
  });
