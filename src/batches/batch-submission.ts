import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { readForm } from '../slack/fields.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { buildBatchFields, buildBatchReading } from './batch-form-view.ts';
import { type AskedFile, FILE_QUESTION_FORM } from './file-question-view.ts';
import { type GivenFile, showFile } from './show-file.ts';

/** Answers Slack at once, then reads the file. */
export const handleBatchSubmission = async (sent: Sent, request: Request): Promise<Answer> => {
  const fields = buildBatchFields(request.config.batches.mostRows);
  const form = readForm(fields, sent.view.values);
  const { batch_file: file, batch_channel: channelId, batch_notes: notes, batch_expiry: expiryOn } = form;
  if (expiryOn * 1000 <= request.clock.now()) throw new Refused(fields.batch_expiry.fault, 'batch_expiry');
  return takeFile(sent, request, {
    file,
    ...{ fileName: file.name || 'file', channelId, notes, expiryOn, sourceId: sent.view.metadata || null },
    answers: { sheet: null, amount: null, withSettled: null },
  });
};

const askedSchema = z.object({
  fileId: z.string(),
  fileName: z.string(),
  channelId: z.string(),
  notes: z.string().nullable(),
  expiryOn: z.number().int(),
  sourceId: z.string().nullable(),
  answers: z.object({
    sheet: z.number().int().nullable(),
    amount: z.number().int().nullable(),
    withSettled: z.boolean().nullable(),
  }),
}) satisfies z.ZodType<AskedFile>;

/** The answers to what the file left open: reads it again with them. */
export const handleFileAnswers = async (sent: Sent, request: Request): Promise<Answer> => {
  const { fileId, answers, ...file } = askedSchema.parse(JSON.parse(sent.view.metadata));
  const {
    batch_sheet: sheet,
    batch_amount: amount,
    batch_settled: settled,
  } = readForm(FILE_QUESTION_FORM, sent.view.values);
  const isAsked = 'batch_settled' in sent.view.values;
  return takeFile(sent, request, {
    ...file,
    file: { id: fileId },
    answers: {
      sheet: sheet === null ? answers.sheet : Number(sheet),
      amount: amount === null ? answers.amount : Number(amount),
      withSettled: isAsked ? settled === true : answers.withSettled,
    },
  });
};

const takeFile = (sent: Sent, request: Request, file: GivenFile): Answer => ({
  show: buildBatchReading(file.fileName),
  afterwards: () => showFile(file, sent, request),
});
