import type { ExportPayload } from '../../reports/export-job-state.ts';
import { EXPORT_JOB } from '../../reports/export-kind.ts';
import { createExportButton } from '../exports/export-button.ts';

/** Takes up an export that stopped, from the page where it stopped. */
export const handleExportGoOn = createExportButton(
  'export_go_on',
  'export',
  async ({ own, tell }, dependencies) => {
    const { store, jobWorker, ids, clock } = dependencies;
    if (own.state !== 'failed') {
      await tell(
        own.state === 'waiting' ? 'That export is on its way already.' : 'That export is over already.',
      );
      return;
    }
    const at = clock.now();
    const payload: ExportPayload = {
      ...own.payload,
      continues: own.progress && {
        ...own.progress,
        stalls: 0,
        ...(own.progress.isUnsure ? { fileId: null, isUnsure: false } : {}),
      },
    };
    const isNew = await store.jobs.add(
      {
        id: ids.job(),
        teamId: own.teamId,
        kind: EXPORT_JOB,
        // Pressed twice, it goes on once.
        key: `export-go-on:${own.jobId}`,
        payload,
        dueAt: at,
      },
      at,
    );
    if (isNew) jobWorker.wake();
    else await tell('That export was taken up again already.');
  },
);
