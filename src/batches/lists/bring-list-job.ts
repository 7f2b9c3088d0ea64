import type { Clock } from '../../clock.ts';
import type { JobHandler } from '../../delivery/run-claimed-job.ts';
import type { Ids } from '../../ids.ts';
import { buildBatchCardJob } from '../../links/card/notice-kinds.ts';
import { DUPLICATE_WITHIN_MS } from '../../links/form/describe-duplicate.ts';
import { defaultExpiry } from '../../payment-service/local-date-time.ts';
import { nextTurn } from '../../reports/repeat.ts';
import type { AlikeLinkStore } from '../../store/alike-links.ts';
import type { BatchList, BatchListStore } from '../../store/batch-list-store.ts';
import type { BatchStore } from '../../store/batch-store.ts';
import type { Members } from '../../workspaces/members.ts';
import type { WorkspaceSettings } from '../../workspaces/settings/settings.ts';
import { buildNextRows } from './build-next-rows.ts';
import { buildListJob, buildListNewsJob, buildListPreviewJob, listPayloadSchema } from './list-jobs.ts';

export interface BringListDependencies {
  batches: Pick<BatchStore, 'get' | 'standing'>;
  batchLists: BatchListStore;
  alikeLinks: AlikeLinkStore;
  members: Pick<Members, 'may' | 'whoMay'>;
  settingsOf: (teamId: string) => Promise<WorkspaceSettings>;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'batch' | 'job' | 'notice'>;
  timeZone: string;
}

/**
 * The day of a kept list: its preview is written down, with what is like its rows by now, and the next day is planned, in
 * one transaction. After days on which nothing ran, it comes once. Makes no link.
 */
export const createBringListJob = (deps: BringListDependencies): JobHandler => {
  const { batches, batchLists, alikeLinks, members, settingsOf, clock, ids, timeZone } = deps;

  /** Who may confirm it: the one who keeps it, or the admins once that one may not any more. */
  const listPeople = async ({ teamId, keeperId }: BatchList): Promise<readonly string[]> =>
    (await members.may(teamId, keeperId, 'make-batch'))
      ? [keeperId]
      : [...new Set(await members.whoMay(teamId, 'change-settings'))];

  return async (job, { givenUp }) => {
    const { listId, on, setAt } = listPayloadSchema.parse(job.payload);
    const list = await batchLists.find(job.teamId, listId);
    if (list?.nextOn !== on || list.setAt !== setAt) return { outcome: 'done' };
    const { teamId, day, atMinute, sourceId } = list;
    const at = clock.now();
    const nextOn = nextTurn({ every: 'month', on: day, atMinute }, at, timeZone).day;
    const people = await listPeople(list);
    const tell = (now: BatchList, why: 'erased' | 'failed') =>
      people.map((userId) =>
        buildListNewsJob({ ...now, nextOn: on }, { batchId: sourceId, userId, why }, ids),
      );
    if (givenUp !== null) {
      const jobs = (now: BatchList) => [buildListJob(now, timeZone, ids), ...tell(now, 'failed')];
      await batchLists.bring(list, { at, outcome: { is: 'skipped', nextOn }, jobs });
      return { outcome: 'failed', reason: givenUp };
    }
    const source = await batches.get(sourceId);
    const { defaultEmail, expiryDays } = await settingsOf(teamId);
    const standing = await batches.standing(sourceId);
    const rows = buildNextRows(
      standing.map(({ row }) => row),
      {
        from: source.createdAt,
        to: at,
        cancelledOf: source.state === 'cancelled' ? source.rows : null,
        expiresAt: defaultExpiry(at, timeZone, expiryDays),
        timeZone,
      },
    );
    if (rows.length === 0) {
      const jobs = (now: BatchList) => [
        buildBatchCardJob({ teamId, batchId: sourceId }, at, ids),
        ...tell(now, 'erased'),
      ];
      await batchLists.bring(list, { at, outcome: { is: 'over' }, jobs });
      return { outcome: 'done' };
    }
    const { alike } = await alikeLinks.find(teamId, rows, {
      recent: at - DUPLICATE_WITHIN_MS,
      shopEmail: defaultEmail,
    });
    const { channelId, creatorName, fileName, headings } = source;
    const [creatorId = list.keeperId] = people;
    const batch = {
      id: ids.batch(),
      teamId,
      channelId,
      creatorId,
      creatorName,
      fileName,
      headings,
      listId,
      at,
    };
    await batchLists.bring(list, {
      at,
      outcome: { is: 'preview', nextOn, batch, rows, alike },
      jobs: (now) => [
        buildListJob(now, timeZone, ids),
        buildBatchCardJob({ teamId, batchId: sourceId }, at, ids),
        ...people.map((userId) => buildListPreviewJob(teamId, { batchId: batch.id, userId, on }, ids)),
      ],
    });
    return { outcome: 'done' };
  };
};
