import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { BATCH_FORM, buildBatchReading } from './batch-form-view.ts';
import { type UploadedFile, uploadedFileSchema } from './download-file.ts';
import { type AskedFile, FILE_QUESTION } from './file-question-view.ts';
import { type GivenFile, showFile } from './show-file.ts';

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
export const handleBatchSubmission = async (sent: Sent, request: Request): Promise<Answer> => {
  const form = parseForm(sent.view.values);
  const errors = findFaults(form, request.clock.now());
  if (
    Object.keys(errors).length > 0 ||
    form.file === null ||
    form.channelId === null ||
    form.expiryOn === null
  )
    return { errors };
  const { file, channelId, notes, expiryOn } = form;
  return takeFile(sent, request, {
    file,
    ...{ fileName: file.name || 'file', channelId, notes, expiryOn, listId: sent.view.metadata || null },
    answers: { sheet: null, amount: null, withSettled: null },
  });
};

const askedSchema = z.object({
  fileId: z.string(),
  fileName: z.string(),
  channelId: z.string(),
  notes: z.string().nullable(),
  expiryOn: z.number().int(),
  listId: z.string().nullable(),
  answers: z.object({
    sheet: z.number().int().nullable(),
    amount: z.number().int().nullable(),
    withSettled: z.boolean().nullable(),
  }),
}) satisfies z.ZodType<AskedFile>;

const chosen = z.object({ selected_option: z.object({ value: z.string() }).nullish() });

const answersSchema = z.object({
  [FILE_QUESTION.sheet]: field(FILE_QUESTION.sheet, chosen).optional(),
  [FILE_QUESTION.amount]: field(FILE_QUESTION.amount, chosen).optional(),
  [FILE_QUESTION.settled]: field(
    FILE_QUESTION.settled,
    z.object({ selected_options: z.array(z.unknown()).nullish() }),
  ).optional(),
});

/** The answers to what the file left open: reads it again with them. */
export const handleFileAnswers = async (sent: Sent, request: Request): Promise<Answer> => {
  const { fileId, answers, ...file } = askedSchema.parse(JSON.parse(sent.view.metadata));
  const { sheet, amount, settled } = FILE_QUESTION;
  const values = answersSchema.parse(sent.view.values);
  const numberOf = (answer: z.infer<typeof chosen> | undefined): number | null =>
    answer?.selected_option == null ? null : Number(answer.selected_option.value);
  const included = values[settled]?.[settled]?.selected_options;
  return takeFile(sent, request, {
    ...file,
    file: { id: fileId },
    answers: {
      sheet: numberOf(values[sheet]?.[sheet]) ?? answers.sheet,
      amount: numberOf(values[amount]?.[amount]) ?? answers.amount,
      withSettled: values[settled] === undefined ? answers.withSettled : (included ?? []).length > 0,
    },
  });
};

const takeFile = (sent: Sent, request: Request, file: GivenFile): Answer => ({
  show: buildBatchReading(file.fileName),
  afterwards: () => showFile(file, sent, request),
});

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
