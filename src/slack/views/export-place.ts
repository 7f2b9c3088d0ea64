import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { EXPORT_PLACE } from '../../messages/export-place.ts';
import type { ListenerDependencies } from '../deps.ts';
import { parseExportPlaceMetadata } from '../exports/export-place-metadata.ts';
import { startExport } from '../exports/start-export.ts';
import { guard } from '../guard.ts';
import { permit } from '../permit.ts';
import { readTeamId } from '../read-team-id.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

const valuesSchema = z.object({
  [EXPORT_PLACE.place]: z.object({
    [EXPORT_PLACE.place]: z.object({ selected_option: z.object({ value: z.string() }).nullish() }),
  }),
});

/** Where the file goes was chosen: the window closes, and the answer comes where the button was. */
export const handleExportPlaceSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  await ack();
  const { store, patientClient, work } = dependencies;
  const tell = (text: string) => patientClient.chat.postMessage({ channel: body.user.id, text });
  await work.track(
    guard(
      dependencies,
      'export_place submitted',
      async () => {
        const { reportId, format, channelId, ts } = parseExportPlaceMetadata(view.private_metadata);
        const chosen = valuesSchema.parse(view.state.values)[EXPORT_PLACE.place][EXPORT_PLACE.place];
        const teamId = readTeamId(body);
        const report = await store.reports.find(teamId, reportId);
        if (report?.userId !== body.user.id) {
          await tell('That report is none that Paylink holds for you.');
          return;
        }
        if (!(await permit({ teamId, userId: body.user.id }, 'export', dependencies, tell))) return;
        const isToThread = chosen.selected_option?.value === EXPORT_PLACE.toThread;
        const thread = isToThread ? { channelId, ts } : null;
        const answer = await startExport({ report, format, thread }, dependencies);
        // Paylink may have left that channel meanwhile.
        await patientClient.chat
          .postEphemeral({ channel: channelId, user: body.user.id, text: answer })
          .catch(() => tell(answer));
      },
      tell,
    ),
  );
};
