import type { WebClient } from '@slack/web-api';
import type { JobHandler, JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import { postMessage, tellPerson } from '../../slack/messages.ts';
import { settleRefusal } from '../../slack/slack-failure.ts';
import type { Members } from '../../workspaces/members.ts';
import { buildBatchPreviewMessage } from '../batch-preview-view.ts';
import { type PreviewDependencies, readPreview } from '../read-preview.ts';
import { buildListPreviewJob, listNewsPayloadSchema, listPreviewPayloadSchema } from './list-jobs.ts';
import { buildListNews, buildListUnreached } from './list-news-view.ts';

export interface ListMessageDependencies extends PreviewDependencies {
  client: WebClient;
  members: Pick<Members, 'whoMay'>;
  ids: Pick<Ids, 'job'>;
}

/**
 * Brings the preview of a kept list to the person who may confirm it. If Slack cannot reach that person, they have left: it goes
 * to the admins, and as a last resort a line in the channel asks for somebody. Posted twice, it can still be confirmed only once.
 */
export const createListPreviewJob =
  (deps: ListMessageDependencies): JobHandler =>
  async (job, { givenUp }) => {
    const { client, batches, batchLists, members, ids } = deps;
    const { batchId, userId, on } = listPreviewPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch?.state !== 'preview') return { outcome: 'done' };
    const next = async () => {
      if (userId === null) return [];
      const admins = await members.whoMay(job.teamId, 'change-settings');
      const list = batch.listId === null ? null : await batchLists.find(job.teamId, batch.listId);
      const others = list?.keeperId === userId ? admins.filter((admin) => admin !== userId) : [];
      return (others.length > 0 ? others : [null]).map((to) =>
        buildListPreviewJob(job.teamId, { batchId, userId: to, on }, ids),
      );
    };
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp, next: await next() };
    try {
      await postMessage(client, {
        channel: userId ?? batch.channelId,
        message:
          userId === null
            ? buildListUnreached(batch)
            : buildBatchPreviewMessage(await readPreview(batch, deps)),
      });
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(
        error,
        async ({ code }): Promise<JobOutcome> => ({
          outcome: 'failed',
          reason: code,
          next: await next(),
        }),
      );
    }
  };

/** Why a kept list does not come. */
export const createListNewsJob =
  ({ client, batches }: Pick<ListMessageDependencies, 'client' | 'batches'>): JobHandler =>
  async (job) => {
    const { batchId, userId, why } = listNewsPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch === null) return { outcome: 'done' };
    return tellPerson(client, userId, buildListNews(batch, why));
  };
