import type { Request } from '../app-parts.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { buildScheduleForm, SCHEDULE_FORM, USUAL } from '../schedules/schedule-form-view.ts';
import { exportedSchema } from '../schedules/scheduled.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Opening } from '../slack/views.ts';
import { buildShow } from '../store/message-store.ts';
import { FILE_JOB } from './order-file.ts';
import type { FilePress, OwnFile } from './own-export.ts';

/** Stops a file within a page: the process at work on it notices. */
export const handleFileCancel = async ({ about: own }: FilePress, request: Request): Promise<void> => {
  const { store, exportFiles, clock } = request;
  const { teamId, jobId } = own;
  if (!(await store.jobs.cancel(teamId, jobId, clock.now())))
    throw new Refused('That file has already ended.');
  await exportFiles.removeAllOf({ teamId, id: jobId });
  await store.jobs.add(buildShow({ teamId, what: FILE_JOB, id: jobId }), clock.now());
};

/** Makes a file anew that was not made, or perhaps not sent. */
export const handleFileAgain = async ({ about: own }: FilePress, request: Request): Promise<void> => {
  const { store, ids, clock } = request;
  const { teamId, jobId, state, payload } = own;
  if (state !== 'failed')
    throw new Refused(
      state === 'waiting' ? 'That file is already under way.' : 'That file has already ended.',
    );
  const at = clock.now();
  // Pressed twice, it is made once.
  const job = {
    id: ids.job(),
    teamId,
    kind: FILE_JOB,
    key: `file-again:${jobId}`,
    payload,
    dueAt: at,
  } as const;
  if (!(await store.jobs.add(job, at))) throw new Refused('That file is already being made again.');
};

/** *Schedule…*, on a finished export: the form, filled in from it. */
export const handleScheduleOpen = (_: Pressed, { timeZone }: Request): Opening<OwnFile> => ({
  first: SCHEDULE_FORM,
  read: async ({ payload }) => ({
    view: buildScheduleForm(
      { ...exportedSchema.parse(payload), repeat: USUAL, where: null },
      nameZone(timeZone),
    ),
  }),
});
