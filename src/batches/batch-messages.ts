import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { batchReminderSchema, TOLD_BATCH_ENDING } from '../links/card/notice-kinds.ts';
import type { Replies } from '../slack/post.ts';
import { buildTell, type Letter, type Told, type ToWrite } from '../slack/tell.ts';
import type { Batch } from '../store/batch.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { buildDigestPost, SAID_DIGEST, TOLD_HELD, TOLD_REPEAT } from './batch-jobs.ts';
import { buildBatchDigest, buildBatchEnding } from './batch-messages-view.ts';
import { buildRepeatReminder } from './batch-repeat-view.ts';
import { countBatch } from './count-batch.ts';

const DAY_MS = 24 * 60 * 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;

const idsSchema = z.object({ batchId: z.string() });

const find = (teamId: string, ids: unknown, { store }: App): Promise<Batch | null> =>
  store.batches.find(teamId, idsSchema.parse(ids).batchId);

export const toldBatches = (app: App): Told => {
  const ofBatch = (write: (batch: Batch) => Promise<Letter | null>) => async (one: ToWrite) => {
    const batch = await find(one.teamId, one.ids, app);
    return batch && write(batch);
  };
  return {
    [TOLD_HELD]: ofBatch(async (batch) => {
      const message = await askAboutHeld(batch, app);
      return message && { message };
    }),
    [TOLD_REPEAT]: ofBatch(async (batch) => ({ message: buildRepeatReminder(batch) })),

    /** Tells each owner of links that are still unpaid which of them expire soon. */
    [TOLD_BATCH_ENDING]: async ({ job, teamId, to, ids }) => {
      const { clock, timeZone, store } = app;
      // A message that went out too early cannot be taken back.
      if (!(await app.isClockSure()))
        return { outcome: 'later', reason: 'clock not sure', retryAfterMs: ASK_CLOCK_AGAIN_MS, isTry: false };
      const { batchId, until, isOwners } = batchReminderSchema.parse(ids);
      const batch = await store.batches.find(teamId, batchId);
      if (batch === null) return null;
      const owed = await store.batches.ending(batchId, { from: clock.now(), until });
      if (isOwners) {
        const theirs = owed.filter(({ ownerId }) => ownerId === to);
        return theirs.length === 0 ? null : { message: buildBatchEnding(batch, theirs, timeZone) };
      }
      const say = { what: TOLD_BATCH_ENDING, ids: { batchId, until, isOwners: true } };
      const owners = [...new Set(owed.map(({ ownerId }) => ownerId))];
      return {
        outcome: 'done',
        next: owners.map((ownerId) =>
          buildTell({ teamId, key: `${job.id}:${ownerId}` }, ownerId, say, batch.channelId),
        ),
      };
    },
  };
};

export const repliesBatches = (app: App): Replies => ({
  /** One reply a day, until every row is over. */
  [SAID_DIGEST]: async ({ job, teamId, ids }) => {
    const { clock, timeZone, store } = app;
    const batch = await find(teamId, ids, app);
    if (batch === null) return null;
    const { id, creatorId, channelId } = batch;
    const counts = countBatch(batch, await store.batches.tally(id));
    const now = clock.now();
    const message = buildBatchDigest(batch, counts, await store.batches.receivedSince(id, now - DAY_MS));
    const next = counts.open.rows === 0 ? [] : [buildDigestPost(batch, now, timeZone)];
    return {
      ...{ person: creatorId, in: 'thread', message },
      instead: buildTell({ teamId, key: `${job.id}:told` }, creatorId, message, channelId),
      next,
    };
  },
});
