import type { ModalView } from '@slack/types';
import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { explainInvoiceTaken } from '../links/form/form-remarks-view.ts';
import { Refused } from '../slack/refused.ts';
import type { Sent } from '../slack/submit.ts';
import { ViewRefused } from '../slack/views.ts';
import type { NewBatchRow } from '../store/batch.ts';
import { buildBatchForm } from './batch-form-view.ts';
import { type BatchPreview, buildBatchPreview, buildBatchPreviewMessage } from './batch-preview-view.ts';
import { downloadFile, FilesNotAllowedError } from './download-file.ts';
import { type AskedFile, buildFileQuestion } from './file-question-view.ts';
import { explainNoFiles } from './open-batch-form.ts';
import { readPreview } from './read-preview.ts';
import { type BatchAnswers, type BatchQuestion, readBatch } from './reading/read-batch.ts';
import { BatchFileRefused } from './reading/sheet-limits.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** An uploaded file, what all its rows share, and what was answered about it. */
export interface GivenFile extends Omit<AskedFile, 'fileId' | 'sheet'> {
  file: UploadedFile;
  answers: BatchAnswers;
  /** The person wants to be asked, whatever is known. */
  isAskedAgain?: boolean;
}

type By = Pick<Sent, 'teamId' | 'userId' | 'userName'>;

/** What the window shows of a file, and what is said where it is closed. */
interface ShownFile {
  view: ModalView;
  instead: string | Message;
}

/** The preview of the file, a question about it, or the form with the reason why it can't be read. */
export const showFile = async (given: GivenFile, by: Sent, request: Request): Promise<void> => {
  const { view, instead } = await readGiven(given, by, request).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    const { mostRows } = request.config.batches;
    return {
      view: buildBatchForm({ values: given, mostRows, remark: error.words }),
      instead: `${escapeMrkdwn(`${given.fileName}: ${error.words}`)} Run \`/paylink batch\` to upload another file.`,
    };
  });
  if (!(await showIn(by, view, request))) await by.tell(instead);
};

/** Throws `Refused` if the file can't be read. */
export const readGiven = async (given: GivenFile, by: By, request: Request): Promise<ShownFile> => {
  const { file, answers, isAskedAgain: _, ...shared } = given;
  const asked: AskedFile = { ...shared, fileId: file.id, sheet: answers.sheet };
  const read = await request.fileTurns
    .run(by.teamId, () => readFile(given, by, request))
    .catch((error: unknown) => {
      if (error instanceof FilesNotAllowedError) throw new Refused(explainNoFiles());
      throw error instanceof BatchFileRefused ? new Refused(error.words) : error;
    });
  if ('batch' in read) {
    const preview = { ...read, file: asked };
    return { view: buildBatchPreview(preview), instead: buildBatchPreviewMessage(preview) };
  }
  return {
    view: buildFileQuestion(asked, read),
    instead: `${escapeMrkdwn(given.fileName)}: Paylink has a question about this file, and its window was closed. Nothing was made: run \`/paylink batch\` again and keep the window open.`,
  };
};

async function readFile(
  form: GivenFile,
  { teamId, userId, userName: creatorName }: By,
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
    {
      ...{ mostRows: config.batches.mostRows, now, timeZone },
      isAskedAgain: form.isAskedAgain ?? false,
      recall: (headings) => store.batches.recallColumns(teamId, headings),
    },
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
      columns: form.answers.columns,
      sourceId,
      at: now,
    },
    checked,
    alike,
  );
  return { ...(await readPreview(batch, request)), reading };
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
