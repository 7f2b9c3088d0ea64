import { z } from 'zod';
import { createReportWindow } from '../reports/report-press.ts';
import { freezeEnd } from '../reports/report-reader.ts';
import { type ActionArgs, type ActionPlace, createButton } from '../slack/button.ts';
import { editMessage } from '../slack/messages.ts';
import { type Permission, permit } from '../workspaces/members.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { buildExportName } from './export-files.ts';
import { EXPORT_JOB, type ExportFormat, type ExportPayload } from './export-job-state.ts';
import { writeExportPlaceMetadata } from './export-place.ts';
import { buildExportPlace, EXPORT_PLACE } from './export-place-view.ts';
import { buildExportCancelled } from './export-progress-view.ts';
import { buildLastWordJob, lastWordIdOf } from './last-word-job.ts';
import { describeExport, findOwnExport, type OwnExport, startExport } from './start-export.ts';

export interface ExportPress {
  own: OwnExport;
  place: ActionPlace;
  tell: (text: string) => Promise<unknown>;
}

/**
 * What every button on an export's message does first: it checks that the person asked for this export and
 * may still do what is `needed`.
 */
const createExportButton = (
  name: string,
  needed: Permission | null,
  handle: (press: ExportPress, dependencies: ExportDependencies) => Promise<void>,
) =>
  createButton<ExportDependencies>(name, async ({ place, tell }, dependencies) => {
    const own = await findOwnExport(place, dependencies, tell);
    if (!own) return;
    const asker = { teamId: own.teamId, userId: place.userId };
    if (needed === null || (await permit(asker, needed, dependencies, tell)))
      await handle({ own, place, tell }, dependencies);
  });

/** Exports every row of a report as a file. Under a message that a channel sees, first asks where to send it. */
const buildHandler = (format: ExportFormat) =>
  createReportWindow<ExportDependencies>(
    {
      name: `export ${format}`,
      needed: 'export',
      first: { callbackId: EXPORT_PLACE.callbackId, title: 'Export' },
    },
    async ({ report, pressed, pointer, place, save }, dependencies) => {
      const { toggled } = pointer;
      const { message } = place;
      if (!pressed.isShared || message === null || message.channelId.startsWith('D')) {
        return {
          say: async () => {
            await save();
            return startExport({ report, format, toggled, thread: null }, dependencies);
          },
        };
      }
      const { clock, timeZone } = dependencies;
      const fileName = buildExportName(freezeEnd(report, clock.now()), format, timeZone);
      const { channelId, threadTs: ts } = message;
      const metadata = writeExportPlaceMetadata({
        reportId: report.id,
        format,
        toggled: [...toggled],
        channelId,
        ts,
      });
      return {
        view: buildExportPlace(fileName, metadata),
        fill: async () => {
          await save();
          return null;
        },
      };
    },
  );

const BY_FORMAT = { csv: buildHandler('csv'), xlsx: buildHandler('xlsx') };

const actionSchema = z.object({ action_id: z.string() });

/** One handler for both buttons: the end of the action's name tells them apart. */
export const handleExportPressed = (args: ActionArgs, dependencies: ExportDependencies): Promise<void> => {
  const { action_id: id } = actionSchema.parse(args.action);
  return BY_FORMAT[id.endsWith('xlsx') ? 'xlsx' : 'csv'](args, dependencies);
};

/**
 * Stops an export within a page. The process working on it notices. Between two tries no process is, so this
 * handler does the rest.
 */
export const handleExportCancel = createExportButton(
  'export_cancel',
  null,
  async ({ own, place, tell }, dependencies) => {
    const { store, exports, jobWorker, patientClient, clock } = dependencies;
    const { teamId, jobId } = own;
    if (!(await store.jobs.cancel(teamId, jobId, clock.now()))) {
      await tell('That export has already ended.');
      return;
    }
    jobWorker.wake();
    await exports.files.removeAllOf({ teamId, id: jobId });
    if (place.message === null) return;
    const message = buildExportCancelled(describeExport(own, dependencies));
    const at = clock.now();
    // A process that died may have had another word on its way.
    await store.jobs.add(buildLastWordJob({ id: jobId, teamId }, { place: place.message, message }, at), at);
    await editMessage(patientClient, place.message, message);
  },
);

/** Resumes an export that stopped, from the page where it stopped. */
export const handleExportGoOn = createExportButton(
  'export_go_on',
  'export',
  async ({ own, tell }, dependencies) => {
    const { store, jobWorker, ids, clock } = dependencies;
    if (own.state !== 'failed') {
      await tell(
        own.state === 'waiting' ? 'That export is already under way.' : 'That export has already ended.',
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
        // Pressed twice, it resumes once.
        key: `export-go-on:${own.jobId}`,
        payload,
        dueAt: at,
      },
      at,
    );
    // What the message said of the end is not said again.
    await store.jobs.cancel(own.teamId, lastWordIdOf(own.jobId), at);
    if (isNew) jobWorker.wake();
    else await tell('That export has already been resumed.');
  },
);
