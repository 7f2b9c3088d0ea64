import type { AllMiddlewareArgs, SlackViewMiddlewareArgs, ViewSubmitAction } from '@slack/bolt';
import { z } from 'zod';
import { linkRequestSchema } from '../../payment-service/link-request.ts';
import { monthOf, yearOf } from '../../reports/calendar-days.ts';
import { dayOf } from '../../reports/date-span.ts';
import { createButton } from '../../slack/button.ts';
import { afterSubmission } from '../../slack/listener.ts';
import { editMessage, messagePlaceSchema } from '../../slack/messages.ts';
import { openView } from '../../slack/open-view.ts';
import { updateView } from '../../slack/update-view.ts';
import { type BatchDependencies, buildPreviewReading } from '../batch-dependencies.ts';
import { buildBatchGone, buildBatchPreview, buildBatchPreviewMessage } from '../batch-preview-view.ts';
import { findOwnPreview } from '../find-own-preview.ts';
import { readPreview } from '../read-preview.ts';
import { moveMonth } from './month-words.ts';
import { buildListWords, LIST_WORDS, MOST_WORDS, type WordsAsked } from './words-view.ts';

const monthAt = (at: number, timeZone: string) => {
  const day = dayOf(at, timeZone);
  return { year: yearOf(day), month: monthOf(day) };
};

/** *Change the words…* of a list that came by itself. */
export const handleListWords = createButton<BatchDependencies>(
  'batch_list_words',
  ({ place, tell, args }, dependencies) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: { callbackId: 'batch_words_waiting', title: 'What is it for?' },
        read: async (refuse) => {
          const { store, timeZone } = dependencies;
          const batch = await findOwnPreview({ place, tell: refuse }, dependencies);
          if (batch === null) return null;
          const list = batch.listId === null ? null : await store.batchLists.find(place.teamId, batch.listId);
          const from = list === null ? batch : await store.batches.get(list.sourceId);
          const counts = new Map<string, number>();
          for (const { request } of await store.batches.rows(batch.id))
            if (request !== null) counts.set(request.notes, (counts.get(request.notes) ?? 0) + 1);
          const all = [...counts].sort(([, one], [, other]) => other - one);
          const shown = all.slice(0, MOST_WORDS);
          const [before, now] = [from, batch].map(({ createdAt }) => monthAt(createdAt, timeZone));
          const words = shown.map(([text]) => text);
          const message = place.message && { channelId: place.message.channelId, ts: place.message.ts };
          return {
            view: buildListWords({
              asked: { batchId: batch.id, message, words },
              suggested: words.map((text) => (before && now ? moveMonth(text, before, now) : text)),
              rows: shown.map(([, count]) => count),
              hasMore: all.length > shown.length,
            }),
          };
        },
      },
      dependencies,
    ),
);

const askedSchema = z.object({
  batchId: z.string(),
  message: messagePlaceSchema.nullable(),
  words: z.array(z.string()),
}) satisfies z.ZodType<WordsAsked>;

const valueSchema = z.record(
  z.string(),
  z.object({ [LIST_WORDS.text]: z.object({ value: z.string().nullish() }) }),
);

export const handleListWordsSubmission = async (
  { ack, body, view }: SlackViewMiddlewareArgs<ViewSubmitAction> & AllMiddlewareArgs,
  dependencies: BatchDependencies,
): Promise<void> => {
  const { batchId, message, words } = askedSchema.parse(JSON.parse(view.private_metadata));
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
  await afterSubmission('batch_list_words', body, dependencies, async ({ asker, tell }) => {
    const found = await findOwnPreview({ place: { ...asker, value: batchId }, tell }, dependencies);
    if (found === null) return;
    const { store, patientClient } = dependencies;
    const batch = await store.batches.reword({ teamId: asker.teamId, id: batchId }, written);
    if (batch === null) return void (await tell(buildBatchGone()));
    const preview = await readPreview(batch, buildPreviewReading(dependencies));
    if (message !== null) await editMessage(patientClient, message, buildBatchPreviewMessage(preview));
    else if (view.previous_view_id)
      await updateView({ viewId: view.previous_view_id, view: buildBatchPreview(preview) }, dependencies);
  });
};
