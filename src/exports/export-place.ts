import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { afterSubmission } from '../slack/listener.ts';
import { permit } from '../workspaces/members.ts';
import type { ExportDependencies } from './export-dependencies.ts';
import { EXPORT_FORMATS } from './export-job-state.ts';
import { EXPORT_PLACE } from './export-place-view.ts';
import { startExport } from './start-export.ts';

const metadataSchema = z.object({
  reportId: z.string(),
  format: z.enum(EXPORT_FORMATS),
  toggled: z.array(z.string()).default([]),
  channelId: z.string(),
  ts: z.string(),
});

export type ExportPlaceMetadata = z.infer<typeof metadataSchema>;

export const writeExportPlaceMetadata = (metadata: ExportPlaceMetadata): string => JSON.stringify(metadata);

/** Throws if this app did not write the text. */
const parseExportPlaceMetadata = (text: string): ExportPlaceMetadata =>
  metadataSchema.parse(JSON.parse(text));

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [EXPORT_PLACE.place]: z.object({
    [EXPORT_PLACE.place]: z.object({ selected_option: z.object({ value: z.string() }).nullish() }),
  }),
});

/** The person chose where the file goes: the window closes, and the answer appears where the button was. */
export const handleExportPlaceSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ExportDependencies,
): Promise<void> => {
  await ack();
  const { store, patientClient } = dependencies;
  await afterSubmission('export_place', body, dependencies, async ({ asker, tell }) => {
    const { reportId, format, toggled, channelId, ts } = parseExportPlaceMetadata(view.private_metadata);
    const chosen = valuesSchema.parse(view.state.values)[EXPORT_PLACE.place][EXPORT_PLACE.place];
    const report = await store.reports.find(asker.teamId, reportId);
    if (report?.userId !== asker.userId) {
      await tell('That report is no longer available. Run the command again.');
      return;
    }
    if (!(await permit(asker, 'export', dependencies, tell))) return;
    const isToThread = chosen.selected_option?.value === EXPORT_PLACE.toThread;
    const thread = isToThread ? { channelId, ts } : null;
    const answer = await startExport({ report, format, toggled, thread }, dependencies);
    // Paylink may have left the channel in the meantime.
    await patientClient.chat
      .postEphemeral({ channel: channelId, user: asker.userId, text: answer })
      .catch(() => tell(answer));
  });
};
