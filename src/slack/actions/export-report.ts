import { z } from 'zod';
import { buildExportPlace, EXPORT_PLACE } from '../../messages/export-place.ts';
import type { ExportFormat } from '../../reports/export-job-state.ts';
import { buildExportName } from '../../reports/export-name.ts';
import { stillQuery } from '../../reports/report-reader.ts';
import type { ActionArgs } from '../block-action.ts';
import type { ListenerDependencies } from '../deps.ts';
import { writeExportPlaceMetadata } from '../exports/export-place-metadata.ts';
import { startExport } from '../exports/start-export.ts';
import { createReportWindow } from '../reports/report-press.ts';

/** Every row of a report as a file. Under a message that a channel sees, the presser first says where to. */
const buildHandler = (format: ExportFormat) =>
  createReportWindow(
    {
      name: `export ${format}`,
      needed: 'export',
      first: { callbackId: EXPORT_PLACE.callbackId, title: 'Export' },
    },
    async ({ report, pressed, place, save }, dependencies) => {
      const { message } = place;
      if (!pressed.isShared || message === null || message.channelId.startsWith('D')) {
        return {
          say: async () => {
            await save();
            return startExport({ report, format, thread: null }, dependencies);
          },
        };
      }
      const { clock, timeZone } = dependencies;
      const fileName = buildExportName(stillQuery(report, clock.now()), format, timeZone);
      const { channelId, threadTs: ts } = message;
      const metadata = writeExportPlaceMetadata({ reportId: report.id, format, channelId, ts });
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

/** The two buttons tell themselves apart by the end of their action's name. */
export const handleExportPressed = (args: ActionArgs, dependencies: ListenerDependencies): Promise<void> => {
  const { action_id: id } = actionSchema.parse(args.action);
  return BY_FORMAT[id.endsWith('xlsx') ? 'xlsx' : 'csv'](args, dependencies);
};
