import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { buildGone } from '../blocks/refusal.ts';
import type { PressedReport } from '../reports/report-press.ts';
import { freezeEnd } from '../reports/report-reader.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import { buildShow } from '../store/message-store.ts';
import { buildExportName } from './export-files.ts';
import { buildExportPlace, EXPORT_PLACE, EXPORT_PLACE_FORM } from './export-place-view.ts';
import type { FilePress } from './own-export.ts';
import { startExport } from './start-export.ts';
import { FILE_FORMATS, type FileFormat } from './write-file.ts';

/** Exports every row of a report. For a report that a channel sees, asks first where to send the file. */
const createExport =
  (format: FileFormat) =>
  ({ place }: Pressed, request: Request): Opening<PressedReport> => ({
    first: { callbackId: EXPORT_PLACE.callbackId, title: 'Export' },
    read: async ({ report, pressed, save }) => {
      const { message } = place;
      if (!pressed.isShared || message === null || message.channelId.startsWith('D')) {
        return {
          say: async () => {
            await save();
            return startExport({ report, format, thread: null }, request);
          },
        };
      }
      const { clock, timeZone } = request;
      const fileName = buildExportName(freezeEnd(report, clock.now()), format, timeZone);
      const { channelId, threadTs: ts } = message;
      const metadata = writeExportPlaceMetadata({
        reportId: report.id,
        format,
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

/** Stops a file within a page: the process at work on it notices. */
export const handleFileCancel = async ({ about: own }: FilePress, request: Request): Promise<void> => {
  const { store, exportFiles, wake, clock } = request;
  const { teamId, jobId, kind } = own;
  if (!(await store.jobs.cancel(teamId, jobId, clock.now())))
    throw new Refused('That file has already ended.');
  await exportFiles.removeAllOf({ teamId, id: jobId });
  await store.jobs.add(buildShow({ teamId, what: kind, id: jobId }), clock.now());
  wake.queue();
};

/** Makes a file anew that was not made, or perhaps not sent. */
export const handleFileAgain = async ({ about: own }: FilePress, request: Request): Promise<void> => {
  const { store, wake, ids, clock } = request;
  const { teamId, jobId, kind, state, payload } = own;
  if (state !== 'failed')
    throw new Refused(
      state === 'waiting' ? 'That file is already under way.' : 'That file has already ended.',
    );
  const at = clock.now();
  // Pressed twice, it is made once.
  const job = { id: ids.job(), teamId, kind, key: `file-again:${jobId}`, payload, dueAt: at };
  if (!(await store.jobs.add(job, at))) throw new Refused('That file is already being made again.');
  wake.jobs();
};

const metadataSchema = z.object({
  reportId: z.string(),
  format: z.enum(FILE_FORMATS),
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
  const { reportId, format, channelId, ts } = parseExportPlaceMetadata(view.metadata);
  const { place } = readForm(EXPORT_PLACE_FORM, view.values);
  const report = await store.reports.find(teamId, reportId);
  if (report?.userId !== userId) throw new Refused(buildGone('report'));
  const isToThread = place === EXPORT_PLACE.toThread;
  const thread = isToThread ? { channelId, ts } : null;
  const start = async (): Promise<void> => {
    const text = await startExport({ report, format, thread }, request);
    // Paylink may have left the channel in the meantime.
    await patientClient.chat
      .postEphemeral({ channel: channelId, user: userId, text })
      .catch(() => tell(text));
  };
  return { close: true, afterwards: start };
};
