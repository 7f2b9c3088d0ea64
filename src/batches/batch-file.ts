import { z } from 'zod';
import type { App, Request } from '../app-parts.ts';
import { isChannel } from '../blocks/place.ts';
import { defineFile } from '../exports/file-job.ts';
import { orderFile } from '../exports/order-file.ts';
import { writeWorkbook } from '../exports/write-file.ts';
import { defaultExpiry, formatLocalDateTime } from '../payment-service/local-date-time.ts';
import type { Pressed } from '../slack/frame.ts';
import { isUnreachable } from '../slack/slack-failure.ts';
import { buildTell } from '../slack/tell.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchPress } from './about-batch.ts';
import { isRepeatable } from './batch-buttons-view.ts';
import {
  type BatchSheet,
  buildBatchFileDone,
  buildBatchFileGone,
  buildLinksFileUnsent,
  countForFile,
  nameBatchFile,
} from './batch-file-view.ts';
import { type BatchFilePayload, batchFilePayloadSchema } from './batch-jobs.ts';
import { countBatch } from './count-batch.ts';
import { buildRowsTable, buildTemplateSheet, type Sheet } from './rows-table.ts';

const madeSchema = z.string().nullable();

/** A sheet of a batch, for one person. */
export const BATCH_FILE = defineFile(
  batchFilePayloadSchema,
  madeSchema,
  async ({ id, teamId, payload: { userId, sheet, batchId } }, app) => {
    const { batches } = app.store;
    const { timeZone } = app;
    const batch = batchId === null ? null : await batches.find(teamId, batchId);
    const { fileName, creatorId } = batch ?? { fileName: 'your list', creatorId: userId };
    return {
      ...nameBatchFile(sheet, fileName),
      ...{ userId, format: 'xlsx' },
      // As with its buttons, its creator needs none.
      needs: creatorId === userId ? null : sheet === 'to-approve' ? 'approve' : 'make-batch',
      make: async (path, { signal }) => {
        const { columns, rows } = await readSheet(sheet, batch, app);
        if (rows.length === 0) return { bytes: 0, rows: 0, made: null };
        const counted =
          sheet === 'links' && batch !== null
            ? countForFile(countBatch(batch, await batches.tally(batch.id)))
            : '';
        const sheets = [{ name: 'Links', columns, batches: [rows] }];
        const bytes = await writeWorkbook(sheets, { path, timeZone, signal });
        return { bytes, rows: rows.length, made: counted };
      },
      done: (counted) => {
        const toRepeat = sheet === 'links' && batch !== null && isRepeatable(batch) ? batch : null;
        return counted === null
          ? buildBatchFileGone()
          : buildBatchFileDone(sheet, { fileName, counted, toRepeat });
      },
      onUnposted: async (failure) =>
        batch !== null && sheet === 'links' && isUnreachable(failure)
          ? [
              buildTell(
                { teamId, key: `file-unsent:${id}` },
                userId,
                buildLinksFileUnsent(batch),
                batch.channelId,
              ),
            ]
          : [],
    };
  },
);

/** Without rows: the batch was deleted, or its customers' data erased. */
async function readSheet(
  sheet: BatchSheet,
  batch: Batch | null,
  { store: { batches }, clock, timeZone }: App,
): Promise<Sheet> {
  if (sheet === 'template') {
    const day = formatLocalDateTime(defaultExpiry(clock.now(), timeZone), timeZone).slice(0, 10);
    return buildTemplateSheet(day);
  }
  if (batch === null) return { columns: [], rows: [] };
  return buildRowsTable(sheet, batch, await batches.rowsWithSales(batch.id));
}

/** *Get the file*, *All errors as a file*, *Get the list as a file*. */
export const handleBatchFile =
  (sheet: BatchSheet) =>
  async ({ about: batch, place, tell }: BatchPress, request: Request): Promise<void> => {
    const { teamId, userId, message } = place;
    const order = orderOf(teamId, { userId, sheet, batchId: batch.id });
    const entry = { teamId, actorId: userId, action: 'batch-file-read', subject: batch.id } as const;
    const { name } = nameBatchFile(sheet, batch.fileName);
    const told = await orderFile({ ...order, entry, name }, request);
    // In a window and in their own messages, the message of the file is enough.
    if (message !== null && isChannel(message.channelId)) await tell(told);
  };

export const handleBatchTemplate = async ({ place: { teamId, userId } }: Pressed, request: Request) =>
  orderFile(orderOf(teamId, { userId, sheet: 'template', batchId: null }), request);

const orderOf = (teamId: string, payload: BatchFilePayload) =>
  ({ teamId, what: 'batch', payload, same: `${payload.sheet}:${payload.batchId}` }) as const;
