import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { buildMessage } from '../blocks/message.ts';
import { buildBatchShowNow } from '../links/card/notice-kinds.ts';
import { linkRequestSchema } from '../payment-service/link-request.ts';
import { defaultExpiry, formatLocalDateTime } from '../payment-service/local-date-time.ts';
import { dayOf, monthOf, yearOf } from '../reports/date-span.ts';
import { type ActionPlace, createButton, type Pressed } from '../slack/button.ts';
import { afterSubmission } from '../slack/listener.ts';
import { editMessage, messagePlaceSchema } from '../slack/messages.ts';
import { openView, updateView } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import { permit } from '../workspaces/members.ts';
import { agreesOnAccount } from './agree-on-account.ts';
import { buildRoundJob, buildRunJob } from './batch-jobs.ts';
import {
  buildBatchGone,
  buildBatchPreview,
  buildBatchPreviewMessage,
  buildBatchStarted,
  describeStart,
} from './batch-preview-view.ts';
import {
  buildFaultSheet,
  buildListSheet,
  buildTemplateSheet,
  nameSheet,
  type Sheet,
  sendSheet,
} from './batch-sheet.ts';
import { buildListWords, LIST_WORDS, MOST_WORDS, type WordsToEdit } from './lists/list-view.ts';
import { moveMonth } from './lists/next-month.ts';
import { openBatchForm } from './open-batch-form.ts';
import { readPreview } from './read-preview.ts';

const nameOf = (user: { id: string; name?: string; username?: string }): string =>
  user.name ?? user.username ?? user.id;

/**
 * The previewed batch, for the person who uploaded its file. Everyone who may make batches may use the preview of a
 * monthly list. Tells anyone else that it is not available.
 */
const findOwnPreview = async (
  {
    place: { teamId, userId, value },
    tell,
  }: {
    place: Pick<ActionPlace, 'teamId' | 'userId' | 'value'>;
    tell: (text: string) => Promise<unknown>;
  },
  { store, members }: Request,
): Promise<Batch | null> => {
  const batch = value === null ? null : await store.batches.find(teamId, value);
  if (batch !== null) {
    if (batch.creatorId === userId) return batch;
    if (batch.listId !== null && (await members.may(teamId, userId, 'make-batch'))) return batch;
  }
  await tell(buildBatchGone());
  return null;
};

/** Creates the links. A second press finds that the batch is no longer a preview. */
const createCreation = (name: string, withAlike: boolean) =>
  createButton<Request>(name, async (pressed, request) => {
    const { place, tell, args } = pressed;
    const { store, settings, members, wake, clock, ids } = request;
    const found = await findOwnPreview(pressed, request);
    if (!found) return;
    const { teamId, id } = found;
    const asker = { teamId, userId: place.userId };
    if (!(await permit(asker, 'make-batch', { members }, tell))) return;
    if (found.state === 'preview' && !(await agreesOnAccount(found, request, tell))) return;
    const { approvalLimitFils: limitFils } = await settings.of(teamId);
    const at = clock.now();
    const list = found.listId === null ? null : await store.batchLists.find(teamId, found.listId);
    const started = await store.batches.start({
      ...{ teamId, id, by: place.userId, byName: nameOf(args.body.user), at, withAlike, limitFils },
      jobs: (state) => [
        // The card of last month's batch stops showing the list.
        ...(list === null ? [] : [buildBatchShowNow({ teamId, batchId: list.sourceId })]),
        buildBatchShowNow({ teamId, batchId: id }),
        state === 'running'
          ? buildRunJob({ ...found, runs: 1 }, limitFils, ids)
          : buildRoundJob(found, 0, at, ids),
      ],
    });
    wake.jobs();
    wake.notices();
    const batch = started ?? (await store.batches.get(id));
    if (place.view) await updateView({ viewId: place.view.id, view: buildBatchStarted(batch) }, request);
    else if (place.message) {
      const { patientClient } = request;
      await editMessage(patientClient, place.message, buildMessage(describeStart(batch)));
    }
  });

export const handleBatchCreate = createCreation('batch_create', false);

export const handleBatchCreateAll = createCreation('batch_create_all', true);

export const handleBatchAgain = createButton<Request>('batch_again', ({ place, tell, args }, request) => {
  const { teamId, userId } = place;
  const read = (refuse: Pressed['tell']) => findOwnPreview({ place, tell: refuse }, request);
  return openBatchForm(args.client, request, { place, teamId, userId, read }, tell);
});

const sendToPresser = (
  { teamId, userId }: Pick<ActionPlace, 'teamId' | 'userId'>,
  file: { fileName: string; words: string; sheet: Sheet },
  { patientClient: client, exportFiles: files, ids, timeZone, stopping: signal }: Request,
): Promise<void> =>
  sendSheet({ teamId, userId, id: ids.job(), ...file }, { client, files, signal, timeZone });

export const handleListFile = createButton<Request>('batch_list_file', async (pressed, request) => {
  const batch = await findOwnPreview(pressed, request);
  if (!batch) return;
  const { store, audit } = request;
  const { teamId, userId } = pressed.place;
  await audit.write({ teamId, actorId: userId, action: 'batch-file-read', subject: batch.id });
  const file = {
    fileName: nameSheet(batch.fileName, 'again'),
    words: 'The list as its file had it. Correct what has changed, then press *Upload a corrected file*.',
    sheet: buildListSheet(batch, await store.batches.rows(batch.id)),
  };
  await sendToPresser(pressed.place, file, request);
});

export const handleBatchFaults = createButton<Request>('batch_faults', async (pressed, request) => {
  const batch = await findOwnPreview(pressed, request);
  if (!batch) return;
  const file = {
    fileName: nameSheet(batch.fileName, 'faults'),
    words: 'Rows that can’t be made, and what to do. Correct them in your own file.',
    sheet: buildFaultSheet(batch, await request.store.batches.rowsWithLinks(batch.id)),
  };
  await sendToPresser(pressed.place, file, request);
});

export const handleBatchTemplate = createButton<Request>('batch_template', async ({ place }, request) => {
  const { clock, timeZone } = request;
  const day = formatLocalDateTime(defaultExpiry(clock.now(), timeZone), timeZone).slice(0, 10);
  const file = {
    fileName: 'paylink-template.xlsx',
    words:
      'A list for `/paylink batch`: replace the sample row with one row for each customer. You can add columns of your own.',
    sheet: buildTemplateSheet(day),
  };
  await sendToPresser(place, file, request);
});

const monthAt = (at: number, timeZone: string) => {
  const day = dayOf(at, timeZone);
  return { year: yearOf(day), month: monthOf(day) };
};

/** *Change the words…* on the preview of a monthly list. */
export const handleListWords = createButton<Request>('batch_list_words', ({ place, tell, args }, request) =>
  openView(
    {
      client: args.client,
      place,
      tell,
      first: { callbackId: 'batch_words_waiting', title: 'What is it for?' },
      read: async (refuse) => {
        const { store, timeZone } = request;
        const batch = await findOwnPreview({ place, tell: refuse }, request);
        if (batch === null) return null;
        const list = batch.listId === null ? null : await store.batchLists.find(place.teamId, batch.listId);
        const from = list === null ? batch : await store.batches.get(list.sourceId);
        const counts = new Map<string, number>();
        for (const { request } of await store.batches.rows(batch.id))
          if (request !== null) counts.set(request.notes, (counts.get(request.notes) ?? 0) + 1);
        const byCount = [...counts].sort(([, one], [, other]) => other - one);
        const shown = byCount.slice(0, MOST_WORDS);
        const [before, now] = [from, batch].map(({ createdAt }) => monthAt(createdAt, timeZone));
        const words = shown.map(([text]) => text);
        const message = place.message && { channelId: place.message.channelId, ts: place.message.ts };
        return {
          view: buildListWords({
            edited: { batchId: batch.id, message, words },
            suggested: words.map((text) => (before && now ? moveMonth(text, before, now) : text)),
            rows: shown.map(([, count]) => count),
            hasMore: byCount.length > shown.length,
          }),
        };
      },
    },
    request,
  ),
);

const metadataSchema = z.object({
  batchId: z.string(),
  message: messagePlaceSchema.nullable(),
  words: z.array(z.string()),
}) satisfies z.ZodType<WordsToEdit>;

const valueSchema = z.record(
  z.string(),
  z.object({ [LIST_WORDS.text]: z.object({ value: z.string().nullish() }) }),
);

export const handleListWordsSubmission = async (
  { ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  request: Request,
): Promise<void> => {
  const { batchId, message, words } = metadataSchema.parse(JSON.parse(view.private_metadata));
  const values = valueSchema.parse(view.state.values);
  const errors: Record<string, string> = {};
  const written = new Map<string, string>();
  for (const [place, before] of words.entries()) {
    const block = `${LIST_WORDS.text}_${place}`;
    const text = linkRequestSchema.shape.notes.safeParse(
      values[block]?.[LIST_WORDS.text]?.value?.trim() ?? '',
    );
    if (text.success) written.set(before, text.data);
    else errors[block] = 'Write what it is for, in at most 150 plain characters.';
  }
  if (Object.keys(errors).length > 0) return void (await ack({ response_action: 'errors', errors }));
  await ack();
  await afterSubmission('batch_list_words', body, request, async ({ asker, tell }) => {
    const found = await findOwnPreview({ place: { ...asker, value: batchId }, tell }, request);
    if (found === null) return;
    const { store, patientClient } = request;
    const batch = await store.batches.reword({ teamId: asker.teamId, id: batchId }, written);
    if (batch === null) return void (await tell(buildBatchGone()));
    const preview = await readPreview(batch, request);
    if (message !== null) await editMessage(patientClient, message, buildBatchPreviewMessage(preview));
    else if (view.previous_view_id)
      await updateView({ viewId: view.previous_view_id, view: buildBatchPreview(preview) }, request);
  });
};
