import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { type SendBytes, UploadFailedError } from '../delivery/upload-file.ts';
import type { ExportFiles } from '../exports/export-files.ts';
import type { Ids } from '../ids.ts';
import { postMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchListStore } from '../store/batch-list-store.ts';
import type { BatchStore } from '../store/batch-store.ts';
import type { Job } from '../store/job.ts';
import { buildRepeat } from './batch-buttons-view.ts';
import { buildBatchDigest, buildBatchNews, buildFileWords } from './batch-card-view.ts';
import { batchFilePayloadSchema, batchPayloadSchema, buildDigestJob } from './batch-jobs.ts';
import { buildResultSheet } from './batch-sheet.ts';
import { countBatch } from './count-batch.ts';
import { readRepeat } from './lists/read-repeat.ts';
import { nameSheet, sendSheet } from './send-sheet.ts';

interface MessageDependencies {
  client: WebClient;
  batches: BatchStore;
}

/** Slack's passing errors become “later”, and what it refuses for good ends the job. */
const createMessageJob =
  (
    run: (job: Job, batch: Batch, context: JobContext) => Promise<JobOutcome>,
    { batches }: MessageDependencies,
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

const post = async (client: WebClient, channel: string, message: Message): Promise<JobOutcome> => {
  await postMessage(client, { channel, message });
  return { outcome: 'done' };
};

export const createBatchNewsJob = (deps: MessageDependencies): JobHandler =>
  createMessageJob((_job, batch) => post(deps.client, batch.creatorId, buildBatchNews(batch)), deps);

const progressSchema = z.object({ channelId: z.string() });

/** The file as it was given, with the link and the state of each row: to one person, in their messages with the app. */
export const createBatchFileJob = (
  deps: MessageDependencies & {
    batchLists: Pick<BatchListStore, 'find'>;
    timeZone: string;
    files: ExportFiles;
    sendBytes?: SendBytes | undefined;
  },
): JobHandler =>
  createMessageJob(async (job, batch, { signal, saveProgress }) => {
    const { userId, isResult } = batchFilePayloadSchema.parse(job.payload);
    const repeat = await readRepeat(batch, deps);
    const standing = await deps.batches.standing(batch.id);
    await sendSheet(
      {
        teamId: batch.teamId,
        id: job.id,
        userId,
        fileName: nameSheet(batch.fileName, 'links'),
        channelId: progressSchema.safeParse(job.progress).data?.channelId ?? null,
        words: buildFileWords(batch, countBatch(await deps.batches.tally(batch.id))),
        sheet: buildResultSheet(batch, standing),
        buttons: isResult && repeat === 'may-be' ? [buildRepeat(batch, repeat)] : [],
      },
      { ...deps, signal, onPosted: async (channelId) => void (await saveProgress({ channelId })) },
    );
    return { outcome: 'done' };
  }, deps);

const DAY_MS = 24 * 60 * 60_000;

/** One reply a day, until no row is unpaid, being checked or odd. */
export const createBatchDigestJob = (
  deps: MessageDependencies & { clock: Pick<Clock, 'now'>; timeZone: string; ids: Pick<Ids, 'job'> },
): JobHandler =>
  createMessageJob(async (_job, batch) => {
    const { client, batches, clock, timeZone, ids } = deps;
    if (batch.card === null) return { outcome: 'done' };
    const counts = countBatch(await batches.tally(batch.id));
    const now = clock.now();
    await postMessage(client, {
      channel: batch.card.channelId,
      threadTs: batch.card.ts,
      message: buildBatchDigest(batch, counts, await batches.paidSince(batch.id, now - DAY_MS)),
    });
    const isOver = counts.missing.rows === 0 && counts.checking.rows === 0 && counts.odd.rows === 0;
    return { outcome: 'done', ...(isOver ? {} : { next: [buildDigestJob(batch, now, timeZone, ids)] }) };
  }, deps);
