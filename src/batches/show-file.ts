import type { ModalView } from '@slack/types';
import type { Request } from '../app-parts.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { explainInvoiceTaken } from '../links/form/form-remarks-view.ts';
import type { Sent } from '../slack/submit.ts';
import { ViewRefused } from '../slack/views.ts';
import type { NewBatchRow } from '../store/batch.ts';
import { buildBatchForm } from './batch-form-view.ts';
import { type BatchPreview, buildBatchPreview, buildBatchPreviewMessage } from './batch-preview-view.ts';
import { downloadFile, FilesNotAllowedError } from './download-file.ts';
import { type AskedFile, buildFileQuestion } from './file-question-view.ts';
import { explainNoFiles } from './open-batch-form.ts';
import { readPreview } from './read-preview.ts';
import { type BatchQuestion, readBatch } from './reading/read-batch.ts';
import { BatchFileRefused } from './reading/sheet-limits.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** An uploaded file, what all its rows share, and what was answered about it. */
export interface GivenFile extends Omit<AskedFile, 'fileId'> {
  file: UploadedFile;
}

/** Reads the file and shows its preview, a question about it, or the form with the reason why it can't be read. */
export const showFile = async (given: GivenFile, by: Sent, request: Request): Promise<void> => {
  const { file, ...asked } = given;
  try {
    const read = await request.fileTurns.run(by.teamId, () => readFile(given, by, request));
    if (!('about' in read)) return await showPreview(read, by, request);
    if (!(await showIn(by, buildFileQuestion({ ...asked, fileId: file.id }, read), request)))
      await by.tell(
        `${escapeMrkdwn(given.fileName)}: Paylink has a question about this file, and its window was closed. Nothing was created. Run \`/paylink batch\`, upload it again, and keep the window open.`,
      );
  } catch (error) {
    const words = wordsOf(error);
    if (words === null) throw error;
    const { channelId, notes, expiryOn, sourceId } = asked;
    const again = buildBatchForm({
      values: { channelId, notes, expiryOn, sourceId },
      mostRows: request.config.batches.mostRows,
      remark: words,
    });
    if (!(await showIn(by, again, request)))
      await by.tell(
        `${escapeMrkdwn(`${given.fileName}: ${words}`)} Run \`/paylink batch\` to upload another file.`,
      );
  }
};

/** Null: the error is not about the file. */
function wordsOf(error: unknown): string | null {
  if (error instanceof BatchFileRefused) return error.words;
  return error instanceof FilesNotAllowedError ? explainNoFiles() : null;
}

async function readFile(
  form: GivenFile,
  { teamId, userId, userName: creatorName }: Sent,
  request: Request,
): Promise<BatchPreview | BatchQuestion> {
  const { patientClient, settings, store, config, clock, ids, timeZone } = request;
  const { defaultEmail: email, shopPhone, isQrNeeded, isInvoiceGenerated } = await settings.of(teamId);
  const bytes = await downloadFile(patientClient, form.file);
  const now = clock.now();
  const read = await readBatch(
    bytes,
    {
      ...{ email, shopPhone },
      notes: form.notes,
      expiresAt: form.expiryOn * 1000,
      isQrNeeded,
      isInvoiceGenerated,
    },
    form.answers,
    { mostRows: config.batches.mostRows, now, timeZone },
  );
  if (read.question !== null) return read.question;
  const { headings, rows, reading } = read;
  const source = form.sourceId === null ? null : await store.batches.find(teamId, form.sourceId);
  const sourceId = source?.id ?? null;
  const { alike, taken } = await store.similarLinks.find(teamId, rows, {
    ...{ at: now, shop: { email, phone: shopPhone }, sourceId },
  });
  const checked = rows.map((row): NewBatchRow => {
    const holder = taken.get(row.number);
    if (holder === undefined || row.request === null) return row;
    const words = explainInvoiceTaken(holder, row.request.Invoice_Id ?? '');
    return { ...row, request: null, amountFils: null, expiresAt: null, faults: [{ column: null, words }] };
  });
  await request.accounts.keepFirst(teamId);
  const batch = await store.batches.add(
    {
      id: ids.batch(),
      teamId,
      channelId: form.channelId,
      creatorId: userId,
      creatorName,
      fileName: form.fileName,
      headings,
      sourceId,
      at: now,
    },
    checked,
    alike,
  );
  return { ...(await readPreview(batch, request)), reading };
}

async function showPreview(preview: BatchPreview, by: Sent, request: Request): Promise<void> {
  if (!(await showIn(by, buildBatchPreview(preview), request)))
    await by.tell(buildBatchPreviewMessage(preview));
}

/** False: the window is closed, or Slack refuses the view. */
async function showIn({ replace }: Sent, view: ModalView, { log }: Request): Promise<boolean> {
  try {
    return (await replace(view)) !== null;
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    log.info({ reason: error.code }, 'preview of a batch not shown in its window');
    return false;
  }
}
