import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { batchReminderSchema, SHOWN_BATCH } from '../links/card/notice-kinds.ts';
import { postMessage } from '../slack/messages.ts';
import { leaveChannel, refusedThereAs } from '../slack/show.ts';
import { readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import { buildTell, tellOrPassOn } from '../slack/tell.ts';
import type { Batch } from '../store/batch.ts';
import type { Job } from '../store/job.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { batchPayloadSchema, buildDigestJob, repeatPayloadSchema } from './batch-jobs.ts';
import { buildBatchDigest, buildBatchEnding } from './batch-messages-view.ts';
import { buildRepeatReminder } from './batch-repeat-view.ts';
import type { BatchStore } from './batch-store.ts';
import { countBatch } from './count-batch.ts';

const DAY_MS = 24 * 60 * 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;

export const createBatchMessages = (
  app: App,
  client: WebClient,
): Record<'held' | 'digest' | 'reminder' | 'repeat', JobHandler> => {
  const { clock, ids, timeZone } = app;
  const { batches, messages } = app.store;
  const tellCreator = (job: Job, { creatorId, channelId }: Batch, message: Message) =>
    tellOrPassOn(client, job, { to: creatorId, message, otherwise: channelId }, app);
  return {
    held: createMessageJob(batches, async (job, batch) => {
      const question = await askAboutHeld(batch, app);
      return question === null ? { outcome: 'done' } : tellCreator(job, batch, question);
    }),

    /** One reply a day, until every row is over. */
    digest: createMessageJob(batches, async (job, batch) => {
      const card = await messages.find({ teamId: batch.teamId, what: SHOWN_BATCH, id: batch.id });
      if (card === null) return { outcome: 'done' };
      const counts = countBatch(batch, await batches.tally(batch.id));
      const now = clock.now();
      const message = buildBatchDigest(batch, counts, await batches.receivedSince(batch.id, now - DAY_MS));
      const next = counts.open.rows === 0 ? [] : [buildDigestJob(batch, now, timeZone, ids)];
      const sendApart = async () => {
        const told = await tellCreator(job, batch, message);
        return { ...told, next: [...(told.next ?? []), ...next] };
      };
      if (refusedThereAs(card) !== null) return sendApart();
      try {
        await postMessage(client, {
          ...{ channel: card.channelId, threadTs: card.threadTs ?? card.ts },
          message,
        });
        return { outcome: 'done', next };
      } catch (error) {
        const failure = readSlackFailure(error);
        if (failure.kind !== 'permanent') throw error;
        return card.userId === null ? leaveChannel(card, failure.code, job, app) : sendApart();
      }
    }),

    repeat: createMessageJob(batches, async (job, batch) => {
      const { userId: to } = repeatPayloadSchema.parse(job.payload);
      return tellOrPassOn(client, job, { to, message: buildRepeatReminder(batch) }, app);
    }),

    /** Tells each owner of links that are still unpaid which of them expire soon. */
    reminder: createMessageJob(batches, async (job, batch) => {
      // A message that went out too early cannot be taken back.
      if (!(await app.isClockSure()))
        return { outcome: 'later', reason: 'clock not sure', retryAfterMs: ASK_CLOCK_AGAIN_MS, isTry: false };
      const { until } = batchReminderSchema.parse(job.payload);
      const owed = await batches.ending(batch.id, { from: clock.now(), until });
      const owners = [...new Set(owed.map(({ ownerId }) => ownerId))];
      const next = owners.map((ownerId) => {
        const theirs = owed.filter((link) => link.ownerId === ownerId);
        const key = `${job.id}:${ownerId}`;
        return buildTell(
          { teamId: batch.teamId, key },
          ownerId,
          buildBatchEnding(batch, theirs, timeZone),
          batch.channelId,
        );
      });
      return { outcome: 'done', next };
    }),
  };
};

/** Retries Slack's passing errors; a permanent refusal ends the job. */
const createMessageJob =
  (batches: Pick<BatchStore, 'find'>, run: (job: Job, batch: Batch) => Promise<JobOutcome>): JobHandler =>
  async (job, context) => {
    if (context.givenUp !== null) return { outcome: 'failed', reason: context.givenUp };
    const batch = await batches.find(job.teamId, batchPayloadSchema.parse(job.payload).batchId);
    if (batch === null) return { outcome: 'done' };
    try {
      return await run(job, batch);
    } catch (error) {
      return settleRefusal(error);
    }
  };
