import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { buildMessage } from '../blocks/message.ts';
import { buildGone } from '../blocks/refusal.ts';
import { buildBatchShowNow } from '../links/card/notice-kinds.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { editMessage, messagePlaceSchema } from '../slack/messages.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { type Opening, updateView } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import { type BatchPress, findPreview } from './about-batch.ts';
import { agreeOnAccount } from './agree-on-account.ts';
import { buildRoundJob, buildRunJob } from './batch-jobs.ts';
import {
  buildBatchPreview,
  buildBatchPreviewMessage,
  buildBatchStarted,
  describeStart,
} from './batch-preview-view.ts';
import { buildListWords, buildListWordsFields, MOST_WORDS, type WordsToEdit } from './lists/list-view.ts';
import { openBatchFormAgain } from './open-batch-form.ts';
import { readPreview } from './read-preview.ts';

const nameOf = (user: { id: string; name?: string; username?: string }): string =>
  user.name ?? user.username ?? user.id;

/** Creates the links. A second press finds that the batch is no longer a preview. */
const createCreation =
  (withAlike: boolean) =>
  async ({ about: found, place, args }: BatchPress, request: Request): Promise<void> => {
    const { store, settings, wake, clock, ids } = request;
    const { teamId, id } = found;
    if (found.state === 'preview') await agreeOnAccount(found, request);
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
  };

export const handleBatchCreate = createCreation(false);

export const handleBatchCreateAll = createCreation(true);

export const handleBatchAgain = (_: Pressed, request: Request): Opening<Batch> => openBatchFormAgain(request);

/** *Change the words…* on the preview of a monthly list. */
export const handleListWords = ({ place }: Pressed, { store }: Request): Opening<Batch> => ({
  first: { callbackId: 'batch_words_waiting', title: 'What is it for?' },
  read: async (batch) => {
    const counts = new Map<string, number>();
    for (const { request } of await store.batches.rows(batch.id))
      if (request !== null) counts.set(request.notes, (counts.get(request.notes) ?? 0) + 1);
    const byCount = [...counts].sort(([, one], [, other]) => other - one);
    const shown = byCount.slice(0, MOST_WORDS);
    const words = shown.map(([text]) => text);
    const message = place.message && { channelId: place.message.channelId, ts: place.message.ts };
    return {
      view: buildListWords({
        edited: { batchId: batch.id, message, words },
        rows: shown.map(([, count]) => count),
        hasMore: byCount.length > shown.length,
      }),
    };
  },
});

const metadataSchema = z.object({
  batchId: z.string(),
  message: messagePlaceSchema.nullable(),
  words: z.array(z.string()),
}) satisfies z.ZodType<WordsToEdit>;

const parseMetadata = (metadata: string): WordsToEdit => metadataSchema.parse(JSON.parse(metadata));

/** The preview of a window that was sent. */
export const findWordsToEdit = (sent: Sent, request: Request): Promise<Batch | null> =>
  findPreview(sent, parseMetadata(sent.view.metadata).batchId, request);

export const handleListWordsSubmission = async (
  { about: found, view }: Sent & { about: Batch },
  request: Request,
): Promise<Answer> => {
  const { message, words } = parseMetadata(view.metadata);
  const written = readForm(buildListWordsFields(words), view.values);
  const reworded = new Map(words.map((before, place) => [before, written[`list_words_${place}`] ?? before]));
  const reword = async (): Promise<void> => {
    const { store, patientClient } = request;
    const batch = await store.batches.reword({ teamId: found.teamId, id: found.id }, reworded);
    if (batch === null) throw new Refused(buildGone('preview'));
    const preview = await readPreview(batch, request);
    if (message !== null) await editMessage(patientClient, message, buildBatchPreviewMessage(preview));
    else if (view.previousId !== null)
      await updateView({ viewId: view.previousId, view: buildBatchPreview(preview) }, request);
  };
  return { close: true, afterwards: reword };
};
