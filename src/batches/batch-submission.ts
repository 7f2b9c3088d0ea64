import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { explainInvoiceTaken } from '../links/form/form-remarks-view.ts';
import { DUPLICATE_WITHIN_MS } from '../links/form/issuer.ts';
import { afterSubmission, type Submitted } from '../slack/listener.ts';
import { updateView, ViewRefused } from '../slack/views.ts';
import type { NewBatchRow } from '../store/batch.ts';
import { permit } from '../workspaces/members.ts';
import { BATCH_FORM, buildBatchForm, buildBatchReading } from './batch-form-view.ts';
import { type BatchPreview, buildBatchPreview, buildBatchPreviewMessage } from './batch-preview-view.ts';
import {
  downloadFile,
  FilesNotAllowedError,
  type UploadedFile,
  uploadedFileSchema,
} from './download-file.ts';
import { type BatchDependencies, explainNoFiles } from './open-batch-form.ts';
import { readPreview } from './read-preview.ts';
import { readBatch } from './reading/read-batch.ts';
import { BatchFileRefused } from './reading/sheet-limits.ts';

type SubmitArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs;

/** Slack sends each field under its `block_id` and `action_id`, which are the same here. */
const field = <Name extends string, Element extends z.ZodType>(name: Name, element: Element) =>
  z.object({ [name]: element } as Record<Name, Element>);

const valuesSchema = z.object({
  [BATCH_FORM.file]: field(
    BATCH_FORM.file,
    z.object({ files: z.array(uploadedFileSchema).max(10).nullish() }),
  ),
  [BATCH_FORM.channel]: field(BATCH_FORM.channel, z.object({ selected_conversation: z.string().nullish() })),
  [BATCH_FORM.notes]: field(BATCH_FORM.notes, z.object({ value: z.string().max(150).nullish() })),
  [BATCH_FORM.expiry]: field(BATCH_FORM.expiry, z.object({ selected_date_time: z.number().int().nullish() })),
  [BATCH_FORM.terms]: field(BATCH_FORM.terms, z.object({ selected_options: z.array(z.unknown()).nullish() })),
});

interface SubmittedForm {
  file: UploadedFile | null;
  channelId: string | null;
  notes: string | null;
  expiryOn: number | null;
  isAccepted: boolean;
}

const parseForm = (values: unknown): SubmittedForm => {
  const state = valuesSchema.parse(values);
  const { file, channel, notes, expiry, terms } = BATCH_FORM;
  return {
    file: state[file][file].files?.[0] ?? null,
    channelId: state[channel][channel].selected_conversation ?? null,
    notes: state[notes][notes].value?.trim() || null,
    expiryOn: state[expiry][expiry].selected_date_time ?? null,
    isAccepted: (state[terms][terms].selected_options ?? []).length > 0,
  };
};

/** Answers Slack at once, then reads the file. */
export const handleBatchSubmission = async (
  { ack, body, view }: SubmitArgs,
  dependencies: BatchDependencies,
): Promise<void> => {
  const form = parseForm(view.state.values);
  const errors = findFaults(form, dependencies.clock.now());
  if (
    Object.keys(errors).length > 0 ||
    form.file === null ||
    form.channelId === null ||
    form.expiryOn === null
  ) {
    await ack({ response_action: 'errors', errors });
    return;
  }
  const { file, channelId, notes, expiryOn } = form;
  const listId = view.private_metadata || null;
  const fileName = file.name || 'file';
  await ack({ response_action: 'update', view: buildBatchReading(fileName) });
  await afterSubmission('batch_form', body, dependencies, async (submitted) => {
    const { teamId, userId } = submitted.asker;
    if (!(await permit({ teamId, userId }, 'make-batch', dependencies, submitted.tell))) return;
    const by = { ...submitted, viewId: view.id, creatorName: body.user.name };
    try {
      const preview = await readFile(
        { file, fileName, channelId, notes, expiryOn, listId },
        by,
        dependencies,
      );
      await showPreview(preview, by, dependencies);
    } catch (error) {
      const words = wordsOf(error);
      if (words === null) throw error;
      const again = buildBatchForm({
        values: { channelId, notes, expiryOn, listId },
        mostRows: dependencies.batches.mostRows,
        remark: words,
        timeZone: dependencies.timeZone,
      });
      if (!(await showIn(by.viewId, again, dependencies)))
        await submitted.tell(`${fileName}: ${words} Run \`/paylink batch\` to upload another file.`);
    }
  });
};

/** Null: the error is not about the file. */
function wordsOf(error: unknown): string | null {
  if (error instanceof BatchFileRefused) return error.words;
  return error instanceof FilesNotAllowedError ? explainNoFiles() : null;
}

function findFaults(
  { file, channelId, expiryOn, isAccepted }: SubmittedForm,
  now: number,
): Record<string, string> {
  return {
    ...(file === null ? { [BATCH_FORM.file]: 'Choose a file.' } : {}),
    ...(channelId === null ? { [BATCH_FORM.channel]: 'Choose a channel.' } : {}),
    ...(expiryOn === null || expiryOn * 1000 <= now
      ? { [BATCH_FORM.expiry]: 'Choose a future date and time.' }
      : {}),
    ...(isAccepted
      ? {}
      : { [BATCH_FORM.terms]: 'The customers must accept the terms before a link can be made.' }),
  };
}

interface By extends Submitted {
  viewId: string;
  creatorName: string;
}

async function readFile(
  form: {
    file: UploadedFile;
    fileName: string;
    channelId: string;
    notes: string | null;
    expiryOn: number;
    /** The monthly list that the file corrects; null: none. */
    listId: string | null;
  },
  { asker: { teamId, userId }, creatorName }: By,
  dependencies: BatchDependencies,
): Promise<BatchPreview> {
  const { patientClient, settings, store, batches, clock, ids, timeZone } = dependencies;
  const { defaultEmail, isQrNeeded, isInvoiceGenerated } = await settings.of(teamId);
  const bytes = await downloadFile(patientClient, form.file);
  const now = clock.now();
  const { headings, rows } = await readBatch(
    bytes,
    {
      email: defaultEmail,
      notes: form.notes,
      expiresAt: form.expiryOn * 1000,
      isQrNeeded,
      isInvoiceGenerated,
    },
    { mostRows: batches.mostRows, now, timeZone },
  );
  const { alike, taken } = await store.similarLinks.find(teamId, rows, {
    recent: now - DUPLICATE_WITHIN_MS,
    shopEmail: defaultEmail,
  });
  const checked = rows.map((row): NewBatchRow => {
    const holder = taken.get(row.number);
    if (holder === undefined || row.request === null) return row;
    const words = explainInvoiceTaken(holder, row.request.Invoice_Id ?? '');
    return { ...row, request: null, amountFils: null, expiresAt: null, faults: [{ column: null, words }] };
  });
  const list = form.listId === null ? null : await store.batchLists.find(teamId, form.listId);
  const batch = await store.batches.add(
    {
      id: ids.batch(),
      teamId,
      channelId: form.channelId,
      creatorId: userId,
      creatorName,
      fileName: form.fileName,
      headings,
      listId: list?.id ?? null,
      at: now,
    },
    checked,
    alike,
  );
  return readPreview(batch, dependencies);
}

async function showPreview(
  preview: BatchPreview,
  { asker, viewId }: By,
  dependencies: BatchDependencies,
): Promise<void> {
  if (await showIn(viewId, buildBatchPreview(preview), dependencies)) return;
  await dependencies.patientClient.chat.postMessage({
    channel: asker.userId,
    ...buildBatchPreviewMessage(preview),
  });
}

/** False: the window is closed, or Slack refuses the view. */
async function showIn(
  viewId: string,
  view: Parameters<typeof updateView>[0]['view'],
  dependencies: BatchDependencies,
): Promise<boolean> {
  try {
    return (await updateView({ viewId, view }, dependencies)) !== null;
  } catch (error) {
    if (!(error instanceof ViewRefused)) throw error;
    dependencies.log.info({ reason: error.code }, 'preview of a batch not shown in its window');
    return false;
  }
}
