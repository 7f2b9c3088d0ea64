import { buildExportCancelled } from '../../messages/export-progress.ts';
import { describeExport } from '../exports/describe-export.ts';
import { createExportButton } from '../exports/export-button.ts';

/** Stops an export within a page. Whoever works on it notices; between two tries nobody does. */
export const handleExportCancel = createExportButton(
  'export_cancel',
  null,
  async ({ own, place, tell }, dependencies) => {
    const { store, exports, jobWorker, patientClient, clock } = dependencies;
    const { teamId, jobId } = own;
    if (!(await store.jobs.cancel(teamId, jobId, clock.now()))) {
      await tell('That export is over already.');
      return;
    }
    jobWorker.wake();
    await exports.files.removeAllOf({ teamId, id: jobId });
    if (place.message === null) return;
    const facts = describeExport(own, dependencies);
    await patientClient.chat.update({
      channel: place.message.channelId,
      ts: place.message.ts,
      ...buildExportCancelled(facts),
    });
  },
);
