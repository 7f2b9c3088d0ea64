import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { updateView } from '../slack/views.ts';
import { ASKED_COLUMNS, type ChosenColumns } from '../store/batch.ts';
import { buildBatchFields, buildBatchReading } from './batch-form-view.ts';
import {
  type AskedFile,
  askedFileSchema,
  FILE_QUESTION_FORM,
  nameOfMenu,
  readChoice,
} from './file-question-view.ts';
import { nameOf } from './preview-presses.ts';
import { type BatchAnswers, UNANSWERED } from './reading/read-batch.ts';
import { type GivenFile, readGiven, showFile } from './show-file.ts';

/** Answers Slack at once, then reads the file. */
export const handleBatchSubmission = async (sent: Sent, request: Request): Promise<Answer> => {
  const fields = buildBatchFields(request.config.batches.mostRows);
  const form = readForm(fields, sent.view.values);
  const { batch_file: file, batch_channel: channelId, batch_notes: notes, batch_expiry: expiryOn } = form;
  if (expiryOn * 1000 <= request.clock.now()) throw new Refused(fields.batch_expiry.fault, 'batch_expiry');
  return takeFile(sent, request, {
    file,
    ...{ fileName: file.name || 'file', channelId, notes, expiryOn, sourceId: sent.view.metadata || null },
    answers: UNANSWERED,
  });
};

/** The sheet that the window was drawn for, and the rows that it asks about. */
const askedSchema = askedFileSchema.extend({ sheet: z.number().int(), about: z.array(z.string()) });

const givenOf = ({ fileId, sheet, ...file }: AskedFile, answers: BatchAnswers): GivenFile => ({
  ...file,
  file: { id: fileId },
  answers: { ...answers, sheet: answers.sheet ?? sheet },
});

/** What a question's window holds. Columns of a sheet that was left are looked for by their headings. */
function readAnswers(metadata: string, held: unknown): GivenFile {
  const { about, ...file } = askedSchema.parse(JSON.parse(metadata));
  const form = readForm(FILE_QUESTION_FORM, held);
  const chosen = ASKED_COLUMNS.flatMap((column) => {
    const id = form[nameOfMenu(column)];
    return id === null ? [] : [[column, readChoice(id)] as const];
  });
  const sheet = Number(form.batch_sheet ?? file.sheet);
  if (sheet !== file.sheet) {
    const kept = Object.fromEntries(chosen.flatMap(([column, one]) => (one ? [[column, one.key]] : [])));
    return givenOf(file, { ...UNANSWERED, sheet, kept });
  }
  const columns = Object.fromEntries(chosen.map(([column, one]) => [column, one?.place ?? null]));
  return givenOf(file, {
    ...{ sheet, about, leftOut: form.batch_left ?? [] },
    isHeading: form.batch_first === null ? null : form.batch_first === 'headings',
    isMonthFirst: form.batch_days === null ? null : form.batch_days === 'month',
    columns: chosen.length === ASKED_COLUMNS.length ? (columns as ChosenColumns) : null,
  });
}

/** The answers to what the file left open: reads it again with them. */
export const handleFileAnswers = async (sent: Sent, request: Request): Promise<Answer> =>
  takeFile(sent, request, readAnswers(sent.view.metadata, sent.view.values));

/** Asks again in the window where the person is, with what is kept of its answers. */
const askIn =
  (read: (view: NonNullable<Pressed['place']['view']>) => GivenFile) =>
  async ({ place, args }: Pressed, request: Request): Promise<void> => {
    if (place.view === null) return;
    const { id: viewId, hash } = place.view;
    const by = { ...place, userName: nameOf(args.body.user) };
    const { view } = await readGiven({ ...read(place.view), isAskedAgain: true }, by, request);
    await updateView({ viewId, view, hash }, request);
  };

/** Another sheet has other columns. */
export const handleSheetChoice = askIn(({ privateMetadata, values }) => readAnswers(privateMetadata, values));

/** *Change columns*, on a preview. */
export const handleColumnsChange = askIn(({ privateMetadata }) =>
  givenOf(askedFileSchema.parse(JSON.parse(privateMetadata)), UNANSWERED),
);

const takeFile = (sent: Sent, request: Request, file: GivenFile): Answer => ({
  show: buildBatchReading(file.fileName),
  afterwards: () => showFile(file, sent, request),
});
