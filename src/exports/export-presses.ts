import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { createReportWindow } from '../reports/report-press.ts';
import { freezeEnd } from '../reports/report-reader.ts';
import { type ActionArgs, type ActionPlace, createButton } from '../slack/button.ts';
import { afterSubmission } from '../slack/listener.ts';
import { editMessage } from '../slack/messages.ts';
import { type Permission, permit } from '../workspaces/members.ts';
import { buildExportName } from './export-files.ts';
import { EXPORT_FORMATS, EXPORT_JOB, type ExportFormat, type ExportPayload } from './export-job-state.ts';
import { buildFinalMessageJob, finalMessageJobId } from './export-message-jobs.ts';
import { buildExportCancelled, buildExportPlace, EXPORT_PLACE } from './export-progress-view.ts';
import { describeExport, findOwnExport, type OwnExport, startExport } from './start-export.ts';

interface ExportPress {
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
  handle: (press: ExportPress, request: Request) => Promise<void>,
) =>
  createButton<Request>(name, async ({ place, tell }, request) => {
    const own = await findOwnExport(place, request, tell);
    if (!own) return;
    const asker = { teamId: own.teamId, userId: place.userId };
    if (needed === null || (await permit(asker, needed, request, tell)))
      await handle({ own, place, tell }, request);
  });

/** Exports every row of a report. For a report that a channel sees, asks first where to send the file. */
const buildHandler = (format: ExportFormat) =>
  createReportWindow(
    {
      name: `export ${format}`,
      needed: 'export',
      first: { callbackId: EXPORT_PLACE.callbackId, title: 'Export' },
    },
    async ({ report, pressed, pointer, place, save }, request) => {
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
  );

const BY_FORMAT = { csv: buildHandler('csv'), xlsx: buildHandler('xlsx') };

const actionSchema = z.object({ action_id: z.string() });

/** One handler for both buttons: the end of the action's name tells them apart. */
export const handleExportPressed = (args: ActionArgs, request: Request): Promise<void> => {
  const { action_id: id } = actionSchema.parse(args.action);
  return BY_FORMAT[id.endsWith('xlsx') ? 'xlsx' : 'csv'](args, request);
};

/**
 * Stops an export within a page. The process working on it notices. Between two tries no process is, so this
 * handler does the rest.
 */
export const handleExportCancel = createExportButton(
  'export_cancel',
  null,
  async ({ own, place, tell }, request) => {
    const { store, exportFiles, wake, patientClient, clock } = request;
    const { teamId, jobId } = own;
    if (!(await store.jobs.cancel(teamId, jobId, clock.now()))) {
      await tell('That export has already ended.');
      return;
    }
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
  },
);

/** Resumes an export that stopped, from the page where it stopped. */
export const handleExportResume = createExportButton(
  'export_go_on',
  'export',
  async ({ own, tell }, request) => {
    const { store, wake, ids, clock } = request;
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
    // The message no longer shows the end, so do not write that again.
    await store.jobs.cancel(own.teamId, finalMessageJobId(own.jobId), at);
    if (isNew) wake.jobs();
    else await tell('That export has already been resumed.');
  },
);

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

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [EXPORT_PLACE.place]: z.object({
    [EXPORT_PLACE.place]: z.object({ selected_option: z.object({ value: z.string() }).nullish() }),
  }),
});

/** The window where the person chooses where the file goes; the answer appears where the button was. */
export const handleExportPlaceSubmission = async (
  { ack, body, view }: SubmitArgs,
  request: Request,
): Promise<void> => {
  await ack();
  const { store, patientClient } = request;
  await afterSubmission('export_place', body, request, async ({ asker, tell }) => {
    const { reportId, format, toggled, channelId, ts } = parseExportPlaceMetadata(view.private_metadata);
    const chosen = valuesSchema.parse(view.state.values)[EXPORT_PLACE.place][EXPORT_PLACE.place];
    const report = await store.reports.find(asker.teamId, reportId);
    if (report?.userId !== asker.userId) {
      await tell('That report is no longer available. Run the command again.');
      return;
    }
    if (!(await permit(asker, 'export', request, tell))) return;
    const isToThread = chosen.selected_option?.value === EXPORT_PLACE.toThread;
    const thread = isToThread ? { channelId, ts } : null;
    const answer = await startExport({ report, format, toggled, thread }, request);
    // Paylink may have left the channel in the meantime.
    await patientClient.chat
      .postEphemeral({ channel: channelId, user: asker.userId, text: answer })
      .catch(() => tell(answer));
  });
};
