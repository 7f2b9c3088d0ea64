import type { WebClient } from '@slack/web-api';
import type { App } from '../../app-parts.ts';
import { buildPassedOn } from '../../blocks/passed-on.ts';
import type { JobHandler, JobOutcome } from '../../delivery/run-claimed-job.ts';
import { buildBatchShow } from '../../links/card/notice-kinds.ts';
import { createTurnJob } from '../../reports/turn-job.ts';
import { postMessage } from '../../slack/messages.ts';
import { settleRefusal } from '../../slack/slack-failure.ts';
import { tellOrPassOn } from '../../slack/tell.ts';
import { buildBatchPreviewMessage } from '../batch-preview-view.ts';
import { readPreview } from '../read-preview.ts';
import { type BatchList, parseBatchList } from './list-batch-store.ts';
import {
  buildListEndJob,
  buildListNewsJob,
  buildListPreviewJob,
  erasureOf,
  listEndPayloadSchema,
  listNewsPayloadSchema,
  listPreviewPayloadSchema,
} from './list-jobs.ts';
import { buildListEnds, buildListNews, buildListUnreached } from './list-view.ts';
import { buildNextRows } from './next-month.ts';

/**
 * Takes a turn of a list: stores the month's preview, with the links that are like its rows by now. Creates no link.
 */
export const createListJob = (app: App): JobHandler => {
  const { members, settings, config, clock, ids, timeZone } = app;
  const { batches, batchLists, schedules, similarLinks } = app.store;

  /** The people who may confirm the preview: its keeper, or the admins if the keeper may no longer make batches. */
  const listPeople = async ({ teamId, keeperId }: BatchList): Promise<readonly string[]> =>
    (await members.may(teamId, keeperId, 'make-batch'))
      ? [keeperId]
      : [...new Set(await members.whoMay(teamId, 'change-settings'))];

  return createTurnJob(app, async ({ schedule, day: on }, _job, { givenUp }) => {
    const list = parseBatchList(schedule);
    const { id: listId, teamId, sourceId } = list;
    const at = clock.now();
    const people = await listPeople(list);
    const tell = (why: 'erased' | 'failed') =>
      people.map((userId) => buildListNewsJob(list, on, { batchId: sourceId, userId, why }, ids));
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp, next: tell('failed') };
    const source = await batches.get(sourceId);
    const { defaultEmail: email, shopPhone: phone } = await settings.of(teamId);
    const standing = await batches.rowsWithLinks(sourceId);
    const rows = buildNextRows(
      standing.map(({ row }) => row),
      {
        from: source.createdAt,
        to: at,
        cancelledOf: source.state === 'cancelled' ? source.rows : null,
        timeZone,
      },
    );
    const editCard = buildBatchShow({ teamId, batchId: sourceId }, at);
    if (rows.length === 0) {
      await schedules.stop(schedule, at, () => ({ jobs: [editCard, ...tell('erased')] }));
      return { outcome: 'done' };
    }
    const { alike } = await similarLinks.find(teamId, rows, { at, shop: { email, phone }, listId });
    // Its person is asked again if links belong to another account now.
    const { channelId, creatorName, fileName, headings, account = null } = source;
    const [creatorId = list.keeperId] = people;
    const id = ids.batch();
    const batch = { id, teamId, channelId, creatorId, creatorName, fileName, headings, listId, account, at };
    return {
      isTaken: true,
      write: batchLists.insertPreview({ batch, rows, alike }),
      jobs: [
        editCard,
        ...[source, { id, teamId, createdAt: at }].flatMap((one) =>
          buildListEndJob(one, config.retentionDays),
        ),
        ...people.map((userId) => buildListPreviewJob(teamId, { batchId: id, userId, on }, ids)),
      ],
    };
  });
};

/**
 * Sends the preview of a list to the person who may confirm it. If Slack can't reach that person, sends it to the admins,
 * and as a last resort asks in the channel. A preview that is posted twice can still be confirmed only once.
 */
export const createListPreviewJob =
  (app: App, client: WebClient): JobHandler =>
  async (job, { givenUp }) => {
    const { members, ids } = app;
    const { batches, batchLists } = app.store;
    const { batchId, userId, on, unreached } = listPreviewPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch?.state !== 'preview') return { outcome: 'done' };
    const buildNext = async (code: string) => {
      if (userId === null) return [];
      const heirs = await members.whoMay(job.teamId, 'use-any-link');
      const list = batch.listId === null ? null : await batchLists.find(job.teamId, batch.listId);
      const others = list?.keeperId === userId ? heirs.filter((heir) => heir !== userId) : [];
      return (others.length > 0 ? others : [null]).map((to) =>
        buildListPreviewJob(job.teamId, { batchId, userId: to, on, unreached: { userId, code } }, ids),
      );
    };
    if (givenUp !== null) return { outcome: 'failed', reason: givenUp, next: await buildNext(givenUp) };
    const buildMessage = async () => {
      if (userId === null) return buildListUnreached(batch);
      const preview = buildBatchPreviewMessage(await readPreview(batch, app));
      return unreached === undefined ? preview : buildPassedOn(preview, unreached.userId, unreached.code);
    };
    try {
      await postMessage(client, { channel: userId ?? batch.channelId, message: await buildMessage() });
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(
        error,
        async ({ code }): Promise<JobOutcome> => ({
          outcome: 'failed',
          reason: code,
          next: await buildNext(code),
        }),
      );
    }
  };

/** Tells one person why a list has no preview this month. */
export const createListNewsJob =
  (app: App, client: WebClient): JobHandler =>
  async (job) => {
    const { batchId, userId, why } = listNewsPayloadSchema.parse(job.payload);
    const batch = await app.store.batches.find(job.teamId, batchId);
    if (batch === null) return { outcome: 'done' };
    const message = buildListNews(batch, why);
    return tellOrPassOn(client, job, { to: userId, message, otherwise: batch.channelId }, app);
  };

/** Tells the keeper of a list in time that its customers' data is erased before its next preview. */
export const createListEndJob =
  (app: App, client: WebClient): JobHandler =>
  async (job) => {
    const { store, config, timeZone } = app;
    const { batchId } = listEndPayloadSchema.parse(job.payload);
    const batch = await store.batches.find(job.teamId, batchId);
    const list = batch?.listId == null ? null : await store.batchLists.find(job.teamId, batch.listId);
    if (batch === null || list === null || config.retentionDays === null) return { outcome: 'done' };
    const erasedAt = erasureOf(batch, config.retentionDays);
    // Another month was confirmed since, or it comes in time.
    if (list.sourceId !== batchId || batch.erasedAt !== null || list.nextAt <= erasedAt)
      return { outcome: 'done' };
    const message = buildListEnds(
      batch,
      { erasedAt, nextAt: list.nextAt, days: config.retentionDays },
      timeZone,
    );
    return tellOrPassOn(client, job, { to: list.keeperId, message, otherwise: batch.channelId }, app);
  };
