import { z } from 'zod';
import type { Request } from '../../app-parts.ts';
import { addDays, addMonths, dayOf, spanOfDays } from '../../calendar/date-span.ts';
import { turnsToCome } from '../../calendar/repeat.ts';
import { buildBatchShowNow } from '../../links/card/notice-kinds.ts';
import { readForm } from '../../slack/fields.ts';
import type { Pressed } from '../../slack/frame.ts';
import { Refused } from '../../slack/refused.ts';
import type { Answer, Sent } from '../../slack/submit.ts';
import { type Opening, updateView } from '../../slack/views.ts';
import type { Batch } from '../../store/batch.ts';
import type { BatchPress } from '../about-batch.ts';
import { buildBatchPreview } from '../batch-preview-view.ts';
import { readPreview } from '../read-preview.ts';
import { type BatchList, parseBatchList } from './list-batch-store.ts';
import { erasureOf } from './list-jobs.ts';
import {
  buildListDay,
  buildListDayFields,
  buildListNotScheduled,
  buildListSaving,
  buildListScheduled,
  buildListStopped,
  explainTooLate,
} from './list-view.ts';

/** 09:00, the start of the working day. */
const USUAL_MINUTE = 9 * 60;

/** *Same again next month* opens the window for the day. */
export const handleBatchRepeat = ({ place: { teamId } }: Pressed, request: Request): Opening<Batch> => ({
  first: { callbackId: 'batch_list_waiting', title: 'Same again each month' },
  read: async (batch) => {
    const { store, timeZone } = request;
    const list = batch.listId === null ? null : await store.batchLists.find(teamId, batch.listId);
    if (batch.erasedAt !== null || (list !== null && list.sourceId !== batch.id))
      throw new Refused(buildListNotScheduled());
    const kept = list && { id: list.id, keeperId: list.keeperId, dueAt: list.nextAt };
    const values = list ?? { day: readDay(batch.createdAt, timeZone), atMinute: USUAL_MINUTE };
    return { view: buildListDay({ batch, kept, values, timeZone }) };
  },
});

const readDay = (at: number, timeZone: string): number => Number(dayOf(at, timeZone).slice(8));

const daySchema = z.coerce.number().int().min(1).max(31);

/** The first day is in a later month than the batch's own. */
const findTurns = (
  { createdAt }: Batch,
  { day, atMinute }: { day: number; atMinute: number },
  { clock, timeZone }: Request,
) => {
  const made = dayOf(createdAt, timeZone);
  const lastOfMonth = addDays(addMonths(`${made.slice(0, 7)}-01`, 1), -1);
  const after = Math.max(clock.now(), spanOfDays(lastOfMonth, lastOfMonth, timeZone).to);
  const repeat = { every: 'month', on: day, atMinute } as const;
  return turnsToCome({ repeat, setAt: after }, after, timeZone);
};

/** The batch of a window that was sent. */
export const findBatchOfDay = ({ teamId, view }: Sent, { store }: Request): Promise<Batch | null> =>
  store.batches.find(teamId, view.metadata);

export const handleListDaySubmission = async (
  { about: batch, userId, view, replace }: Sent & { about: Batch },
  request: Request,
): Promise<Answer> => {
  const { store, clock, ids, timeZone } = request;
  const { retentionDays } = request.config;
  const { list_day, list_hour: atMinute } = readForm(buildListDayFields(timeZone), view.values);
  const day = daySchema.parse(list_day);
  const schedule = async (): Promise<void> => {
    const { teamId, id: batchId } = batch;
    const turns = findTurns(batch, { day, atMinute }, request);
    const firstAt = Math.min(...turns.map(({ dueAt }) => dueAt));
    if (retentionDays !== null && erasureOf(batch, retentionDays) <= firstAt)
      throw new Refused(`⚠️ ${explainTooLate(retentionDays)}`);
    const at = clock.now();
    const list = await store.batchLists.schedule({
      ...{ id: ids.batchList(), teamId, batchId, by: userId, at },
      ...{ day, atMinute, turns },
      jobs: [buildBatchShowNow({ teamId, batchId })],
    });
    if (list === null) throw new Refused(buildListNotScheduled());
    wakeAll(request);
    const kept = { id: list.id, keeperId: list.keeperId, dueAt: list.nextAt };
    await replace(buildListScheduled(batch, kept, timeZone));
  };
  return { show: buildListSaving(), afterwards: schedule };
};

const wakeAll = ({ wake }: Request): void => {
  wake.jobs();
  wake.notices();
};

export const handleListStop = async (
  { about: list, place, tell }: Pressed & { about: BatchList },
  request: Request,
): Promise<void> => {
  const { store, clock } = request;
  const { teamId, userId } = place;
  const at = clock.now();
  await store.schedules.stop({ teamId, id: list.id }, at, (stopped) => {
    const { sourceId } = parseBatchList(stopped);
    return {
      entry: {
        ...{ id: `aud_list_stopped_${list.id}`, teamId, at, actorId: userId },
        ...{ action: 'list-stopped', subject: sourceId, detail: null },
      },
      jobs: [buildBatchShowNow({ teamId, batchId: sourceId })],
    };
  });
  wakeAll(request);
  const words = buildListStopped(await store.batches.get(list.sourceId));
  if (place.view) await updateView({ viewId: place.view.id, view: buildListSaving(words) }, request);
  else await tell(words);
};

/** Shows the waiting preview in the window that lists the monthly lists. */
export const handleListLook = async (
  { about: batch, place }: BatchPress,
  request: Request,
): Promise<void> => {
  if (place.view === null) return;
  const preview = await readPreview(batch, request);
  await updateView({ viewId: place.view.id, view: buildBatchPreview(preview) }, request);
};
