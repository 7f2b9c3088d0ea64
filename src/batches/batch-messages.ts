import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { endingSchema, TOLD_ENDING } from '../links/card/plan-reminder.ts';
import { buildToOwner } from '../links/card/told.ts';
import { isPayable } from '../links/sale/display-state.ts';
import { readEachInSale } from '../links/sale/link-in-sale.ts';
import { defineReplies } from '../slack/post.ts';
import { buildTell, defineTold, type Write } from '../slack/tell.ts';
import type { Batch } from '../store/batch.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { buildDigestPost, SAID_DIGEST, TOLD_APPROVED, TOLD_HELD, TOLD_REPEAT } from './batch-jobs.ts';
import { buildBatchDigest, buildBatchNews, buildEnding, type EndingLine } from './batch-messages-view.ts';
import { buildRepeatReminder } from './batch-repeat-view.ts';
import { countBatch } from './count-batch.ts';

const DAY_MS = 24 * 60 * 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;
const STILL_MADE_MS = 20_000;
const MOST_SOONEST = 1_000;

const idsSchema = z.object({ batchId: z.string() });

const IDS = {
  [TOLD_HELD]: idsSchema,
  [TOLD_APPROVED]: idsSchema,
  [TOLD_REPEAT]: idsSchema,
  [TOLD_ENDING]: endingSchema,
};

export const toldBatches = defineTold(IDS, (app: App) => {
  const ofBatch =
    (write: (batch: Batch) => ReturnType<Write>): Write<z.output<typeof idsSchema>> =>
    async ({ teamId, ids }) => {
      const batch = await app.store.batches.find(teamId, ids.batchId);
      return batch && write(batch);
    };
  return {
    [TOLD_HELD]: ofBatch(async (batch) => {
      const message = await askAboutHeld(batch, app);
      return message && { message };
    }),
    [TOLD_APPROVED]: ofBatch(async (batch) => {
      if (batch.state === 'running')
        return { outcome: 'later', reason: 'being made', retryAfterMs: STILL_MADE_MS, isTry: false };
      return batch.state === 'paused' ? { message: buildBatchNews(batch) } : null;
    }),
    [TOLD_REPEAT]: ofBatch(async (batch) => ({ message: buildRepeatReminder(batch) })),

    /** One message to each owner of links that are still unpaid and expire soon: its own, and those of batches. */
    [TOLD_ENDING]: async ({ job, teamId, to, ids }) => {
      const { clock, timeZone, store } = app;
      // A message that went out too early cannot be taken back.
      if (!(await app.isClockSure()))
        return { outcome: 'later', reason: 'clock not sure', retryAfterMs: ASK_CLOCK_AGAIN_MS, isTry: false };
      const { isOwner, ...span } = ids;
      const of = { teamId, from: Math.max(span.from, clock.now() + 1), until: span.until };
      if (!isOwner) {
        const say = { what: TOLD_ENDING, ids: { ...span, isOwner: true } };
        const owners = await store.links.ownersOfEnding(of);
        return {
          outcome: 'done',
          next: owners.map((owner) => buildTell({ teamId, key: `${job.id}:${owner}` }, owner, say)),
        };
      }
      const soonest = await store.links.unfinishedOf({ teamId, ownerId: to, limit: MOST_SOONEST });
      const listed = soonest.filter(({ expiresAt }) => expiresAt >= of.from && expiresAt < of.until);
      const lines = new Map<string, EndingLine>();
      for (const link of await readEachInSale(listed, store.links)) {
        if (!isPayable(link) || link.instead !== null) continue;
        const { id, batchId } = link;
        const line = lines.get(batchId ?? id);
        if (line) line.links.push(link);
        else {
          const batch = batchId === undefined ? null : await store.batches.get(batchId);
          lines.set(batchId ?? id, { batch, links: [link] });
        }
      }
      const [first, ...others] = lines.values();
      return first ? buildToOwner(first.links[0], buildEnding([first, ...others], timeZone), app) : null;
    },
  };
});

export const repliesBatches = defineReplies({ [SAID_DIGEST]: idsSchema }, (app: App) => ({
  /** One reply after each day with payments, and when every row is over. */
  [SAID_DIGEST]: async ({ job, teamId, ids }) => {
    const { clock, timeZone, store } = app;
    const batch = await store.batches.find(teamId, ids.batchId);
    if (batch === null) return null;
    const { id, creatorId, channelId } = batch;
    const counts = countBatch(batch, await store.batches.tally(id));
    const now = clock.now();
    const came = await store.batches.receivedSince(id, now - DAY_MS);
    const next = counts.open.rows === 0 ? [] : [buildDigestPost(batch, now, timeZone)];
    if (came.rows === 0 && next.length > 0) return { outcome: 'done', next };
    const message = buildBatchDigest(batch, counts, came);
    return {
      ...{ person: creatorId, in: 'thread', message },
      instead: buildTell({ teamId, key: `${job.id}:told` }, creatorId, message, channelId),
      next,
    };
  },
}));
