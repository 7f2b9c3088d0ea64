import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { type AskMessage, findApprovers, runAskRound, updateAskMessage } from '../approvals/ask-approvers.ts';
import { describeCustomer } from '../blocks/customer.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { UploadFailedError } from '../delivery/upload-file.ts';
import { buildBatchCardJob } from '../links/card/notice-kinds.ts';
import { createEditableMessage, postMessage, tellPerson } from '../slack/messages.ts';
import { readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import { type Batch, isBatchOver } from '../store/batch.ts';
import type { Job } from '../store/job.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { buildRepeat } from './batch-buttons-view.ts';
import { buildBatchCard, buildFirstBatchCard, MOST_NAMED } from './batch-card-view.ts';
import {
  batchAskPayloadSchema,
  batchFilePayloadSchema,
  batchPayloadSchema,
  batchRoundPayloadSchema,
  buildAskJobs,
  buildDigestJob,
  buildRoundJob,
} from './batch-jobs.ts';
import {
  buildBatchAsk,
  buildBatchDigest,
  buildBatchNews,
  buildBatchNobodyToAsk,
  buildBatchNotAsked,
  buildFileRefused,
  buildFileWords,
  buildFirstBatchAsk,
} from './batch-messages-view.ts';
import { buildResultSheet, nameSheet, sendSheet } from './batch-sheet.ts';
import type { BatchStore } from './batch-store.ts';
import { countBatch } from './count-batch.ts';
import { readRepeat } from './lists/list-jobs.ts';

/** Updates a batch's card. Posts it if it is not there yet: in its creator's messages if the channel refuses it. */
export const createBatchCardJob = (app: App, client: WebClient): JobHandler => {
  const { config, members, timeZone, log } = app;
  const { batches, jobs, batchLists, approvalAsks } = app.store;

  const show = async (batch: Batch): Promise<void> => {
    const { teamId, id, creatorId } = batch;
    const card = createEditableMessage({
      client,
      channel: batch.channelId,
      place: batch.card,
      keep: async ({ channelId, ts, refusedAs }) => {
        if (refusedAs !== null)
          log.info({ batch: id, reason: refusedAs }, 'channel refused the card of a batch');
        await batches.setCard(id, { channelId, ts });
      },
    });
    const mustNotify = batch.card === null && batch.state === 'asked';
    const approvers = mustNotify ? (await findApprovers({ teamId, creatorId, members })).people : [];
    await card.ensurePosted(buildFirstBatchCard(batch, approvers), {
      channel: creatorId,
      message: buildFirstBatchCard(batch, []),
    });
    // Read again: a press may have come while Slack handled the post.
    const now = await batches.get(id);
    const missing = isBatchOver(now.state) ? await batches.missing(id, { from: 0, limit: MOST_NAMED }) : [];
    const counts = countBatch(batch, await batches.tally(id));
    const asks = now.state === 'asked' ? await approvalAsks.list({ teamId, approvalId: id }) : [];
    const message = buildBatchCard(now, counts, {
      ...{ rowsPerSecond: config.batches.rowsPerSecond, timeZone },
      missing: missing.map(({ details }) => describeCustomer(details)),
      paidOut: counts.paid.rows > 0 ? await batches.paidOut(id) : [],
      repeat: await readRepeat(now, { batchLists }),
      asked: asks.map(({ userId }) => userId),
    });
    await card.edit(message);
  };

  return async (job) => {
    const { batchId } = batchPayloadSchema.parse(job.payload);
    // Before the rows are read: another instance's clock may be behind, and its next change still names this job.
    await jobs.freeKey(job);
    const batch = await batches.find(job.teamId, batchId);
    if (batch === null || batch.state === 'preview') return { outcome: 'done' };
    try {
      await show(batch);
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(error, ({ code }) => {
        log.warn({ job: job.id, reason: code }, 'card of a batch refused');
        return { outcome: 'failed', reason: code };
      });
    }
  };
};

const DAY_MS = 24 * 60 * 60_000;
const progressSchema = z.object({ channelId: z.string() });

export const createBatchMessages = (
  app: App,
  client: WebClient,
): Record<'round' | 'ask' | 'news' | 'held' | 'digest' | 'file', JobHandler> => {
  const { clock, ids, timeZone } = app;
  const { batches, batchLists, approvalAsks } = app.store;
  return {
    round: async (job) => {
      const { batchId, round } = batchRoundPayloadSchema.parse(job.payload);
      const batch = await batches.find(job.teamId, batchId);
      if (batch === null) return { outcome: 'done' };
      const { teamId, id, creatorId } = batch;
      const isWaiting = batch.state === 'asked';
      return runAskRound(
        {
          ...{ teamId, id, creatorId, isWaiting, expiresAt: null },
          buildAskJobs: (people) => buildAskJobs(batch, people, isWaiting ? 'asked' : 'decided', ids),
          buildCardJob: () => buildBatchCardJob({ teamId, batchId: id }, clock.now(), ids),
          buildRoundJob: (next, dueAt) => buildRoundJob(batch, next, dueAt, ids),
          buildNobodyToAsk: () => buildBatchNobodyToAsk(batch),
        },
        round,
        app,
        client,
      );
    },

    ask: (job) => {
      const { batchId, userId } = batchAskPayloadSchema.parse(job.payload);
      const find = async (): Promise<AskMessage | null> => {
        const batch = await batches.find(job.teamId, batchId);
        if (batch === null) return null;
        const { teamId, id, creatorId, state } = batch;
        return {
          ...{ teamId, id, creatorId, userId },
          isWaiting: state === 'asked',
          buildFirst: (reason) => buildFirstBatchAsk(batch, reason),
          build: (reason) => buildBatchAsk(batch, reason),
          buildNotReached: (code) => buildBatchNotAsked(batch, code, userId),
        };
      };
      return updateAskMessage(find, { client, approvalAsks });
    },

    news: createMessageJob(batches, async (_job, batch) =>
      tellPerson(client, batch.creatorId, buildBatchNews(batch)),
    ),

    held: createMessageJob(batches, async (_job, batch) => {
      const question = await askAboutHeld(batch, app);
      return question === null ? { outcome: 'done' } : tellPerson(client, batch.creatorId, question);
    }),

    /** One reply a day, until no row is unpaid, being checked or odd. */
    digest: createMessageJob(batches, async (_job, batch) => {
      if (batch.card === null) return { outcome: 'done' };
      const counts = countBatch(batch, await batches.tally(batch.id));
      const now = clock.now();
      await postMessage(client, {
        channel: batch.card.channelId,
        threadTs: batch.card.ts,
        message: buildBatchDigest(batch, counts, await batches.paidSince(batch.id, now - DAY_MS)),
      });
      const isOver = counts.missing.rows === 0 && counts.checking.rows === 0 && counts.odd.rows === 0;
      return { outcome: 'done', ...(isOver ? {} : { next: [buildDigestJob(batch, now, timeZone, ids)] }) };
    }),

    /** The uploaded file with the link and the state of each row, in one person's messages with the app. */
    file: createMessageJob(batches, async (job, batch, { signal, saveProgress }) => {
      const { userId, isResult } = batchFilePayloadSchema.parse(job.payload);
      const repeat = await readRepeat(batch, { batchLists });
      const rows = await batches.rowsWithLinks(batch.id);
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
            sheet: buildResultSheet(batch, rows),
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
        await postMessage(client, { channel: userId, message: buildFileRefused(batch, code) });
        return { outcome: 'failed', reason: code };
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
