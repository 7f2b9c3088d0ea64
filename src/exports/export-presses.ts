import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { buildGone } from '../blocks/refusal.ts';
import type { PressedReport } from '../reports/report-press.ts';
import { freezeEnd } from '../reports/report-reader.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { editMessage } from '../slack/messages.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import { buildExportName } from './export-files.ts';
import { EXPORT_FORMATS, EXPORT_JOB, type ExportFormat, type ExportPayload } from './export-job-state.ts';
import { buildFinalMessageJob, finalMessageJobId } from './export-message-jobs.ts';
import {
  buildExportCancelled,
  buildExportPlace,
  EXPORT_PLACE,
  EXPORT_PLACE_FORM,
} from './export-progress-view.ts';
import type { ExportPress } from './own-export.ts';
import { describeExport, startExport } from './start-export.ts';

/** Exports every row of a report. For a report that a channel sees, asks first where to send the file. */
const createExport =
  (format: ExportFormat) =>
  ({ place }: Pressed, request: Request): Opening<PressedReport> => ({
    first: { callbackId: EXPORT_PLACE.callbackId, title: 'Export' },
    read: async ({ report, pressed, pointer, save }) => {
      const { toggled } = pointer;
      const { message } = place;
      if (!pressed.isShared || message === null || message.channelId.startsWith('D')) {
        return {
          say: async () => {
            await save();
            return startExport({ report, format, toggled, thread: null }, request);
          },
        };
      }
      const { clock, timeZone } = request;
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
  });

export const handleExportCsv = createExport('csv');
export const handleExportXlsx = createExport('xlsx');

/**
 * Stops an export within a page. The process working on it notices. Between two tries no process is, so this
 * handler does the rest.
 */
export const handleExportCancel = async (
  { about: own, place }: ExportPress,
  request: Request,
): Promise<void> => {
  const { store, exportFiles, wake, patientClient, clock } = request;
  const { teamId, jobId } = own;
  if (!(await store.jobs.cancel(teamId, jobId, clock.now())))
    throw new Refused('That export has already ended.');
  wake.jobs();
  await exportFiles.removeAllOf({ teamId, id: jobId });
  if (place.message === null) return;
  const message = buildExportCancelled(describeExport(own, request));
  const at = clock.now();
  // An edit that a dead process sent may arrive after this one.
  await store.jobs.add(
    buildFinalMessageJob({ id: jobId, teamId }, { place: place.message, message }, at),
    at,
  );
  await editMessage(patientClient, place.message, message);
};

/** Resumes an export that stopped, from the page where it stopped. */
export const handleExportResume = async ({ about: own }: ExportPress, request: Request): Promise<void> => {
  const { store, wake, ids, clock } = request;
  if (own.state !== 'failed')
    throw new Refused(
      own.state === 'waiting' ? 'That export is already under way.' : 'That export has already ended.',
    );
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
  // The message no longer shows the end, so do not write that again.
  await store.jobs.cancel(own.teamId, finalMessageJobId(own.jobId), at);
  if (!isNew) throw new Refused('That export has already been resumed.');
  wake.jobs();
};

const metadataSchema = z.object({
  reportId: z.string(),
  format: z.enum(EXPORT_FORMATS),
  toggled: z.array(z.string()).default([]),
  channelId: z.string(),
  ts: z.string(),
});

type ExportPlaceMetadata = z.infer<typeof metadataSchema>;

const writeExportPlaceMetadata = (metadata: ExportPlaceMetadata): string => JSON.stringify(metadata);

/** Throws if this app did not write the text. */
const parseExportPlaceMetadata = (text: string): ExportPlaceMetadata =>
  metadataSchema.parse(JSON.parse(text));

/** The window where the person chooses where the file goes; the answer appears where the button was. */
export const handleExportPlaceSubmission = async (
  { teamId, userId, view, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const { store, patientClient } = request;
  const { reportId, format, toggled, channelId, ts } = parseExportPlaceMetadata(view.metadata);
  const { place } = readForm(EXPORT_PLACE_FORM, view.values);
  const report = await store.reports.find(teamId, reportId);
  if (report?.userId !== userId) throw new Refused(buildGone('report'));
  const isToThread = place === EXPORT_PLACE.toThread;
  const thread = isToThread ? { channelId, ts } : null;
  const start = async (): Promise<void> => {
    const text = await startExport({ report, format, toggled, thread }, request);
    // Paylink may have left the channel in the meantime.
    await patientClient.chat
      .postEphemeral({ channel: channelId, user: userId, text })
      .catch(() => tell(text));
  };
  return { close: true, afterwards: start };
};
