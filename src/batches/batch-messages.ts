import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { runAskRound } from '../approvals/ask-approvers.ts';
import { describeBatch } from '../blocks/batch.ts';
import type { Message } from '../blocks/message.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { UploadFailedError } from '../delivery/upload-file.ts';
import { batchReminderSchema, buildBatchShow, SHOWN_BATCH } from '../links/card/notice-kinds.ts';
import { readInsteads } from '../links/card/standing.ts';
import { postMessage } from '../slack/messages.ts';
import { isOutOfReach, readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import { buildTell, tellOrPassOn } from '../slack/tell.ts';
import type { Batch } from '../store/batch.ts';
import type { Job } from '../store/job.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { buildRepeat } from './batch-buttons-view.ts';
import {
  batchFilePayloadSchema,
  batchPayloadSchema,
  batchRoundPayloadSchema,
  buildDigestJob,
  buildRoundJob,
  SHOWN_BATCH_ASK,
} from './batch-jobs.ts';
import {
  buildBatchDigest,
  buildBatchEnding,
  buildBatchNews,
  buildBatchNobodyToAsk,
  buildFileRefused,
  buildFileWords,
} from './batch-messages-view.ts';
import { buildResultSheet, nameSheet, sendSheet } from './batch-sheet.ts';
import type { BatchStore } from './batch-store.ts';
import { countBatch } from './count-batch.ts';
import { readRepeat } from './lists/list-jobs.ts';

const DAY_MS = 24 * 60 * 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;
const batchOf = ({ teamId, id }: Batch) => ({ teamId, batchId: id });

const progressSchema = z.object({ channelId: z.string() });

export const createBatchMessages = (
  app: App,
  client: WebClient,
): Record<'round' | 'news' | 'held' | 'digest' | 'reminder' | 'file', JobHandler> => {
  const { clock, ids, timeZone } = app;
  const { batches, batchLists, messages } = app.store;
  const tellCreator = (job: Job, { creatorId, channelId }: Batch, message: Message) =>
    tellOrPassOn(client, job, { to: creatorId, message, otherwise: channelId }, app);
  return {
    round: async (job) => {
      const { batchId, round } = batchRoundPayloadSchema.parse(job.payload);
      const batch = await batches.find(job.teamId, batchId);
      if (batch === null) return { outcome: 'done' };
      const { teamId, id, creatorId } = batch;
      return runAskRound(
        {
          ...{
            teamId,
            id,
            creatorId,
            what: SHOWN_BATCH_ASK,
            isWaiting: batch.state === 'asked',
            expiresAt: null,
          },
          buildShow: () => buildBatchShow(batchOf(batch), clock.now()),
          buildRoundJob: (next, dueAt) => buildRoundJob(batch, next, dueAt, ids),
          name: describeBatch(batch),
          buildNobodyToAsk: () => buildBatchNobodyToAsk(batch),
        },
        round,
        app,
        client,
      );
    },

    news: createMessageJob(batches, async (job, batch) => tellCreator(job, batch, buildBatchNews(batch))),

    held: createMessageJob(batches, async (job, batch) => {
      const question = await askAboutHeld(batch, app);
      return question === null ? { outcome: 'done' } : tellCreator(job, batch, question);
    }),

    /** One reply a day, until no row is unpaid, being checked or odd. */
    digest: createMessageJob(batches, async (job, batch) => {
      const card = await messages.find({ teamId: batch.teamId, what: SHOWN_BATCH, id: batch.id });
      if (card === null) return { outcome: 'done' };
      const counts = countBatch(batch, await batches.tally(batch.id));
      const now = clock.now();
      const message = buildBatchDigest(batch, counts, await batches.paidSince(batch.id, now - DAY_MS));
      const isOver = counts.missing.rows === 0 && counts.checking.rows === 0 && counts.odd.rows === 0;
      const next = isOver ? [] : [buildDigestJob(batch, now, timeZone, ids)];
      try {
        await postMessage(client, {
          ...{ channel: card.channelId, threadTs: card.threadTs ?? card.ts },
          message,
        });
        return { outcome: 'done', next };
      } catch (error) {
        if (!isOutOfReach(readSlackFailure(error))) throw error;
        // The card goes on in its creator's messages, and what it would have said here with it.
        await messages.doubt(card, null, now);
        const told = await tellCreator(job, batch, message);
        return { ...told, next: [...(told.next ?? []), ...next, buildBatchShow(batchOf(batch), now)] };
      }
    }),

    /** Tells each owner of links that are still unpaid which of them expire soon. */
    reminder: createMessageJob(batches, async (job, batch) => {
      // A message that went out too early cannot be taken back.
      if (!(await app.isClockSure()))
        return { outcome: 'later', reason: 'clock not sure', retryAfterMs: ASK_CLOCK_AGAIN_MS, isTry: false };
      const { until } = batchReminderSchema.parse(job.payload);
      const ending = await batches.ending(batch.id, { from: clock.now(), until });
      const insteads = await readInsteads(ending, app.store.links);
      const owed = ending.filter(({ id }) => (insteads.get(id) ?? null) === null);
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

    /** The uploaded file with the link and the state of each row, in one person's messages with the app. */
    file: createMessageJob(batches, async (job, batch, { signal, saveProgress }) => {
      const { userId, isResult } = batchFilePayloadSchema.parse(job.payload);
      const repeat = await readRepeat(batch, { batchLists });
      const rows = await batches.rowsWithLinks(batch.id);
      const made = rows.flatMap(({ link }) => link ?? []);
      const insteads = await readInsteads(made, app.store.links);
      const words = buildFileWords(batch, countBatch(batch, await batches.tally(batch.id)));
      const send = () =>
        sendSheet(
          {
            teamId: batch.teamId,
            id: job.id,
            userId,
            fileName: nameSheet(batch.fileName, 'links'),
            channelId: progressSchema.safeParse(job.progress).data?.channelId ?? null,
            words,
            sheet: buildResultSheet(batch, rows, insteads),
            buttons: isResult && repeat === 'may-be' ? [buildRepeat(batch, repeat)] : [],
          },
          {
            client,
            files: app.exportFiles,
            sendBytes: app.sendBytes,
            timeZone,
            signal,
            onPosted: async (channelId) => void (await saveProgress({ channelId })),
          },
        );
      try {
        await send();
        return { outcome: 'done' };
      } catch (error) {
        const { kind, why, code } = readSlackFailure(error);
        if (kind === 'passing' && why !== 'scope') throw error;
        const message = buildFileRefused(batch, code);
        const told = await tellOrPassOn(
          client,
          job,
          { to: userId, message, otherwise: batch.channelId },
          app,
        );
        return told.outcome === 'done' ? { outcome: 'failed', reason: code } : told;
      }
    }),
  };
};

/** Retries Slack's passing errors; a permanent refusal ends the job. */
const createMessageJob =
  (
    batches: Pick<BatchStore, 'find'>,
    run: (job: Job, batch: Batch, context: JobContext) => Promise<JobOutcome>,
  ): JobHandler =>
  async (job, context) => {
    if (context.givenUp !== null) return { outcome: 'failed', reason: context.givenUp };
    const batch = await batches.find(job.teamId, batchPayloadSchema.parse(job.payload).batchId);
    if (batch === null) return { outcome: 'done' };
    try {
      return await run(job, batch, context);
    } catch (error) {
      if (error instanceof UploadFailedError)
        return { outcome: 'later', reason: 'upload failed', retryAfterMs: null };
      return settleRefusal(error);
    }
  };
