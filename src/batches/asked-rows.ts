import type { Request } from '../app-parts.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Opening } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchPress } from './about-batch.ts';
import { ASKED_ROWS_CALLBACK, buildAskedRows } from './asked-rows-view.ts';
import { buildListSheet, nameSheet, sendSheet } from './batch-sheet.ts';

/** What a person is asked to approve, without what was left out. */
const readRows = async ({ id }: Batch, { store }: Request) =>
  (await store.batches.rows(id)).filter(({ state }) => state !== 'left' && state !== 'refused');

const noteRead = ({ teamId, id }: Batch, userId: string, { audit }: Request) =>
  audit.write({ teamId, actorId: userId, action: 'batch-file-read', subject: id });

/** *See the rows*, for those who may approve them. */
export const handleAskedRows = ({ place }: Pressed, request: Request): Opening<Batch> => ({
  first: { callbackId: ASKED_ROWS_CALLBACK, title: 'The rows' },
  read: async (batch) => ({
    view: null,
    fill: async () => {
      await noteRead(batch, place.userId, request);
      return buildAskedRows(batch, await readRows(batch, request));
    },
  }),
});

export const handleAskedRowsFile = async (
  { about: batch, place: { teamId, userId } }: BatchPress,
  request: Request,
): Promise<void> => {
  const { patientClient: client, exportFiles: files, ids, timeZone, stopping: signal } = request;
  await noteRead(batch, userId, request);
  await sendSheet(
    {
      ...{ teamId, userId, id: ids.job(), fileName: nameSheet(batch.fileName, 'to-approve') },
      words: 'The rows that wait for your approval, as their file has them.',
      sheet: buildListSheet(batch, await readRows(batch, request)),
    },
    { client, files, signal, timeZone },
  );
};
